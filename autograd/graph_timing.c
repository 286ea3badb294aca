/* graph_timing.c - the clock behind the times in a picture.
 *
 * An operation is recorded right after its kernel has run, so the time since the last reading of
 * the clock is the time of that operation, and of whatever ran between it and the one before.
 * Invariant: the clock is read only while timing is on; a step without it costs one comparison per
 * operation.
 */
#include <time.h>
#include "graph.h"

_Thread_local bool kindling_graph_timing;

double graph_seconds_since_last(void)
{
    static _Thread_local struct timespec last;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double seconds =
        (double)(now.tv_sec - last.tv_sec) + 1e-9 * (double)(now.tv_nsec - last.tv_nsec);
    last = now;
    return seconds;
}

void graph_timing(bool on)
{
    kindling_graph_timing = on;
    graph_seconds_since_last();
}
