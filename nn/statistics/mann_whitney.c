/* mann_whitney.c - the Mann-Whitney test for samples of any size: exact where that is quick, else
 * normal. */
#include <limits.h>
#include <math.h>
#include "statistics_check.h"

/* The variance of a's sum of ranks is n m / 12 ((N + 1) - sum of (t^3 - t) / (N (N - 1))) for ties
 * of t numbers each: a number with t equal ones adds t^2 - 1, and all t of them t^3 - t. */
double mann_whitney_normal(const double *a, long n, const double *b, long m)
{
    mann_whitney_check("mann_whitney_normal", a, n, b, m, LONG_MAX);
    Scope *scope = scope_open();
    long count = n + m;
    double *rank = scope_alloc(scope, (size_t)count * sizeof *rank);
    const double *both = sample_joined(a, n, b, m);
    mid_ranks(rank, both, count);
    double sum = 0, ties = 0, N = (double)count;
    for (long i = 0; i < count; i++) {
        double equal = 0;
        for (long j = 0; j < count; j++)
            equal += both[j] == both[i];
        ties += equal * equal - 1;
        sum += i < n ? rank[i] : 0;
    }
    scope_close(scope);
    double far = fabs(sum - 0.5 * (double)n * (N + 1)) - 0.5;
    double variance = (double)n * (double)m / 12 * (N + 1 - ties / (N * (N - 1)));
    return far > 0 && variance > 0 ? erfc(far / sqrt(2 * variance)) : 1;
}

double mann_whitney_p(const double *a, long n, const double *b, long m)
{
    return n <= 12 && m <= 12 ? mann_whitney_exact(a, n, b, m) : mann_whitney_normal(a, n, b, m);
}
