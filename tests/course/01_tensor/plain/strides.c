/* strides.c - from an index to a place in memory. */
#include "tensor.h"

void strides_row_major(int ndim, const long *shape, long *stride)
{
    for (int d = 0; d < ndim; d++) {
        long behind = 1;
        for (int e = d + 1; e < ndim; e++)
            behind = behind * shape[e];
        stride[d] = behind;
    }
}

long strides_offset(int ndim, const long *stride, const long *index)
{
    long offset = 0;
    for (int d = 0; d < ndim; d++)
        offset = offset + index[d] * stride[d];
    return offset;
}

bool tensor_is_contiguous(const Tensor *t)
{
    long wanted[TENSOR_MAX_AXES];

    if (tensor_numel(t) == 0)
        return true;
    strides_row_major(t->ndim, t->shape, wanted);
    for (int d = 0; d < t->ndim; d++) {
        if (t->shape[d] == 1)
            continue;
        if (t->stride[d] != wanted[d])
            return false;
    }
    return true;
}
