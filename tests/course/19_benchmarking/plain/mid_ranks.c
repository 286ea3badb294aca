/* mid_ranks.c - for each number: how many are less, how many are equal. */
#include "statistics_check.h"

void mid_ranks(double *rank, const double *x, long n)
{
    measurements_check("mid_ranks", x, n);

    for (long i = 0; i < n; i++) {
        long less = 0, equal = 0;
        for (long j = 0; j < n; j++) {
            if (x[j] < x[i])
                less++;
            else if (x[j] == x[i])
                equal++;
        }
        /* the places less + 1 to less + equal */
        long first = less + 1, last = less + equal;
        rank[i] = (double)(first + last) / 2;
    }
}
