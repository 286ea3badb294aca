/* slices_want.c - slices counted one by one, as Python does it, and the mistakes people make. */
#include <limits.h>
#include "want.h"

/* ---- 01.9 slice_count_up ------------------------------------------------------------------------------------- */

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

static long rounded_down(long first, long end, long step)
{
    return end > first ? (end - first) / step : 0;
}

long start_want(long start, long size)
{
    return cut(start, 0, size, size);
}

long count_want(long start, long stop, long step, long size)
{
    long first = start_want(start, size), end = end_of(stop, size);
    if (end > first) {
        MISTAKE_NUMBER((double)rounded_down(first, end, step),
                       "rounded down: whole steps were counted, but the first element is free");
        MISTAKE_NUMBER((double)(end - first), "the step was forgotten: every step-th element only");
        MISTAKE_NUMBER((double)counted(first, end + 1, step),
                       "stop itself was counted: it does not belong to the slice");
        MISTAKE_NUMBER((double)(end - first) * (double)step,
                       "multiplied by the step: a larger step meets fewer elements");
    } else {
        static const char *const none = "stop is not behind start: no elements, whatever the "
                                        "formula gives";
        MISTAKE_NUMBER((double)((end - first) / step), none);
        MISTAKE_NUMBER((double)((end - first - 1) / step + 1), none);
    }
    if (end == first)
        MISTAKE_NUMBER(1, "stop itself was counted: it does not belong to the slice");
    if (stop == SLICE_END)
        MISTAKE_NUMBER((double)counted(first, cut(stop, 0, size, size), step),
                       "SLICE_END was cut like a number; it means: to the end");
    else if (stop != end)
        MISTAKE_NUMBER((double)counted(first, stop, step),
                       "stop was not brought into range: slice_cut(stop, 0, size, size)");
    if (start != first) {
        MISTAKE_NUMBER(
            (double)counted(start, end, step),
            "start was not brought into range: *start = slice_cut(*start, 0, size, size)");
        MISTAKE_NUMBER(
            (double)start,
            "start was not brought into range: *start = slice_cut(*start, 0, size, size)");
    }
    return counted(first, end, step);
}

/* ---- 01.10 slice_view ---------------------------------------------------------------------------------------- */

typedef struct {
    const Tensor *a;
    int axis;
} Axis;

/* The shape, or the strides, of a with another number at the axis. */
static const long *with(Axis x, const long *all, long number)
{
    static long changed[ROOM];
    memcpy(changed, all, (size_t)x.a->ndim * sizeof *all);
    changed[x.axis] = number;
    return changed;
}

static void wrong_stride(Axis x, long stride, const char *sentence)
{
    MISTAKE(numbers(x.a->ndim, with(x, x.a->stride, stride)), sentence);
}

static void wrong_count(Axis x, long count, const char *sentence)
{
    MISTAKE_SHAPE(SIZES(x.a->ndim, with(x, x.a->shape, count)), sentence);
}

/* A header that keeps the axis of unset_header(), or has nothing else. */
static void wrong_headers(Axis x, long count)
{
    long behind[ROOM] = {UNSET};
    memcpy(behind + 1, x.a->shape, (size_t)x.a->ndim * sizeof *behind);
    behind[x.axis] = count;
    MISTAKE_SHAPE(
        SIZES(x.a->ndim + 1, behind),
        "start_view is missing: it gives out the numbers of a, and no axes to begin with");
    MISTAKE_SHAPE(SHAPE(UNSET), "nothing was written into out: start_view, then add_axis");
    MISTAKE_NUMBER(UNSET, "out->data is not set: start_view gives out the numbers of a");
}

static void wrong_offsets(Axis x, long start, long first, long step)
{
    long stride = x.a->stride[x.axis];
    MISTAKE_NUMBER(0, "element 0 is still that of a: move out->data by start strides");
    MISTAKE_NUMBER(
        (double)(start * stride),
        "this is start before it was brought into range: slice_count_up does that, through &start");
    if (labs(step) < 99)
        MISTAKE_NUMBER((double)(first * step * stride),
                       "data was moved by start * step: start counts elements, not steps");
    MISTAKE_NUMBER((double)first,
                   "moved by start alone, as if neighbours along the axis were neighbours in "
                   "memory: a is a view, take start * a->stride[axis]");
}

Tensor *sliced_want(const Tensor *a, int axis, long start, long stop, long step)
{
    Axis x = {a, axis};
    long size = a->shape[axis], stride = a->stride[axis], shape[ROOM];
    bool down = step < 0;
    long first = down ? cut(start, -1, size - 1, size) : cut(start, 0, size, size);
    long end = !down ? end_of(stop, size) : stop == SLICE_END ? -1 : cut(stop, -1, size - 1, size);
    long count = counted(first, end, step);
    wrong_headers(x, count);
    wrong_count(x, size, "the size is still that of a: it becomes the count");
    wrong_count(x, labs(end - first), "the step was forgotten when counting");
    if (down)
        wrong_count(x, end_of(stop, size) > first ? (end_of(stop, size) - first - 1) / step + 1 : 0,
                    "counted upwards: where step is negative, slice_count_down counts");
    if (count > 1) {
        wrong_stride(x, stride, "the stride is still that of a: one step in out is `step` in a");
        wrong_stride(x, step,
                     "the stride was set to step: it is multiplied, a->stride[axis] * step");
        wrong_stride(x, stride + step, "added where it should be multiplied: stride times step");
    } else
        wrong_stride(x, stride * step,
                     "the stride was multiplied by a step that nobody takes: only "
                     "with two elements or more");
    if (count > 0)
        wrong_offsets(x, start, first, step);
    else
        MISTAKE_NUMBER((double)(first * stride), "data points behind the numbers of a: without "
                                                 "elements it stays where it is");
    memcpy(shape, with(x, a->shape, count), sizeof shape);
    return view_of(a, a->ndim, shape, with(x, a->stride, count > 1 ? stride * step : stride),
                   count > 0 ? first * stride : 0);
}
