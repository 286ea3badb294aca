/* statistics.c - what one sample says: its middle, its spread, what does not belong to it.
 *
 * Invariant: nothing here changes what it is given.
 */
#include <float.h>
#include <math.h>
#include <string.h>
#include "statistics_check.h"

/* ---- what a caller can do wrong -------------------------------------------------------------- */

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

/* ---- places in the sorted sample ------------------------------------------------------------- */

double *sample_sorted(const double *x, long n)
{
    double *sorted = scope_alloc(scope_current(), (size_t)(n + 1) * sizeof *sorted);
    memcpy(sorted, x, (size_t)n * sizeof *sorted);
    sort_numbers(sorted, n);
    sorted[n] = NAN; /* so that who looks behind the last one gets no number */
    return sorted;
}

double line_between(double a, double b, double part)
{
    double y = a + part * (b - a);
    return isfinite(y) ? y : (1 - part) * a + part * b;
}

/* The number below which a share of the sample lies.
 *
 *     sorted     1     2     4     8          p = 0.5: position 0.5 * 3 = 1.5
 *     position   0     1     2     3          half-way from 2 to 4: 3 */
EXERCISE
double sample_quantile(const double *x, long n, double p)
{
    quantile_check(x, n, p);
    Scope *scope = scope_open();
    const double *sorted = sample_sorted(x, n);
    double position = p * (double)(n - 1);
    long below = (long)floor(position), above = below + 1 < n ? below + 1 : below;
    double part = position - (double)below;
    double quantile = line_between(sorted[below], sorted[above], part);
    scope_close(scope);
    return quantile;
}

double sample_median(const double *x, long n)
{
    return sample_quantile(x, n, 0.5);
}

double sample_mean(const double *x, long n)
{
    double sum = 0;
    measurements_check("sample_mean", x, n);
    for (long i = 0; i < n; i++)
        sum += x[i];
    if (isfinite(sum))
        return sum / (double)n;
    double mean = 0; /* of numbers whose sum is no double any more */
    for (long i = 0; i < n; i++)
        mean += x[i] / (double)n;
    return mean;
}

/* ---- spread ---------------------------------------------------------------------------------- */

/* A spread that an outlier hardly moves. */
double sample_mad(const double *x, long n)
{
    measurements_check("sample_mad", x, n);
    Scope *scope = scope_open();
    double *far = scope_alloc(scope, (size_t)n * sizeof *far);
    double median = sample_median(x, n);
    for (long i = 0; i < n; i++)
        far[i] = fmin(fabs(x[i] - median), DBL_MAX); /* half of them are nearer than that */
    double mad = sample_median(far, n);
    scope_close(scope);
    return mad;
}

/* Measurements that do not belong to the rest. They are marked, and stay where they are. */
long sample_outliers(bool *is, const double *x, long n)
{
    measurements_check("sample_outliers", x, n);
    double median = sample_median(x, n), mad = sample_mad(x, n);
    long count = 0;
    for (long i = 0; i < n; i++) {
        is[i] = mad > 0 && fabs(x[i] - median) > 10 * 1.4826 * mad;
        count += is[i];
    }
    return count;
}

/* ---- factors --------------------------------------------------------------------------------- */

/* Twice as fast and half as fast are together as fast as before. */
double sample_geometric_mean(const double *ratios, long n)
{
    ratios_check(ratios, n);
    double sum = 0;
    for (long i = 0; i < n; i++)
        sum += log(ratios[i]);
    return exp(sum / (double)n);
}
