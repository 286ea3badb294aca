/* slice.c - start:stop:step along one axis, as a view.
 *
 * Invariant: no number moves; element 0 of the slice is element `start` of a.
 */
#include "view.h"
#include "todo.h"

void slice_view(Tensor *out, const Tensor *a, int axis, long start, long stop, long step)
{
    axis = tensor_axis("tensor_slice", axis, a); /* given: -1 becomes the last axis */
    slice_check_step(step);

    /* TODO: make out a view of every step-th element of a along axis, from start up to stop.
     *
     * CONTRACT  element i along axis is a at start + i step; all other axes stay. step may be
     *           negative. Without elements data stays where it is; with a single one its stride
     *           stays as it was (a huge step that nobody takes must not overflow).
     * EXAMPLE   of six numbers 1:6:2 is elements 1, 3, 5, and 5:SLICE_END:-1 all of them, reversed
     * HOLDS     reversed twice is a. A slice of a slice is a slice: (1::2) of (1::2) is 3::4.
     * YOU HAVE  add_axis, start_view (view.h); slice_count_down(&start, stop, step, size) for a
     *           negative step, slice_count_up for others: both bring start into range
     * THINK     which three things of the header change? One element further along the axis is
     *           how far in memory? */
    todo("01.9 slice_view");
}
