/* slice.c - start:stop:step along one axis, as a view. */
#include "view.h"

void slice_view(Tensor *out, const Tensor *a, int axis, long start, long stop, long step)
{
    axis = tensor_axis("tensor_slice", axis, a);
    slice_check_step(step);

    long size = a->shape[axis];
    long stride = a->stride[axis];
    long count;
    if (step > 0)
        count = slice_count_up(&start, stop, step, size);
    else
        count = slice_count_down(&start, stop, step, size);

    real *data = a->data;
    if (tensor_numel(a) > 0 && count > 0)
        data = data + start * stride;
    if (count > 1)
        stride = stride * step;

    Tensor whole = *a; /* out may be a */
    start_view(out, &whole);
    out->data = data;
    for (int d = 0; d < whole.ndim; d++) {
        if (d == axis)
            add_axis(out, count, stride);
        else
            add_axis(out, whole.shape[d], whole.stride[d]);
    }
}
