/* timing_want.c - what a clock tells that is asked before and after each run. */
#include "want.h"

Tensor *samples_want(const Play *clock, long warmup, long runs)
{
    double seconds[MOST];
    for (long i = 0; i < runs; i++)
        seconds[i] = clock->partner->duration[warmup + i] + clock->tick;
    return tensor_of(seconds, runs);
}

/* The sample that as many others are below as its place in order says. */
double median_want(const Play *clock, long warmup, long runs)
{
    const double *run = clock->partner->duration + warmup;
    long middle = 0;
    for (long i = 0; i < runs; i++) {
        long below = 0;
        for (long j = 0; j < runs; j++)
            below += run[j] < run[i];
        if (below == (runs - 1) / 2)
            middle = i;
    }
    return run[middle] + clock->tick;
}
