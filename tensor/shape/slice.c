/* slice.c - start:stop:step along one axis, as a view.
 *
 * Starting later moves data, stepping over elements multiplies the stride, ending earlier shrinks
 * the size. A negative step walks backwards: the stride is negative and data points at the last.
 */
#include "view.h"

/* ---- Python's rules: negative bounds count from the end, and what lies outside is cut -------- */

void slice_check_step(long step)
{
    if (step == 0)
        fail("tensor_slice: step is 0; it must be positive or negative");
}

/* Where Python's slice bound lands: negative counts from the end, out of range is cut. */
long slice_cut(long bound, long low, long high, long size)
{
    if (bound < 0)
        bound += size;
    return bound < low ? low : bound > high ? high : bound;
}

EXERCISE
long slice_count_up(long *start, long stop, long step, long size)
{
    *start = slice_cut(*start, 0, size, size);
    stop = stop == SLICE_END ? size : slice_cut(stop, 0, size, size);
    return stop > *start ? (stop - *start - 1) / step + 1 : 0;
}

/* The same for step < 0; the element before the first is at -1. */
long slice_count_down(long *start, long stop, long step, long size)
{
    *start = slice_cut(*start, -1, size - 1, size);
    stop = stop == SLICE_END ? -1 : slice_cut(stop, -1, size - 1, size);
    return *start > stop ? 1 - (*start - stop - 1) / step : 0;
}

/* ---- a view ---------------------------------------------------------------------------------- */

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
