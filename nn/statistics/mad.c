/* mad.c - the median absolute deviation: a spread that an outlier hardly moves. */
#include <math.h>
#include "statistics_check.h"

double sample_mad(const double *x, long n)
{
    measurements_check("sample_mad", x, n);
    Scope *scope = scope_open();
    double *far = scope_alloc(scope, (size_t)n * sizeof *far);
    double median = sample_median(x, n);
    for (long i = 0; i < n; i++)
        far[i] = fabs(x[i] - median);
    double mad = sample_median(far, n);
    scope_close(scope);
    return mad;
}
