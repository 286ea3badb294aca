/* percentile_want.c - nearest rank. */
#include "want.h"

double percentile_want(const double *x, long n, double p)
{
    double *sorted = ROOM_FOR(n, double);
    for (long i = 0; i < n; i++) {
        long j = i;
        for (; j > 0 && sorted[j - 1] > x[i]; j--)
            sorted[j] = sorted[j - 1];
        sorted[j] = x[i];
    }
    long rank = (long)ceil(p * (double)n / 100);
    return sorted[rank < 1 ? 0 : rank - 1];
}
