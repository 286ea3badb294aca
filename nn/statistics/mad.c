/* mad.c - the median absolute deviation: a spread that an outlier hardly moves. */
#include <float.h>
#include <math.h>
#include "statistics_check.h"

EXERCISE
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
