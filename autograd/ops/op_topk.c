/* op_topk.c - the k largest or smallest numbers of each line, or all of them in order, and where
 * they are.
 *
 * A place does not move by a little: it is found as argmax finds it, and the numbers are gathered
 * from there, so that each gradient goes back to where its number was.
 */
#include "autograd.h"

TopK tensor_topk(Tensor *a, long k, int axis, bool largest)
{
    axis = tensor_axis("tensor_topk", axis, a);
    if (k < 0 || k > a->shape[axis])
        fail("tensor_topk: k is %ld, expected 0 to %ld, the size of axis %d of %s", k,
             a->shape[axis], axis, tensor_shape_text(a));
    long shape[TENSOR_MAX_AXES];
    for (int d = 0; d < a->ndim; d++)
        shape[d] = d == axis ? k : a->shape[d];
    IntTensor *index = int_tensor_new(a->ndim, shape);
    topk_kernel(index, a, axis, largest);
    return (TopK){.values = tensor_gather(a, axis, index), .indices = index};
}

TopK tensor_sort(Tensor *a, int axis, bool descending)
{
    axis = tensor_axis("tensor_sort", axis, a);
    return tensor_topk(a, a->shape[axis], axis, descending);
}
