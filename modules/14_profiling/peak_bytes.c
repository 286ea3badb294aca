/* peak_bytes.c - the high-water mark of memory: what was held at the worst moment. */
#include "measure_check.h"
#include "todo.h"

/* ---- 14.10 --------------------------------------------------------------------------------------- */

long peak_bytes(const MemoryEvent *events, long n)
{
    events_check(events, n); /* given: nobody gives back what is not held */

    /* TODO: the high-water mark of memory: the most bytes that were held at once.
     *
     * CONTRACT  bytes of an event are what was taken, or, negative, given back. Without any
     *           event 0.
     * EXAMPLE   +50, +70, -50, +40, -70: held are 50, 120, 70, 110, 40; the most is 120
     * HOLDS     what is given back at the end changes nothing.
     * THINK     two numbers are enough: which? When do you look? */
    todo("14.10 peak_bytes");
}
