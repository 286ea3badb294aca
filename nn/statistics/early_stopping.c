/* early_stopping.c - how many queries it takes until "90 % are fast enough" is more than luck, and
 * how many pin a percentile down to a margin.
 */
#include <math.h>
#include "statistics_check.h"

void early_stopping_check(long over, double p, double d, double c)
{
    if (over < 0)
        fail("early_stopping_queries: %ld queries were too slow, expected at least 0", over);
    if (!(p > 0 && p < 1))
        fail("early_stopping_queries: p is %g, expected more than 0 and less than 1", p);
    if (!(d >= 0 && d < p))
        fail("early_stopping_queries: the tolerance is %g, expected 0 or more, and less than p = "
             "%g",
             d, p);
    if (!(c > 0 && c < 1))
        fail("early_stopping_queries: the confidence is %g, expected more than 0 and less than 1",
             c);
}

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

/* Between -z and z lies the share c of a normal distribution: erf(z / sqrt(2)) = c, by halving. */
static double normal_z(double c)
{
    double low = 0, high = 40;
    for (int i = 0; i < 100; i++) {
        double z = 0.5 * (low + high);
        if (erfc(z / sqrt(2)) > 1 - c)
            low = z;
        else
            high = z;
    }
    return low;
}

double margin_queries(double p, double c, double margin)
{
    if (!(p > 0 && p < 1) || !(c > 0 && c < 1) || !(margin > 0 && margin < 1))
        fail("margin_queries: p is %g, the confidence %g, the margin %g, expected more than 0 and "
             "less than 1. hint: 0.5 %% is 0.005",
             p, c, margin);
    double z = normal_z(c);
    return round(z * z * p * (1 - p) / (margin * margin));
}
