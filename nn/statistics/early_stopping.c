/* early_stopping.c - how many queries it takes until "90 % are fast enough" is more than luck. */
#include <math.h>
#include "statistics_check.h"

/* The chance that at most `over` of n queries are slow, if each is with chance q: the sum of
 * C(n, k) q^k (1 - q)^(n - k), each from the one before, by logarithms, since the first may be far
 * below 1e-308. */
static double at_most(long over, long n, double q)
{
    double term = (double)n * log1p(-q), sum = 0;
    for (long k = 0; k <= over; k++) {
        sum += exp(term);
        term += log((double)(n - k) / (double)(k + 1) * q / (1 - q));
    }
    return sum;
}

EXERCISE
long early_stopping_queries(long over, double p, double d, double c)
{
    early_stopping_check(over, p, d, c);
    long n = over + 1;
    while (at_most(over, n, 1 - (p - d)) > 1 - c)
        n++;
    return n;
}
