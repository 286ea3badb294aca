/* quantile.c - the number below which a share of the sample lies.
 *
 *     sorted     1     2     4     8          p = 0.5: position 0.5 * 3 = 1.5
 *     position   0     1     2     3          half-way from 2 to 4: 3
 */
#include "statistics_check.h"
#include "todo.h"

/* ---- 19.1 ---------------------------------------------------------------------------------------- */

double sample_quantile(const double *x, long n, double p)
{
    quantile_check(x, n, p); /* given: n >= 1, 0 <= p <= 1, no NaN */

    /* TODO: the number at position p (n - 1) of the sorted sample, counted from 0; between two
     * neighbours on a straight line.
     *
     * CONTRACT  x keeps its order. Numbers of any size: 1.7e308 less -1.7e308 is no double. What
     *           is asked for in between is given back.
     * EXAMPLE   of {8, 1, 4, 2}:  p = 0.25: position 0.75, 1 + 0.75 * (2 - 1) = 1.75        p = 1: 8
     * HOLDS     p = 0 the least, p = 1 the greatest. Another order of x: the same.
     * YOU HAVE  sample_sorted(x, n), a sorted copy in the current scope; line_between(a, b,
     *           part) is a + part (b - a) for numbers of any size; scope_open, scope_close
     * THINK     the position has a whole part and a rest: what do they say? What stands behind
     *           the last number? */
    todo("19.1 sample_quantile");
}
