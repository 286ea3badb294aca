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

    /* TODO: the usual time of body: returned is the least time that half of the runs do not exceed.
     *
     * CONTRACT  clock.now(clock.context) is the time in seconds. A sample is the seconds of one
     *           run, and samples has all `runs` of them in their order. A cold run does not
     *           count: the first `warmup` calls of body are none.
     * BUDGET    two looks at the clock for each run, and none for a warm-up.
     * EXAMPLE   warmup 1, runs 3, and the body takes 9, 2, 7, 3 s: samples {2, 7, 3}, returns 3
     * HOLDS     three runs, one of which takes a hundred times as long: the result is one of the
     *           other two.
     * YOU HAVE  body(context), and what you wrote before
     * THINK     why not the mean? Which calls stand between two looks? */
    todo("14.1 measure_median");
}
