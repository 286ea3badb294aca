/* measure_median.c - the time of a piece of work, run by run, with any clock.
 *
 * clock.now(clock.context) is the time in seconds. In a test it is a clock that is played, so nothing here depends on how
 * fast the machine is.
 */
#include "measure_check.h"
#include "todo.h"

/* ---- 14.1 ---------------------------------------------------------------------------------------- */

double measure_median(Clock clock, void (*body)(void *context), void *context, long warmup,
                      long runs, double *samples)
{
    measure_median_check(warmup, runs); /* given: there is at least one run */

    /* TODO: the seconds of each of `runs` runs in samples, in their order; return their median.
     *
     * APPROACH
     *   1. Call body(context) `warmup` times, and do not look at the clock.
     *   2. Each run: ask the clock, call body(context), ask the clock. samples[i] is the difference.
     *   3. The median is percentile(samples, runs, 50), of 14.11.
     *
     * EXAMPLE
     *   warmup 1, runs 3, and the body takes 9, 2, 7, 3 s: samples {2, 7, 3}, returns 3
     *
     * HINT: how often is the clock asked in all? */
    todo("14.1 measure_median");
}
