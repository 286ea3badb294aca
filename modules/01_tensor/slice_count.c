/* slice_count.c - how many elements start:stop:step names, with Python's rules for its bounds.
 *
 * Negative bounds count from the end, and what lies outside is cut.
 */
#include "view.h"
#include "todo.h"

long slice_count_up(long *start, long stop, long step, long size)
{
    /* TODO: how many of the elements start, start + step, start + 2 step, ... lie before stop? step
     * is positive.
     *
     * CONTRACT  both bounds follow Python: a negative one counts from the end, and what lies
     *           outside of 0 .. size is cut; SLICE_END for stop means size. *start is what it
     *           became: the next exercise needs it.
     * EXAMPLE   size 10, 2:9:3   ->   2, 5, 8: three.   size 10, -3:99:1   ->   7, 8, 9: three, *start is 7
     * HOLDS     0:SLICE_END:1 counts size. stop itself does not belong to it.
     * YOU HAVE  slice_cut(bound, 0, size, size) brings a bound into 0 .. size
     * THINK     2:8:3 has two elements, 2:9:3 three. What does the first element cost, and each
     *           further one? */
    todo("01.8 slice_count_up");
}
