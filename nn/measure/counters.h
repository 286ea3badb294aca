/* counters.h - what the machine counts by itself, and who says so.
 *
 * A counter that is not there is not 0: it says that it is not available. Where programs run in a
 * virtual machine, or in a browser, most of them are not.
 */
#ifndef KINDLING_COUNTERS_H
#define KINDLING_COUNTERS_H

#include "clock.h"

#pragma GCC visibility push(default)

/* ---- counters.c (15): between start and stop ------------------------------------------------- */

/* Instructions, cycles and misses of the last cache are the processor's; page faults, switches to
 * another program and the processor's time in nanoseconds are the kernel's. */
enum {
    COUNTER_INSTRUCTIONS,
    COUNTER_CYCLES,
    COUNTER_CACHE_MISSES,
    COUNTER_PAGE_FAULTS,
    COUNTER_CONTEXT_SWITCHES,
    COUNTER_TASK_CLOCK,
    COUNTERS
};
typedef struct {
    const char *name;   /* "page faults" */
    const char *source; /* "hardware", "software" */
    bool available;
    int64_t value; /* 0 where it is not available: look there first */
} Counter;

/* What counts: those that the kernel has opened. */
typedef struct CounterSet CounterSet;
/* Owned: free it by counters_free. */
CounterSet *counters_new(void);            /* those that can be opened here */
void counters_free(OR_NULL CounterSet *s); /* and closes them */
void counters_start(CounterSet *s);        /* from now on they count */
/* Since counters_start, of this process. counter[COUNTERS]. */
void counters_stop(CounterSet *s, Counter *counter);
/* "page faults 12 (software)" or "cycles not available here (hardware)", and a line end. */
void counter_print(FILE *stream, const Counter *counter);

/* ---- process_memory.c (15): what the kernel says of the whole process ------------------------ */

/* Bytes that the process holds now, and at most since process_peak_reset; libraries and caches
 * count. -1: nobody says so here (Linux does). */
double process_bytes(void);
double process_peak_bytes(void);
void process_peak_reset(void); /* does nothing where it cannot be set back */

/* ---- machine_peak.c (15): what this machine can do at most ----------------------------------- */

/* The best of the runs that `seconds` have room for, at least 3: a product of 1024 x 1024 matrices
 * by our own gemm, in flops per second, and the triad of STREAM, a = b + s c over arrays that no
 * cache holds, in bytes per second. Source: McCalpin 1995. */
typedef struct {
    double flops, bytes; /* per second */
} MachinePeak;
MachinePeak machine_peak(Clock clock, double seconds);
/* One of the two alone. */
double machine_flops(Clock clock, double seconds);
double machine_bandwidth(Clock clock, double seconds);

#pragma GCC visibility pop
#endif
