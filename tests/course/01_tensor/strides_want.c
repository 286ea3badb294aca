/* strides_want.c - strides and offsets as sums and products. */
#include "want.h"

/* ---- 01.1 strides_row_major ---------------------------------------------------------------------- */

static long product(const long *shape, int from, int to)
{
    long n = 1;
    for (int d = from; d < to; d++)
        n *= shape[d];
    return n;
}

Tensor *row_major_want(int ndim, const long *shape)
{
    long stride[ROOM];
    for (int d = 0; d < ndim; d++)
        stride[d] = product(shape, d + 1, ndim);
    return numbers(ndim, stride);
}

/* ---- 01.2 strides_offset -------------------------------------------------------------------------- */

long offset_want(int ndim, const long *stride, const long *index)
{
    long n = 0;
    for (int d = 0; d < ndim; d++)
        n += index[d] * stride[d];
    return n;
}

/* ---- 01.3 tensor_is_contiguous ---------------------------------------------------------------------- */

long contiguous_want(const Tensor *t)
{
    if (product(t->shape, 0, t->ndim) == 0)
        return 1;
    for (int d = 0; d < t->ndim; d++)
        if (t->shape[d] > 1 && t->stride[d] != product(t->shape, d + 1, t->ndim))
            return 0;
    return 1;
}
