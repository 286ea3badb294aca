/* mann_whitney.c - the Mann-Whitney test: could chance have dealt these ranks?
 *
 * Exact where that is quick, else by the normal distribution.
 */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "statistics_check.h"

void mann_whitney_check(const char *function, const double *a, long n, const double *b, long m,
                        long most)
{
    if (n < 1 || m < 1)
        fail("%s: samples of %ld and %ld numbers, expected at least 1 each", function, n, m);
    if (n > most - m)
        fail("%s: samples of %ld and %ld numbers, expected at most %ld together. hint: "
             "mann_whitney_p takes any",
             function, n, m, most);
    measurements_check(function, a, n);
    measurements_check(function, b, m);
}

double *sample_joined(const double *a, long n, const double *b, long m)
{
    double *both = scope_alloc(scope_current(), (size_t)(n + m) * sizeof *both);
    memcpy(both, a, (size_t)n * sizeof *both);
    memcpy(both + n, b, (size_t)m * sizeof *both);
    return both;
}

/* Places from 1 to n, shared by equal numbers. */
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

/* ---- exact: of all the ways to deal the ranks, which share is at least as uneven as ours? ---- */

/* Ranks are counted in halves, so that mid-ranks are whole numbers: all of them together are
 * (n + m) (n + m + 1). ways[k * (whole + 1) + s]: in how many ways k of the ranks add up to s. */
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

/* ---- for samples of any size ----------------------------------------------------------------- */

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
