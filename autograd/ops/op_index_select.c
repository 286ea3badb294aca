/* op_index_select.c - steps along an axis by their numbers, in any order and as often as wanted.
 *
 * Along the first axis this is a lookup: steps are rows of a table, whatever their shape. Another
 * axis is brought there and back.
 */
#include "autograd.h"
#include "gather.h"

Tensor *tensor_index_select(Tensor *a, int axis, const IntTensor *index)
{
    axis = tensor_axis("tensor_index_select", axis, a);
    if (index->ndim != 1)
        fail("tensor_index_select: the index has shape %s, expected one axis",
             shape_text(index->ndim, index->shape));
    gather_check_ids("tensor_index_select", "index", index, a->shape[axis]);
    Tensor *first = tensor_transpose(a, 0, axis);
    long steps = first->shape[0], size = shape_numel(first->ndim - 1, first->shape + 1);
    long shape[TENSOR_MAX_AXES] = {index->shape[0]};
    for (int d = 1; d < a->ndim; d++)
        shape[d] = first->shape[d];
    Tensor *rows = tensor_embedding(tensor_reshape(first, SHAPE(steps, size)), index);
    return tensor_transpose(tensor_reshape(rows, a->ndim, shape), 0, axis);
}
