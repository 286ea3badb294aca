/* sort_numbers.c - numbers from the least to the largest. */
#include <stdlib.h>
#include "sort_numbers.h"

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void sort_numbers(double *x, long n)
{
    qsort(x, (size_t)n, sizeof *x, by_value);
}
