/* outliers.c - measurements that do not belong to the rest. Invariant: they are marked, and stay where they are. */
#include "statistics_check.h"
#include "todo.h"

/* ---- 19.3 ---------------------------------------------------------------------------------------- */

long sample_outliers(bool *is, const double *x, long n)
{
    measurements_check("sample_outliers", x, n); /* given: n >= 1, no NaN */

    /* TODO: which measurements do not belong to the rest: is[i]; returns how many.
     *
     * CONTRACT  x[i] is further from the median than 10 * 1.4826 MAD, on either side. Every
     *           is[i] is set. If the MAD is 0 there is no scale to measure by, and nothing is an
     *           outlier. (1.4826 MAD is what the standard deviation would be if the sample were
     *           normal.)
     * EXAMPLE   {10, 11, 9, 10.5, 9.5, 100, 10}: median 10, MAD 0.5, so further than 7.413: only 100. Returns 1.
     * HOLDS     nothing is dropped: x stays as it is.
     * YOU HAVE  sample_median, sample_mad, fabs
     * THINK     a clock that ticks slowly: more than half of the times are equal. What is the
     *           MAD then, and what would be "far"? */
    todo("19.3 sample_outliers");
}
