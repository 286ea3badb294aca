/* bootstrap.c - draw, ask, write down; then two quantiles. */
#include "statistics_check.h"

Interval bootstrap_interval(const double *x, long n, Statistic of, double level, long resamples,
                            Rng *rng)
{
    bootstrap_check(x, n, level, resamples);

    Scope *scope = scope_open();
    double *resample = scope_alloc(scope, (size_t)n * sizeof(double));
    double *said = scope_alloc(scope, (size_t)resamples * sizeof(double));
    for (long r = 0; r < resamples; r++) {
        for (long i = 0; i < n; i++) {
            long drawn = rng_below(rng, n);
            resample[i] = x[drawn];
        }
        said[r] = of(resample, n);
    }
    double outside = 1 - level;
    Interval interval;
    interval.low = sample_quantile(said, resamples, outside / 2);
    interval.high = sample_quantile(said, resamples, 1 - outside / 2);
    scope_close(scope);
    return interval;
}
