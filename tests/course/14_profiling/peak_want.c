/* peak_want.c - the largest of the running sums, and sums of other things. */
#include "want.h"

/* The most that an int holds on the way: its lowest 32 bits. */
static double in_int(const MemoryEvent *events, long n)
{
    uint32_t held = 0;
    int32_t most = 0;
    for (long i = 0; i < n; i++) {
        held += (uint32_t)events[i].bytes;
        most = (int32_t)held > most ? (int32_t)held : most;
    }
    return (double)most;
}

long peak_want(const MemoryEvent *events, long n)
{
    double held = 0, most = 0, taken = 0, one = 0, given_back = 0, passed = 0, before = 0,
           when_given = 0, sum = 0;
    long blocks = 0;
    for (long i = 0; i < n; i++) {
        double bytes = (double)events[i].bytes;
        before = fmax(before, held);
        if (bytes < 0)
            when_given = fmax(when_given, held);
        held += bytes;
        most = fmax(most, held);
        taken += bytes > 0 ? bytes : 0;
        given_back += bytes < 0 ? -bytes : 0;
        passed += fabs(bytes);
        one = fmax(one, bytes);
        blocks += bytes > 0;
        sum += held;
    }
    MISTAKE_NUMBER(taken,
                   "that is all that was ever taken: what was given back can be taken again");
    MISTAKE_NUMBER(held, "that is what is held at the end: the most on the way is asked");
    MISTAKE_NUMBER(one, "that is the largest block: blocks are held together");
    MISTAKE_NUMBER(passed, "all events were added, given back or not: giving back makes it less");
    MISTAKE_NUMBER(before, "looked before each event: after the last one it may be more");
    MISTAKE_NUMBER(when_given,
                   "looked only where something is given back: the most may be held at the end");
    MISTAKE_NUMBER(given_back, "that is what was given back");
    if (most > 2147483647)
        MISTAKE_NUMBER(in_int(events, n), "bytes were counted in an int, whose largest number is "
                                          "2,147,483,647: in long");
    MISTAKE_NUMBER((double)blocks, "that is how many blocks were taken: bytes are asked");
    MISTAKE_NUMBER(n > 0 ? floor(sum / (double)n) : NAN, "that is the mean of what was held");
    MISTAKE_NUMBER(sum, "what was held was added up: the most at once is asked");
    if (n > 1)
        MISTAKE_NUMBER(most - (double)events[0].bytes, "the first event is missing");
    return (long)most;
}

bool events_are_checked(void)
{
    MISTAKE_MESSAGE("as if nothing were wrong", "the given line events_check(events, n) is gone");
    return true;
}
