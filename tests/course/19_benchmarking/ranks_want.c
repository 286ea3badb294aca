/* ranks_want.c - ranks and their sums, dealt in every way. */
#include "want.h"

static double rank_of(const double *x, long n, long i)
{
    double smaller = 0, equal = 0;
    for (long j = 0; j < n; j++) {
        smaller += x[j] < x[i];
        equal += x[j] == x[i];
    }
    return smaller + (equal + 1) / 2;
}

Tensor *ranks_want(const Tensor *t)
{
    double *x = ROOM_FOR(t->shape[0], double);
    Tensor *rank = blank(SHAPE(t->shape[0]));
    for (long i = 0; i < t->shape[0]; i++)
        x[i] = (double)t->data[i];
    for (long i = 0; i < t->shape[0]; i++)
        rank->data[i] = (real)rank_of(x, t->shape[0], i);
    return rank;
}

/* ---- 19.4 ------------------------------------------------------------------------------------------ */

enum { MOST_RANKS = 56, MOST_SUM = MOST_RANKS * (MOST_RANKS + 1) };

/* ways[k][s]: to have the sum s, in halves, with k ranks */
static double ways[MOST_RANKS + 1][MOST_SUM + 1];

static void deal_ranks(const long *rank, long count)
{
    memset(ways, 0, sizeof ways);
    ways[0][0] = 1;
    for (long i = 0; i < count; i++)
        for (long k = count; k > 0; k--)
            for (long s = MOST_SUM; s >= rank[i]; s--)
                ways[k][s] += ways[k - 1][s - rank[i]];
}

double exact_want(const Tensor *a, const Tensor *b)
{
    double x[64], far = 0, all = 0;
    long rank[64], n = a->shape[0], m = b->shape[0], own = 0, middle = n * (n + m + 1);
    for (long i = 0; i < n + m; i++)
        x[i] = (double)(i < n ? a->data[i] : b->data[i - n]);
    for (long i = 0; i < n + m; i++) {
        rank[i] = (long)(2 * rank_of(x, n + m, i));
        own += i < n ? rank[i] : 0;
    }
    deal_ranks(rank, n + m);
    for (long s = 0; s <= MOST_SUM; s++) {
        all += ways[n][s];
        far += labs(s - middle) >= labs(own - middle) ? ways[n][s] : 0;
    }
    return far / all;
}
