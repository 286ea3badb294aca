/* cache_want.c - an empty cache and how its numbers may lie, what of it is taken, and what a cut leaves. */
#include "want.h"

Tensor *taken_want(const Tensor *places, const IntTensor *lengths, long layer)
{
    long layers = places->shape[0], B = places->shape[1], H = places->shape[2], T = 0;
    long D = places->shape[4];
    for (long b = 0; b < B; b++)
        if (lengths->data[b * layers + layer] > T)
            T = lengths->data[b * layers + layer];
    Tensor *t = blank(SHAPE(B, H, T, D));
    for (long i = 0; i < B * H * T * D; i++)
        t->data[i] = (real)at(places, AT(layer, i / D / T / H, i / D / T % H, i / D % T, i % D));
    return t;
}

Tensor *numbered_want(int ndim, const long *shape, double from)
{
    Tensor *t = blank(ndim, shape);
    for (long i = 0; i < plain_numel(t); i++)
        t->data[i] = (real)((double)(i + 1) * from);
    return t;
}

double lines_of_a_head_want(const Tensor *places, long T)
{
    return 1.1 * (double)T * (double)places->shape[4] / LINE_NUMBERS;
}

/* With a page for what stands beside them: lengths, shapes, strides. */
double bytes_of_places_want(const Tensor *places)
{
    double numbers = 2;
    for (int d = 0; d < 5; d++)
        numbers *= (double)places->shape[d];
    return 1.1 * numbers * sizeof(real) + 4096;
}
