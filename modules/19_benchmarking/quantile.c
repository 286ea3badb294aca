/* quantile.c - the number below which a share of the sample lies.
 *
 *     sorted     1     2     4     8          p = 0 is the first of them, p = 1 the last
 */
#include "statistics_check.h"
#include "todo.h"

/* ---- 19.1 ---------------------------------------------------------------------------------------- */

double sample_quantile(const double *x, long n, double p)
{
    quantile_check(x, n, p); /* given: n >= 1, 0 <= p <= 1, no NaN */

    /* TODO: the number that is as far into the sorted sample as p says, by the rule that the lesson
     * names. Between two neighbours is a straight line.
     *
     * CONTRACT  x keeps its order. Numbers of any size: 1.7e308 less -1.7e308 is no double. What
     *           is asked for in between is given back.
     * EXAMPLE   of {8, 1, 4, 2}:  p = 0.25: 1.75        p = 0.5: 3        p = 1: 8
     * HOLDS     p = 0 the least, p = 1 the greatest. Another order of x: the same.
     * YOU HAVE  sample_sorted(x, n), a sorted copy in the current scope; line_between(a, b,
     *           part) is a + part (b - a) for numbers of any size; scope_open, scope_close
     * THINK     how many steps lie between n numbers, and how many of them are p? What stands
     *           behind the last number? */
    todo("19.1 sample_quantile");
}
