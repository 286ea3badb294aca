/* op_argmax.c - the place of the largest. A place does not move by a little: nothing is recorded. */
#include "autograd.h"

IntTensor *tensor_argmax(const Tensor *a, int axis)
{
    int place = tensor_axis("tensor_argmax", axis, a);
    long shape[TENSOR_MAX_AXES];
    int ndim = reduce_shape("tensor_argmax", a, AXES(place), false, shape);
    IntTensor *index = int_tensor_new(ndim, shape);
    argmax_kernel(index, a, axis);
    return index;
}
