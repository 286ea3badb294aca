/* product_want.c - products of matrices in plain loops, whatever the step that makes them. */
#include "want.h"

static double number_of(const Tensor *a, const Tensor *b, long i, long j)
{
    double sum = 0;
    for (long p = 0; p < a->shape[1]; p++)
        sum += at(a, AT(i, p)) * at(b, AT(p, j));
    return sum;
}

Tensor *product_want(const Tensor *a, const Tensor *b, const Tensor *c)
{
    Tensor *result = copy_of(c);
    for (long i = 0; i < a->shape[0]; i++)
        for (long j = 0; j < b->shape[1]; j++)
            result->data[i * c->shape[1] + j] = (real)(at(c, AT(i, j)) + number_of(a, b, i, j));
    return result;
}

/* The sum of each number of C begins with what stands there. */
Tensor *left_to_right_want(const Tensor *a, const Tensor *b, const Tensor *c)
{
    Tensor *result = copy_of(c);
    for (long i = 0; i < a->shape[0]; i++)
        for (long j = 0; j < b->shape[1]; j++) {
            real sum = (real)at(c, AT(i, j)); /* so that as much is lost as in C */
            for (long p = 0; p < a->shape[1]; p++)
                sum += (real)(at(a, AT(i, p)) * at(b, AT(p, j)));
            result->data[i * c->shape[1] + j] = sum;
        }
    return result;
}

Tensor *nan_places_want(const Tensor *a, const Tensor *b, const Tensor *c)
{
    Tensor *flags = blank(c->ndim, c->shape);
    for (long i = 0; i < a->shape[0]; i++)
        for (long j = 0; j < b->shape[1]; j++)
            flags->data[i * c->shape[1] + j] = isnan(at(c, AT(i, j)) + number_of(a, b, i, j));
    return flags;
}
