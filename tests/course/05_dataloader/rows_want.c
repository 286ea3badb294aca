/* rows_want.c - rows picked one number at a time. */
#include "want.h"

Tensor *rows_want(const Tensor *t, long n, const long *indices)
{
    long shape[TENSOR_MAX_AXES], width = shape_numel(t->ndim - 1, t->shape + 1);
    memcpy(shape, t->shape, sizeof shape);
    shape[0] = n;
    Tensor *out = blank(t->ndim, shape);
    for (long i = 0; i < n * width; i++)
        out->data[i] = t->data[indices[i / width] * width + i % width];
    return out;
}
