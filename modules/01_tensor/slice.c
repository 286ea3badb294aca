/* slice.c - start:stop:step along one axis, as a view.
 *
 * Starting later moves data, stepping over elements multiplies the stride, ending earlier shrinks
 * the size. A negative step walks backwards: the stride is negative and data points at the last.
 */
#include "view.h"
#include "todo.h"

void slice_view(Tensor *out, const Tensor *a, int axis, long start, long stop, long step)
{
    axis = tensor_axis("tensor_slice", axis, a); /* given: -1 becomes the last axis */
    slice_check_step(step);

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
