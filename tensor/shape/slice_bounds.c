/* slice_bounds.c - Python's rules for the bounds of a slice, and slices that walk backwards. */
#include "view.h"

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

/* The same for step < 0; the element before the first is at -1. */
long slice_count_down(long *start, long stop, long step, long size)
{
    *start = slice_cut(*start, -1, size - 1, size);
    stop = stop == SLICE_END ? -1 : slice_cut(stop, -1, size - 1, size);
    return *start > stop ? 1 - (*start - stop - 1) / step : 0;
}
