/* slice.c - start:stop:step along one axis, as a view.
 *
 * Starting later moves data, stepping over elements multiplies the stride, ending earlier shrinks
 * the size. A negative step walks backwards: the stride is negative and data points at the last.
 */
#include "view.h"
#include "todo.h"

/* given: where Python's slice bound lands: negative counts from the end, out of range is cut. */
static long cut(long bound, long low, long high, long size)
{
    if (bound < 0)
        bound += size;
    return bound < low ? low : bound > high ? high : bound;
}

/* ---- 01.9 ---------------------------------------------------------------------------------------- */

long slice_count_up(long *start, long stop, long step, long size)
{
    /* TODO: how many of the elements start, start + step, start + 2 step, ... lie before stop?
     *
     * APPROACH
     *   1. Bring start into 0 .. size, in place:  *start = cut(*start, 0, size, size);
     *   2. The same for stop, but SLICE_END means: to the end, which is size.
     *   3. If stop is not behind start there are none.
     *   4. Else count: the first one is free, and each further one costs a step.
     *
     * EXAMPLE
     *   size 10, 2:9:3   ->   2, 5, 8: three.   size 10, -3:99:1   ->   7, 8, 9: three, *start is 7
     *
     * HINT: stop itself does not belong to the slice: 2:8:3 has two elements, 2:9:3 has three. */
    todo("01.9 slice_count_up");
}

/* given: the same for step < 0; the element before the first is at -1. */
static long slice_count_down(long *start, long stop, long step, long size)
{
    *start = cut(*start, -1, size - 1, size);
    stop = stop == SLICE_END ? -1 : cut(stop, -1, size - 1, size);
    return *start > stop ? 1 - (*start - stop - 1) / step : 0;
}

/* ---- 01.10 --------------------------------------------------------------------------------------- */

void slice_view(Tensor *out, const Tensor *a, int axis, long start, long stop, long step)
{
    axis = tensor_axis("tensor_slice", axis, a); /* given, and what a caller can do wrong */
    if (step == 0)
        fail("tensor_slice: step is 0; it must be positive or negative");

    /* TODO: make out a view of every step-th element of a along axis, from start up to stop.
     *
     * APPROACH
     *   1. With size = a->shape[axis] find the count: slice_count_up if step is positive, else
     *      slice_count_down. Both also bring start into range.
     *   2. out begins as a view of a with the same axes: start_view, add_axis.
     *   3. Element 0 of the slice is element `start` of a: move out->data by start strides
     *      (only if there are elements at all).
     *   4. One step in out is `step` steps in a: multiply out->stride[axis] by step (only if there
     *      is more than one element: a huge step that nobody takes must not overflow).
     *   5. out->shape[axis] is count.
     *
     * EXAMPLE
     *   shape (6), stride (1), 1:6:2   ->   data + 1, shape (3), stride (2): elements 1, 3, 5
     *   shape (6), stride (1), 5:SLICE_END:-1   ->   data + 5, shape (6), stride (-1): reversed
     *
     * HINT: start counts elements along the axis; a pointer moves by start * a->stride[axis]. */
    todo("01.10 slice_view");
}
