/* percentile.c - how slow the slowest few are: the number below which p percent lie. */
#include <math.h>
#include <string.h>
#include "measure_check.h"
#include "todo.h"

/* ---- 14.11 --------------------------------------------------------------------------------------- */

double percentile(const double *x, long n, double p)
{
    percentile_check(x, n, p); /* given: n >= 1, p is 0 .. 100, no NaN */

    /* TODO: the smallest of x that at least p percent of them do not exceed. x keeps its order.
     *
     * APPROACH
     *   1. Sort a copy: scope_alloc(scope_current(), n * sizeof(double)) has room for it,
     *      sort_numbers(sorted, n) puts it in rising order.
     *   2. Of these it is number ceil(p n / 100), counted from 1; for p = 0 number 1.
     *
     * EXAMPLE
     *   50, 10, 40, 20, 31: p = 50 gives 31 (number ceil(2.5) = 3), p = 40 gives 20, p = 0 gives 10
     *
     * HINT: places in an array count from 0. Multiply before you divide: p * n / 100. */
    todo("14.11 percentile");
}
