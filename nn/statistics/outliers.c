/* outliers.c - measurements that do not belong to the rest. Invariant: they are marked, and stay
 * where they are. */
#include <math.h>
#include "statistics_check.h"

EXERCISE
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
