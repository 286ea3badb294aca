/* strides.c - from an index to a place in memory.
 *
 * In a (2, 3) tensor stored row by row, one step down is 3 elements and one step right is 1:
 *
 *     shape (2, 3), stride (3, 1):   [0][0] [0][1] [0][2] [1][0] [1][1] [1][2]
 */
#include "tensor.h"

EXERCISE
void strides_row_major(int ndim, const long *shape, long *stride)
{
    long step = 1;
    for (int d = ndim - 1; d >= 0; d--) {
        stride[d] = step;
        step *= shape[d];
    }
}

EXERCISE
long strides_offset(int ndim, const long *stride, const long *index)
{
    long offset = 0;
    for (int d = 0; d < ndim; d++)
        offset += index[d] * stride[d];
    return offset;
}

EXERCISE
bool tensor_is_contiguous(const Tensor *t)
{
    long step = 1;
    for (int d = t->ndim - 1; d >= 0; d--) {
        if (t->shape[d] != 1 && t->stride[d] != step)
            return tensor_numel(t) == 0;
        step *= t->shape[d];
    }
    return true;
}
