/* join.c - put tensors together along an axis: each part is copied into a slice of the result. */
#include "tensor.h"

int concat_shape(const char *operation, int n, Tensor *const parts[], int axis, long *shape)
{
    if (n < 1)
        fail("%s: no tensors given", operation);
    const Tensor *first = parts[0];
    axis = tensor_axis(operation, axis, first);
    for (int d = 0; d < first->ndim; d++)
        shape[d] = first->shape[d];
    for (int i = 1; i < n; i++) {
        for (int d = 0; d < first->ndim; d++)
            if (parts[i]->ndim != first->ndim || (d != axis && parts[i]->shape[d] != shape[d]))
                fail("%s: tensor 0 has shape %s and tensor %d has shape %s; they may differ only "
                     "along axis %d",
                     operation, tensor_shape_text(first), i, tensor_shape_text(parts[i]), axis);
        shape[axis] += parts[i]->shape[axis];
        shape_check(operation, first->ndim, shape);
    }
    return first->ndim;
}

void concat_kernel(Tensor *out, int n, Tensor *const parts[], int axis)
{
    long begin = 0;
    axis = tensor_axis("tensor_concat", axis, out);
    for (int i = 0; i < n; i++) {
        Tensor slot = {0};
        long end = begin + parts[i]->shape[axis];
        slice_view(&slot, out, axis, begin, end, 1);
        copy_kernel(&slot, parts[i]);
        begin = end;
    }
}
