/* slice_count.c - how many elements start:stop:step names, with Python's rules for its bounds. */
#include "view.h"

long slice_count_up(long *start, long stop, long step, long size)
{
    long first = slice_cut(*start, 0, size, size);
    long end = size;
    if (stop != SLICE_END)
        end = slice_cut(stop, 0, size, size);

    *start = first;
    if (end <= first)
        return 0;
    return 1 + (end - first - 1) / step;
}
