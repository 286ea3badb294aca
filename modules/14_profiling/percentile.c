/* percentile.c - how slow the slowest few are: the number that p percent do not exceed. */
#include <math.h>
#include <string.h>
#include "measure_check.h"
#include "todo.h"

/* ---- 14.8 ---------------------------------------------------------------------------------------- */

double percentile(const double *x, long n, double p)
{
    percentile_check(x, n, p); /* given: n >= 1, p is 0 .. 100, no NaN */

    /* TODO: the smallest of x that at least p percent of them do not exceed.
     *
     * CONTRACT  it is always one of x, the smallest of all for p = 0. x keeps its order.
     * EXAMPLE   50, 10, 40, 20, 31: p = 50 gives 31, p = 40 gives 20, p = 0 gives 10
     * HOLDS     p = 100: the largest. Another order of x: the same.
     * YOU HAVE  scope_alloc(scope_current(), bytes), sort_numbers(x, n), which sorts in place
     * THINK     of 5 sorted numbers, how many percent do not exceed the first, the second, the
     *           third? */
    todo("14.8 percentile");
}
