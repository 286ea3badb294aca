/* measure_median.c - the time of a piece of work, run by run. */
#include "measure_check.h"

double measure_median(Clock clock, void (*body)(void *context), void *context, long warmup,
                      long runs, double *samples)
{
    measure_median_check(warmup, runs);

    for (long i = 0; i < warmup; i++)
        body(context);
    for (long i = 0; i < runs; i++) {
        double before = clock.now(clock.context);
        body(context);
        double after = clock.now(clock.context);
        samples[i] = after - before;
    }
    return percentile(samples, runs, 50);
}
