/* margin_queries.c - how many queries pin a percentile down to a margin. */
#include <math.h>
#include "statistics_check.h"

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
