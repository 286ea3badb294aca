/* view.c - two axes change places: another shape on the same numbers. */
#include "view.h"

void transpose_view(Tensor *out, const Tensor *a, int axis1, int axis2)
{
    axis1 = tensor_axis("tensor_transpose", axis1, a);
    axis2 = tensor_axis("tensor_transpose", axis2, a);

    long shape[TENSOR_MAX_AXES], stride[TENSOR_MAX_AXES];
    int ndim = a->ndim;
    for (int d = 0; d < ndim; d++) {
        shape[d] = a->shape[d];
        stride[d] = a->stride[d];
    }
    shape[axis1] = a->shape[axis2];
    shape[axis2] = a->shape[axis1];
    stride[axis1] = a->stride[axis2];
    stride[axis2] = a->stride[axis1];

    start_view(out, a);
    for (int d = 0; d < ndim; d++)
        add_axis(out, shape[d], stride[d]);
}
