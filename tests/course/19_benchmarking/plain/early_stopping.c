/* early_stopping.c - n grows until the chance is small enough; each term by its logarithm. */
#include <math.h>
#include "statistics_check.h"

/* Of at most `over` slow ones among n. */
static double chance_of_at_most(long over, long n, double q)
{
    double log_term = (double)n * log1p(-q);
    double chance = exp(log_term);
    for (long k = 1; k <= over; k++) {
        log_term += log((double)(n - k + 1)) - log((double)k) + log(q) - log1p(-q);
        chance += exp(log_term);
    }
    return chance;
}

long early_stopping_queries(long over, double p, double d, double c)
{
    early_stopping_check(over, p, d, c);

    double q = 1 - (p - d);
    long n = over + 1;
    while (chance_of_at_most(over, n, q) > 1 - c)
        n++;
    return n;
}
