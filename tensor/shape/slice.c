/* slice.c - start:stop:step along one axis, as a view.
 *
 * Starting later moves data, stepping over elements multiplies the stride, ending earlier shrinks
 * the size. A negative step walks backwards: the stride is negative and data points at the last.
 */
#include "view.h"

EXERCISE
void slice_view(Tensor *out, const Tensor *a, int axis, long start, long stop, long step)
{
    axis = tensor_axis("tensor_slice", axis, a);
    slice_check_step(step);
    long size = a->shape[axis];
    long count = step > 0 ? slice_count_up(&start, stop, step, size)
                          : slice_count_down(&start, stop, step, size);
    start_view(out, a);
    for (int d = 0; d < a->ndim; d++)
        add_axis(out, a->shape[d], a->stride[d]);
    if (count > 0)
        out->data += start * a->stride[axis];
    if (count > 1) /* a step beyond the end, however large, is never taken */
        out->stride[axis] *= step;
    out->shape[axis] = count;
}
