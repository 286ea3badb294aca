/* peak_bytes.c - the high-water mark of memory. */
#include "measure_check.h"

long peak_bytes(const MemoryEvent *events, long n)
{
    events_check(events, n);

    long held = 0;
    long most = 0;
    for (long i = 0; i < n; i++) {
        held += events[i].bytes;
        if (held > most)
            most = held;
    }
    return most;
}
