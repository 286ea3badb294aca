/* view.c - axes in any order, stretched, dropped, added: another shape on the same numbers.
 *
 * Every view (here, in reshape.c and slice.c) fills in the header of out and moves no number:
 * out->data points into the block of a. What changes is shape, stride and where element 0 is.
 */
#include "view.h"

EXERCISE
void transpose_view(Tensor *out, const Tensor *a, int axis1, int axis2)
{
    axis1 = tensor_axis("tensor_transpose", axis1, a);
    axis2 = tensor_axis("tensor_transpose", axis2, a);
    start_view(out, a);
    for (int d = 0; d < a->ndim; d++) {
        int from = d == axis1 ? axis2 : d == axis2 ? axis1 : d;
        add_axis(out, a->shape[from], a->stride[from]);
    }
}

void permute_view(Tensor *out, const Tensor *a, int n, const int *axes)
{
    bool used[TENSOR_MAX_AXES] = {false};
    if (n != a->ndim)
        fail("tensor_permute: %d axes given for a tensor of shape %s", n, tensor_shape_text(a));
    for (int d = 0; d < n; d++) {
        int from = tensor_axis("tensor_permute", axes[d], a);
        if (used[from])
            fail("tensor_permute: axis %d is named twice for a tensor of shape %s", axes[d],
                 tensor_shape_text(a));
        used[from] = true;
    }
    start_view(out, a);
    for (int d = 0; d < n; d++) {
        int from = tensor_axis("tensor_permute", axes[d], a);
        add_axis(out, a->shape[from], a->stride[from]);
    }
}

void expand_view(Tensor *out, const Tensor *a, int ndim, const long *wished)
{
    long shape[TENSOR_MAX_AXES] = {0};
    if (ndim < a->ndim || ndim > TENSOR_MAX_AXES)
        fail("tensor_expand: cannot expand %s to %s: it must keep every axis, and have at most %d",
             tensor_shape_text(a), shape_text(ndim, wished), TENSOR_MAX_AXES);
    for (int d = 0; d < ndim; d++) {
        int own = d - (ndim - a->ndim);
        shape[d] = wished[d] == -1 && own >= 0 ? a->shape[own] : wished[d];
        if (shape[d] < 0 || (own >= 0 && a->shape[own] != 1 && a->shape[own] != shape[d]))
            fail("tensor_expand: cannot expand %s to %s: axis %d cannot become %ld. hint: only "
                 "axes of "
                 "size 1 can be repeated",
                 tensor_shape_text(a), shape_text(ndim, wished), d, wished[d]);
    }
    shape_check("tensor_expand", ndim, shape);
    Tensor view = *out;
    broadcast_view(&view, a, ndim, shape);
    start_view(out, a);
    for (int d = 0; d < ndim; d++)
        add_axis(out, view.shape[d], view.stride[d]);
}

void squeeze_view(Tensor *out, const Tensor *a, int axis)
{
    axis = tensor_axis("tensor_squeeze", axis, a);
    if (a->shape[axis] != 1)
        fail("tensor_squeeze: axis %d of %s has size %ld; only an axis of size 1 can be dropped",
             axis, tensor_shape_text(a), a->shape[axis]);
    start_view(out, a);
    for (int d = 0; d < a->ndim; d++)
        if (d != axis)
            add_axis(out, a->shape[d], a->stride[d]);
}

void unsqueeze_view(Tensor *out, const Tensor *a, int axis)
{
    if (a->ndim == TENSOR_MAX_AXES)
        fail("tensor_unsqueeze: %s already has %d axes, the most there can be",
             tensor_shape_text(a), TENSOR_MAX_AXES);
    if (axis < -a->ndim - 1 || axis > a->ndim)
        fail("tensor_unsqueeze: axis %d is outside %d to %d for a tensor of shape %s", axis,
             -a->ndim - 1, a->ndim, tensor_shape_text(a));
    if (axis < 0)
        axis += a->ndim + 1;
    start_view(out, a);
    for (int d = 0; d <= a->ndim; d++) {
        if (d == axis)
            add_axis(out, 1, d < a->ndim ? a->stride[d] * a->shape[d] : 1);
        if (d < a->ndim)
            add_axis(out, a->shape[d], a->stride[d]);
    }
}
