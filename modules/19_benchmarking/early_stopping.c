/* early_stopping.c - how many queries it takes until "90 % are fast enough" is more than luck. */
#include "statistics_check.h"
#include "todo.h"

/* ---- 19.6 ---------------------------------------------------------------------------------------- */

long early_stopping_queries(long over, double p, double d, double c)
{
    early_stopping_check(over, p, d, c); /* given: over >= 0, 0 < p < 1, 0 <= d < p, 0 < c < 1 */

    /* TODO: how many queries it takes until "a share p is fast enough" is more than luck.
     *
     * CONTRACT  the least n, more than `over`, for which at most `over` slow ones among n would
     *           have a chance of 1 - c or less, if each query were slow with chance q = 1 - (p -
     *           d). Right also where single terms are less than any double (0.5^1100).
     * EXAMPLE   over 0, p 0.9, d 0, c 0.99: 0.9^43 = 0.0108, 0.9^44 = 0.0097: 44        over 1: 64
     * HOLDS     more slow ones, or a larger c: never fewer queries.
     * YOU HAVE  log, exp; log1p(-q) is the logarithm of 1 - q
     * THINK     which chance has exactly k slow ones among n? How does one such term come from
     *           the one before? What is kept, so that nothing becomes 0 too early? */
    todo("19.6 early_stopping_queries");
}
