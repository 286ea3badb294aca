/* bootstrap.c - how sure a number of a sample is, by drawing from the sample again and again.
 *
 *     x            4 5 5 6 9
 *     resample     5 9 5 4 5     of it: 5
 *     resample     9 6 9 5 4     of it: 6         ... the middle 95 % of these are the interval
 */
#include "statistics_check.h"

void bootstrap_check(const double *x, long n, double level, long resamples)
{
    measurements_check("bootstrap_interval", x, n);
    if (!(level > 0 && level < 1))
        fail("bootstrap_interval: level is %g, expected more than 0 and less than 1. hint: 95 %% "
             "is 0.95",
             level);
    if (resamples < 1)
        fail("bootstrap_interval: %ld resamples, expected at least 1. hint: a few thousand",
             resamples);
}

EXERCISE
Interval bootstrap_interval(const double *x, long n, Statistic of, double level, long resamples,
                            Rng *rng)
{
    bootstrap_check(x, n, level, resamples);
    Scope *scope = scope_open();
    double *again = scope_alloc(scope, (size_t)n * sizeof *again);
    double *value = scope_alloc(scope, (size_t)resamples * sizeof *value);
    for (long r = 0; r < resamples; r++) {
        for (long i = 0; i < n; i++)
            again[i] = x[rng_below(rng, n)];
        value[r] = of(again, n);
    }
    Interval interval = {.low = sample_quantile(value, resamples, (1 - level) / 2),
                         .high = sample_quantile(value, resamples, (1 + level) / 2)};
    scope_close(scope);
    return interval;
}
