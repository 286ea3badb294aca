/* bootstrap.c - how sure a number of a sample is, by drawing from the sample again and again.
 *
 *     x            4 5 5 6 9
 *     resample     5 9 5 4 5     of it: 5
 *     resample     9 6 9 5 4     of it: 6         ... the middle 95 % of these are the interval
 */
#include "statistics_check.h"
#include "todo.h"

/* ---- 19.4 ---------------------------------------------------------------------------------------- */

Interval bootstrap_interval(const double *x, long n, Statistic of, double level, long resamples,
                            Rng *rng)
{
    bootstrap_check(x, n, level, resamples); /* given: n, resamples >= 1, 0 < level < 1 */

    /* TODO: the interval in which the middle share `level` of of(resample, n) lies.
     *
     * APPROACH
     *   1. Two arrays from a scope of your own: n numbers for a resample, and `resamples` numbers for what `of` says
     *      of each.
     *   2. Each number of a resample is x[rng_below(rng, n)], drawn anew: some come twice, some not at all.
     *   3. Outside are 1 - level, half of it on each side: two calls of sample_quantile.
     *
     * EXAMPLE
     *   level 0.95: the 0.025-quantile and the 0.975-quantile of what `of` said
     *
     * HINT: of(again, n) calls the function that `of` points to. */
    todo("19.4 bootstrap_interval");
}
