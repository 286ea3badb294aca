/* mann_whitney_exact.c - of all the ways to deal the ranks, which share is at least as uneven as
 * ours?
 *
 * Ranks are counted in halves, so that mid-ranks are whole numbers: all of them together are (n +
 * m) (n + m + 1).
 */
#include <stdlib.h>
#include <string.h>
#include "statistics_check.h"

/* ways[k * (whole + 1) + s]: in how many ways k of the ranks add up to s. */
static double *ways_to_deal(const long *rank, long count, long n, long whole)
{
    size_t bytes = (size_t)((n + 1) * (whole + 1)) * sizeof(double);
    double *ways = scope_alloc(scope_current(), bytes);
    memset(ways, 0, bytes);
    ways[0] = 1;
    for (long i = 0; i < count; i++)
        for (long k = n; k > 0; k--)
            for (long s = whole; s >= rank[i]; s--)
                ways[k * (whole + 1) + s] += ways[(k - 1) * (whole + 1) + s - rank[i]];
    return ways;
}

EXERCISE
double mann_whitney_exact(const double *a, long n, const double *b, long m)
{
    mann_whitney_check("mann_whitney_exact", a, n, b, m, 56);
    Scope *scope = scope_open();
    long count = n + m, whole = count * (count + 1), sum = 0;
    double *mid = scope_alloc(scope, (size_t)count * sizeof *mid);
    long *rank = scope_alloc(scope, (size_t)count * sizeof *rank);
    mid_ranks(mid, sample_joined(a, n, b, m), count);
    for (long i = 0; i < count; i++) {
        rank[i] = (long)(2 * mid[i]);
        sum += i < n ? rank[i] : 0;
    }
    const double *of_n = ways_to_deal(rank, count, n, whole) + n * (whole + 1);
    long middle = n * (count + 1), far = labs(sum - middle);
    double as_far = 0, all = 0;
    for (long s = 0; s <= whole; s++) {
        all += of_n[s];
        as_far += labs(s - middle) >= far ? of_n[s] : 0;
    }
    scope_close(scope);
    return as_far / all;
}
