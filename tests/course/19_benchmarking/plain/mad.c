/* mad.c - two medians. */
#include <math.h>
#include "statistics_check.h"

double sample_mad(const double *x, long n)
{
    measurements_check("sample_mad", x, n);

    Scope *scope = scope_open();
    double *distance = scope_alloc(scope, (size_t)n * sizeof(double));
    double median = sample_median(x, n);
    for (long i = 0; i < n; i++)
        distance[i] = fabs(x[i] - median);
    double mad = sample_median(distance, n);
    scope_close(scope);
    return mad;
}
