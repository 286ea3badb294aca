/* statistics.c - the middle of a sample, and copies to work on. Invariant: nothing here changes what it is given. */
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
    return sum / (double)n;
}

double *sample_sorted(const double *x, long n)
{
    double *sorted = scope_alloc(scope_current(), (size_t)n * sizeof *sorted);
    memcpy(sorted, x, (size_t)n * sizeof *sorted);
    sort_numbers(sorted, n);
    return sorted;
}

double *sample_joined(const double *a, long n, const double *b, long m)
{
    double *both = scope_alloc(scope_current(), (size_t)(n + m) * sizeof *both);
    memcpy(both, a, (size_t)n * sizeof *both);
    memcpy(both + n, b, (size_t)m * sizeof *both);
    return both;
}
