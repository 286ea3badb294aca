/* geometric_mean.c - the mean of factors: twice as fast and half as fast are together as fast as before. */
#include "statistics_check.h"
#include "todo.h"

/* ---- 19.7 ---------------------------------------------------------------------------------------- */

double sample_geometric_mean(const double *ratios, long n)
{
    ratios_check(ratios, n); /* given: n >= 1, every ratio > 0 */

    /* TODO: the n-th root of the product of n ratios, without a product that overflows.
     *
     * APPROACH
     *   1. The logarithm of the product is the sum of the logarithms.
     *   2. The n-th root divides that by n.
     *
     * EXAMPLE
     *   {1, 2, 4}: (0 + log 2 + 2 log 2) / 3 = log 2, so 2        {2, 0.5}: 1
     *
     * HINT: log and exp of math.h. */
    todo("19.7 sample_geometric_mean");
}
