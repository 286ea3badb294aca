/* slice.c - start:stop:step along one axis, as a view.
 *
 * Starting later moves data, stepping over elements multiplies the stride, ending earlier shrinks
 * the size. A negative step walks backwards: the stride is negative and data points at the last.
 */
#include "view.h"

/* Where Python's slice bound lands: negative counts from the end, out of range is cut. */
static long cut(long bound, long low, long high, long size)
{
    if (bound < 0)
        bound += size;
    return bound < low ? low : bound > high ? high : bound;
}

long slice_count_up(long *start, long stop, long step, long size)
{
    *start = cut(*start, 0, size, size);
    stop = stop == SLICE_END ? size : cut(stop, 0, size, size);
    return stop > *start ? (stop - *start - 1) / step + 1 : 0;
}

/* The same for step < 0; the element before the first is at -1. */
static long slice_count_down(long *start, long stop, long step, long size)
{
    *start = cut(*start, -1, size - 1, size);
    stop = stop == SLICE_END ? -1 : cut(stop, -1, size - 1, size);
    return *start > stop ? 1 - (*start - stop - 1) / step : 0;
}

void slice_view(Tensor *out, const Tensor *a, int axis, long start, long stop, long step)
{
    axis = tensor_axis("tensor_slice", axis, a);
    if (step == 0)
        fail("tensor_slice: step is 0; it must be positive or negative");
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
