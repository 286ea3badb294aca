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

    /* TODO: the usual time of body: the seconds of each of `runs` runs in samples, in their order;
     * returned is their median.
     *
     * CONTRACT  clock.now(clock.context) is the time in seconds. Before the runs body is called
     *           `warmup` times; a cold run does not count.
     * BUDGET    two looks at the clock for each run, and none for a warm-up.
     * EXAMPLE   warmup 1, runs 3, and the body takes 9, 2, 7, 3 s: samples {2, 7, 3}, returns 3
     * HOLDS     three runs, one of which takes a hundred times as long: the result is one of the
     *           other two.
     * YOU HAVE  body(context), percentile (14.8), of which 50 is the median
     * THINK     why not the mean? Which calls stand between two looks? */
    todo("14.1 measure_median");
}
