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

    /* TODO: the number at position p (n - 1) of the sorted sample, counted from 0; between two neighbours on a
     * straight line.
     *
     * APPROACH
     *   1. Open a scope; sample_sorted(x, n) gives a sorted copy in it. x itself stays as it is.
     *   2. The whole part of the position is the place below, what is left says how far to go to the next one.
     *      Behind the last number there is no next one. line_between(a, b, part), given, is a + part (b - a) for
     *      numbers of any size: 1.7e308 less -1.7e308 is no double.
     *   3. Close the scope, return the number.
     *
     * EXAMPLE
     *   of {8, 1, 4, 2}:  p = 0.25: position 0.75, 1 + 0.75 * (2 - 1) = 1.75        p = 1: 8
     *
     * HINT: with p = 1 the position is n - 1, and nothing is left over. */
    todo("19.1 sample_quantile");
}
