/* slice_count.c - how many elements start:stop:step names, with Python's rules for its bounds.
 *
 * Negative bounds count from the end, and what lies outside is cut.
 */
#include "view.h"
#include "todo.h"

long slice_count_up(long *start, long stop, long step, long size)
{
    /* TODO: how many of the elements start, start + step, start + 2 step, ... lie before stop?
     *
     * APPROACH
     *   1. Bring start into 0 .. size, in place:  *start = slice_cut(*start, 0, size, size);
     *      A negative bound counts from the end, and what lies outside is cut.
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
