/* geometric_mean.c - the mean of the logarithms, and back. */
#include <math.h>
#include "statistics_check.h"

double sample_geometric_mean(const double *ratios, long n)
{
    ratios_check(ratios, n);

    double logarithms = 0;
    for (long i = 0; i < n; i++)
        logarithms += log(ratios[i]);
    double mean = logarithms / (double)n;
    return exp(mean);
}
