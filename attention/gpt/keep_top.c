/* keep_top.c - cut off the tail of a distribution: its many tokens are each unlikely, together they
 * are not, and one bad token spoils all that follow.
 *
 * top-k keeps a number of tokens, however likely they are; top-p ("nucleus") a number of
 * probability, however many tokens that takes: few where the model is sure, many where it is not.
 * Invariant: what is kept adds up to 1 again, in the proportions it had.
 * Source: top-k after Fan et al. 2018, top-p after Holtzman et al. 2020.
 */
#include "attention_shared.h"

/* The first n of the order stay, the others become impossible. */
static void keep(double *p, long V, const long *order, long n)
{
    double sum = 0;
    for (long i = 0; i < n; i++)
        sum += p[order[i]];
    for (long i = 0; i < V; i++)
        p[order[i]] = i < n ? p[order[i]] / sum : 0;
}

EXERCISE
long sample_top_k(double *p, long V, long k)
{
    sample_check_top_k(p, V, k);
    long kept = k < V ? k : V;
    keep(p, V, sample_order(p, V), kept);
    return kept;
}

EXERCISE
long sample_top_p(double *p, long V, double mass)
{
    sample_check_top_p(p, V, mass);
    const long *order = sample_order(p, V);
    double reached = 0;
    long kept = 0;
    while (kept < V && reached < mass)
        reached += p[order[kept++]];
    keep(p, V, order, kept);
    return kept;
}
