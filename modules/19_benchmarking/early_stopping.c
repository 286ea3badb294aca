/* early_stopping.c - how many queries it takes until "90 % are fast enough" is more than luck. */
#include "statistics_check.h"
#include "todo.h"

/* ---- 19.9 ---------------------------------------------------------------------------------------- */

long early_stopping_queries(long over, double p, double d, double c)
{
    early_stopping_check(over, p, d, c); /* given: over >= 0, 0 < p < 1, 0 <= d < p, 0 < c < 1 */

    /* TODO: the least n, more than `over`, for which at most `over` slow ones among n would have a chance of 1 - c or
     * less, if each query were slow with chance q = 1 - (p - d).
     *
     * APPROACH
     *   1. A function of your own (static): the chance of at most `over` among n. It is the sum over k = 0 .. over of
     *      C(n, k) q^k (1 - q)^(n - k).
     *   2. The first term is (1 - q)^n; term k + 1 is term k times (n - k) / (k + 1) times q / (1 - q).
     *   3. With many queries the first term is less than any double: keep its logarithm, and add exp of each.
     *   4. The chance falls as n grows: count n up.
     *
     * EXAMPLE
     *   over 0, p 0.9, d 0, c 0.99: 0.9^43 = 0.0108, 0.9^44 = 0.0097: 44        over 1: 64
     *
     * HINT: log1p(-q) is the logarithm of 1 - q. */
    todo("19.9 early_stopping_queries");
}
