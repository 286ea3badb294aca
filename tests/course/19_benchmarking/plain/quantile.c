/* quantile.c - the sorted sample, a place in it, and how far it is to the next. */
#include <math.h>
#include "statistics_check.h"

double sample_quantile(const double *x, long n, double p)
{
    quantile_check(x, n, p);

    Scope *scope = scope_open();
    const double *sorted = sample_sorted(x, n);
    double position = p * (double)(n - 1);
    long below = (long)floor(position);
    double result;
    if (below >= n - 1)
        result = sorted[n - 1];
    else
        result = line_between(sorted[below], sorted[below + 1], position - (double)below);
    scope_close(scope);
    return result;
}
