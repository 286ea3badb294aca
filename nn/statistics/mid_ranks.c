/* mid_ranks.c - places from 1 to n, shared by equal numbers. */
#include "statistics_check.h"

EXERCISE
void mid_ranks(double *rank, const double *x, long n)
{
    measurements_check("mid_ranks", x, n);
    for (long i = 0; i < n; i++) {
        long smaller = 0, equal = 0; /* itself among the equal ones */
        for (long j = 0; j < n; j++) {
            smaller += x[j] < x[i];
            equal += x[j] == x[i];
        }
        rank[i] = (double)smaller + 0.5 * (double)(equal + 1);
    }
}
