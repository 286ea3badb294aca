/* bootstrap.c - how sure a number of a sample is, by drawing from the sample again and again.
 *
 *     x            4 5 5 6 9
 *     resample     5 9 5 4 5     of it: 5
 *     resample     9 6 9 5 4     of it: 6         ...
 *
 * Invariant: the same stream gives the same interval.
 */
#include "statistics_check.h"
#include "todo.h"

/* ---- 19.2 ---------------------------------------------------------------------------------------- */

Interval bootstrap_interval(const double *x, long n, Statistic of, double level, long resamples,
                            Rng *rng)
{
    bootstrap_check(x, n, level, resamples); /* given: n, resamples >= 1, 0 < level < 1 */

    /* TODO: the interval in which the middle share `level` of of(resample, n) lies.
     *
     * CONTRACT  `resamples` resamples of n numbers, drawn with replacement from x: one draw for
     *           each number, in order, from the caller's stream. Between two results the ends lie
     *           as in 19.1.
     * EXAMPLE   2,000 resamples and level 0.95: about 1,900 of what `of` said lie inside
     * HOLDS     all x equal: an interval of one point. A second call goes on with the stream.
     * YOU HAVE  of(again, n) calls the function that `of` points to; rng_below(rng, n); what you
     *           wrote before; scope_alloc
     * THINK     how much room does one resample need, and how much do all results? Which share
     *           lies below the interval? */
    todo("19.2 bootstrap_interval");
}
