/* cache_want.c - an empty cache, what of it is taken, and what a cut leaves. */
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

/* Of the first `rows` rows. */
Tensor *truncated_want(const IntTensor *lengths, long rows, long length)
{
    Tensor *t = blank(2, lengths->shape);
    for (long i = 0; i < int_tensor_numel(lengths); i++) {
        bool longer = i / lengths->shape[1] < rows && lengths->data[i] > length;
        t->data[i] = (real)(longer ? length : lengths->data[i]);
    }
    return t;
}

long bytes_want(const KvCache *c)
{
    const long *s = c->keys->shape;
    return 2 * s[0] * s[1] * s[2] * s[3] * s[4] * (long)sizeof(real);
}
