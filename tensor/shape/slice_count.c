/* slice_count.c - how many elements start:stop:step names, with Python's rules for its bounds.
 *
 * Negative bounds count from the end, and what lies outside is cut.
 */
#include "view.h"

EXERCISE
long slice_count_up(long *start, long stop, long step, long size)
{
    *start = slice_cut(*start, 0, size, size);
    stop = stop == SLICE_END ? size : slice_cut(stop, 0, size, size);
    return stop > *start ? (stop - *start - 1) / step + 1 : 0;
}
