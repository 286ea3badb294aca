/* outliers.c - how far is far: ten times 1.4826 MAD. */
#include <math.h>
#include "statistics_check.h"

long sample_outliers(bool *is, const double *x, long n)
{
    measurements_check("sample_outliers", x, n);

    double median = sample_median(x, n);
    double mad = sample_mad(x, n);
    double far = 10 * 1.4826 * mad;
    long count = 0;
    for (long i = 0; i < n; i++) {
        is[i] = false;
        if (mad == 0)
            continue;
        double distance = fabs(x[i] - median);
        if (distance > far) {
            is[i] = true;
            count++;
        }
    }
    return count;
}
