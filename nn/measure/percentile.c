/* percentile.c - how slow the slowest few are: the number below which p percent lie.
 *
 * Invariant: the result is one of the numbers, and these stay as they are.
 */
#include <math.h>
#include <string.h>
#include "measure_check.h"

EXERCISE
double percentile(const double *x, long n, double p)
{
    percentile_check(x, n, p);
    Scope *scratch = scope_open();
    double *sorted = scope_alloc(scratch, (size_t)n * sizeof *sorted);
    memcpy(sorted, x, (size_t)n * sizeof *sorted);
    sort_numbers(sorted, n);
    long rank = (long)ceil(p * (double)n / 100);
    double found = sorted[rank > 0 ? rank - 1 : 0];
    scope_close(scratch);
    return found;
}
