/* quantile.c - the number below which a share of the sample lies.
 *
 *     sorted     1     2     4     8          p = 0.5: position 0.5 * 3 = 1.5
 *     position   0     1     2     3          half-way from 2 to 4: 3
 */
#include <math.h>
#include "statistics_check.h"

EXERCISE
double sample_quantile(const double *x, long n, double p)
{
    quantile_check(x, n, p);
    Scope *scope = scope_open();
    const double *sorted = sample_sorted(x, n);
    double position = p * (double)(n - 1);
    long below = (long)floor(position), above = below + 1 < n ? below + 1 : below;
    double part = position - (double)below;
    double quantile = line_between(sorted[below], sorted[above], part);
    scope_close(scope);
    return quantile;
}
