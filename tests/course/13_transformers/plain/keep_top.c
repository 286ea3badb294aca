/* keep_top.c - cut off the tail of a distribution. */
#include "attention_shared.h"

/* The first `count` of order stay, all others become 0, and what stays adds up to 1. */
static void keep_first(double *p, long V, const long *order, long count)
{
    double kept = 0;
    for (long i = 0; i < count; i++)
        kept += p[order[i]];
    for (long i = 0; i < V; i++) {
        long id = order[i];
        if (i < count)
            p[id] = p[id] / kept;
        else
            p[id] = 0;
    }
}

long sample_top_k(double *p, long V, long k)
{
    sample_check_top_k(p, V, k);

    long count = k;
    if (count > V)
        count = V;
    Scope *scope = scope_open();
    keep_first(p, V, sample_order(p, V), count);
    scope_close(scope);
    return count;
}

long sample_top_p(double *p, long V, double mass)
{
    sample_check_top_p(p, V, mass);

    Scope *scope = scope_open();
    const long *order = sample_order(p, V);
    double reached = 0;
    long count = 0;
    while (count < V && reached < mass) {
        reached += p[order[count]];
        count++;
    }
    keep_first(p, V, order, count);
    scope_close(scope);
    return count;
}
