/* statistics_check.c - what a caller of statistics.h can do wrong. */
#include <math.h>
#include "statistics_check.h"

void measurements_check(const char *function, const double *x, long n)
{
    if (n < 1)
        fail("%s: a sample of %ld numbers, expected at least 1", function, n);
    for (long i = 0; i < n; i++)
        if (!isfinite(x[i]))
            fail("%s: number %ld of %ld is %g. hint: a measurement that failed is none: leave it "
                 "out, and say so",
                 function, i, n, isnan(x[i]) ? fabs(x[i]) : x[i]); /* never "-nan" */
}

void quantile_check(const double *x, long n, double p)
{
    measurements_check("sample_quantile", x, n);
    if (!(p >= 0 && p <= 1))
        fail("sample_quantile: p is %g, expected 0 to 1. hint: the 90th percentile is p = 0.9", p);
}

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

void mann_whitney_check(const char *function, const double *a, long n, const double *b, long m,
                        long most)
{
    if (n < 1 || m < 1)
        fail("%s: samples of %ld and %ld numbers, expected at least 1 each", function, n, m);
    if (n > most - m)
        fail("%s: samples of %ld and %ld numbers, expected at most %ld together. hint: "
             "mann_whitney_p takes any",
             function, n, m, most);
    measurements_check(function, a, n);
    measurements_check(function, b, m);
}

void ratios_check(const double *ratios, long n)
{
    if (n < 1)
        fail("sample_geometric_mean: %ld ratios, expected at least 1", n);
    for (long i = 0; i < n; i++)
        if (!(ratios[i] > 0 && isfinite(ratios[i])))
            fail("sample_geometric_mean: ratio %ld is %g, expected more than 0. hint: a ratio is "
                 "time over time",
                 i, ratios[i]);
}

void early_stopping_check(long over, double p, double d, double c)
{
    if (over < 0)
        fail("early_stopping_queries: %ld queries were too slow, expected at least 0", over);
    if (!(p > 0 && p < 1))
        fail("early_stopping_queries: p is %g, expected more than 0 and less than 1", p);
    if (!(d >= 0 && d < p))
        fail("early_stopping_queries: the tolerance is %g, expected 0 or more, and less than p = "
             "%g",
             d, p);
    if (!(c > 0 && c < 1))
        fail("early_stopping_queries: the confidence is %g, expected more than 0 and less than 1",
             c);
}
