/* peak_bytes.c - the high-water mark of memory: what was held at the worst moment. */
#include "measure_check.h"
#include "todo.h"

/* ---- 14.10 --------------------------------------------------------------------------------------- */

long peak_bytes(const MemoryEvent *events, long n)
{
    events_check(events, n); /* given: nobody gives back what is not held */

    /* TODO: the most bytes that were held at once.
     *
     * APPROACH
     *   1. Keep what is held: bytes of each event are added, and those of a block given back are negative.
     *   2. Keep the most that this has ever been. Without any event it is 0.
     *
     * EXAMPLE
     *   +50, +70, -50, +40, -70: held are 50, 120, 70, 110, 40; the most is 120
     *
     * HINT: look after each event, the last one, too. */
    todo("14.10 peak_bytes");
}
