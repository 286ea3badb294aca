/* peak_want.c - the largest of the running sums. */
#include "want.h"

long peak_want(const MemoryEvent *events, long n)
{
    long held = 0, most = 0;
    for (long i = 0; i < n; i++) {
        held += events[i].bytes;
        most = held > most ? held : most;
    }
    return most;
}
