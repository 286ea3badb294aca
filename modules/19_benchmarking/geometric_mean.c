/* geometric_mean.c - the mean of factors: twice as fast and half as fast are together as fast as before. */
#include "statistics_check.h"
#include "todo.h"

/* ---- 19.7 ---------------------------------------------------------------------------------------- */

double sample_geometric_mean(const double *ratios, long n)
{
    ratios_check(ratios, n); /* given: n >= 1, every ratio > 0 */

    /* TODO: the n-th root of the product of n ratios.
     *
     * CONTRACT  also where the product is no double (5000 to the power of 300).
     * EXAMPLE   {1, 2, 4}: 2        {2, 0.5}: 1
     * HOLDS     all ratios inverted: the result is inverted. n equal ratios: that one.
     * YOU HAVE  log and exp of math.h
     * THINK     twice as fast and half as fast: which mean says "as before"? What becomes of a
     *           product under a logarithm, and of a root? */
    todo("19.7 sample_geometric_mean");
}
