/* slices_want.c - slices counted one by one, as Python does it. */
#include "want.h"

/* ---- 01.8 slice_count_up ------------------------------------------------------------------------------------- */

/* A bound brought into low .. high; negative counts from the end. */
static long cut(long bound, long low, long high, long size)
{
    bound += bound < 0 ? size : 0;
    return bound < low ? low : bound > high ? high : bound;
}

/* How many of first, first + step, ... lie before end, or behind it where step is negative. */
static long counted(long first, long end, long step)
{
    long n = 0;
    for (long left = step > 0 ? end - first : first - end; left > 0; n++)
        left = labs(step) < left ? left - labs(step) : 0;
    return n;
}

static long end_of(long stop, long size)
{
    return stop == SLICE_END ? size : cut(stop, 0, size, size);
}

long start_want(long start, long size)
{
    return cut(start, 0, size, size);
}

long count_want(long start, long stop, long step, long size)
{
    return counted(start_want(start, size), end_of(stop, size), step);
}

/* ---- 01.9 slice_view ---------------------------------------------------------------------------------------- */

Tensor *sliced_want(const Tensor *a, int axis, long start, long stop, long step)
{
    long size = a->shape[axis];
    bool down = step < 0;
    long first = down ? cut(start, -1, size - 1, size) : cut(start, 0, size, size);
    long end = !down ? end_of(stop, size) : stop == SLICE_END ? -1 : cut(stop, -1, size - 1, size);
    long count = counted(first, end, step);
    Tensor *out = view_of(a, SHAPE_OF(a), a->stride, count > 0 ? first * a->stride[axis] : 0);
    out->shape[axis] = count;
    if (count > 1)
        out->stride[axis] *= step;
    return out;
}
