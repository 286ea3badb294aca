/* percentile.c - how slow the slowest few are: the number below which p percent lie. */
#include <math.h>
#include <string.h>
#include "measure_check.h"

double percentile(const double *x, long n, double p)
{
    percentile_check(x, n, p);

    Scope *scope = scope_open();
    double *sorted = scope_alloc(scope, (size_t)n * sizeof(double));
    for (long i = 0; i < n; i++)
        sorted[i] = x[i];
    sort_numbers(sorted, n);
    long number = (long)ceil(p * (double)n / 100);
    if (number < 1)
        number = 1;
    double result = sorted[number - 1];
    scope_close(scope);
    return result;
}
