/* mann_whitney_exact.c - ways[k][s]: how many ways there are to choose k ranks whose halves add up to s. */
#include <math.h>
#include <stdlib.h>
#include "statistics_check.h"

double mann_whitney_exact(const double *a, long n, const double *b, long m)
{
    mann_whitney_check("mann_whitney_exact", a, n, b, m, 56);

    Scope *scope = scope_open();
    long all = n + m, most = all * (all + 1);
    double *rank = scope_alloc(scope, (size_t)all * sizeof(double));
    mid_ranks(rank, sample_joined(a, n, b, m), all);
    double *ways = scope_alloc(scope, (size_t)((n + 1) * (most + 1)) * sizeof(double));
    for (long e = 0; e < (n + 1) * (most + 1); e++)
        ways[e] = 0;
    ways[0] = 1;
    long ours = 0;
    for (long i = 0; i < all; i++) {
        long halves = lround(2 * rank[i]);
        if (i < n)
            ours += halves;
        for (long k = n; k >= 1; k--)
            for (long s = most; s >= halves; s--)
                ways[k * (most + 1) + s] += ways[(k - 1) * (most + 1) + s - halves];
    }
    long middle = n * (all + 1);
    long distance = labs(ours - middle);
    double as_far = 0, total = 0;
    for (long s = 0; s <= most; s++) {
        double count = ways[n * (most + 1) + s];
        total += count;
        if (labs(s - middle) >= distance)
            as_far += count;
    }
    scope_close(scope);
    return as_far / total;
}
