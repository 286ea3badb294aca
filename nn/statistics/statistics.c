/* statistics.c - the middle of a sample, a line between two numbers, copies to work on.
 *
 * Invariant: nothing here changes what it is given.
 */
#include <math.h>
#include <string.h>
#include "statistics_check.h"

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

double line_between(double a, double b, double part)
{
    double y = a + part * (b - a);
    return isfinite(y) ? y : (1 - part) * a + part * b;
}

double *sample_sorted(const double *x, long n)
{
    double *sorted = scope_alloc(scope_current(), (size_t)(n + 1) * sizeof *sorted);
    memcpy(sorted, x, (size_t)n * sizeof *sorted);
    sort_numbers(sorted, n);
    sorted[n] = NAN; /* so that who looks behind the last one gets no number */
    return sorted;
}

double *sample_joined(const double *a, long n, const double *b, long m)
{
    double *both = scope_alloc(scope_current(), (size_t)(n + m) * sizeof *both);
    memcpy(both, a, (size_t)n * sizeof *both);
    memcpy(both + n, b, (size_t)m * sizeof *both);
    return both;
}
