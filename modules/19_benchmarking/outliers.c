/* outliers.c - measurements that do not belong to the rest. Invariant: they are marked, and stay where they are. */
#include "statistics_check.h"
#include "todo.h"

/* ---- 19.3 ---------------------------------------------------------------------------------------- */

long sample_outliers(bool *is, const double *x, long n)
{
    measurements_check("sample_outliers", x, n); /* given: n >= 1, no NaN */

    /* TODO: is[i] = x[i] is further from the median than 10 * 1.4826 MAD, on either side. Return how many are.
     *
     * APPROACH
     *   1. sample_median, sample_mad, once each.
     *   2. Every is[i] is set, true or false.
     *   3. If the MAD is 0 there is no scale to measure by: nothing is an outlier.
     *
     * EXAMPLE
     *   {10, 11, 9, 10.5, 9.5, 100, 10}: median 10, MAD 0.5, so further than 7.413: only 100. Returns 1.
     *
     * HINT: 1.4826 MAD is what the standard deviation would be if the sample were normal. */
    todo("19.3 sample_outliers");
}
