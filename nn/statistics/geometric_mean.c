/* geometric_mean.c - the mean of factors: twice as fast and half as fast are together as fast as
 * before. */
#include <math.h>
#include "statistics_check.h"

EXERCISE
double sample_geometric_mean(const double *ratios, long n)
{
    ratios_check(ratios, n);
    double sum = 0;
    for (long i = 0; i < n; i++)
        sum += log(ratios[i]);
    return exp(sum / (double)n);
}
