/* tail_want.c - the tail cut off in plain loops. */
#include "want.h"

#define MOST 1500

/* Ids, the most likely one first; of equals the lower id first. */
static void sort(long *order, const double *p, long V)
{
    for (long i = 0; i < V; i++) {
        long place = i;
        for (; place > 0 && p[order[place - 1]] < p[i]; place--)
            order[place] = order[place - 1];
        order[place] = i;
    }
}

/* Those of order[0 .. n) stay. */
static void keep(double *p, long V, const long *order, long n)
{
    double held = 0;
    for (long place = 0; place < n; place++)
        held += p[order[place]];
    for (long place = 0; place < V; place++)
        p[order[place]] = place < n ? p[order[place]] / held : 0;
}

/* How many it takes to reach the mass. */
static long crossing(const long *order, const double *p, long V, double mass)
{
    double sum = 0;
    long n = 0;
    while (n < V && sum < mass)
        sum += p[order[n++]];
    return n;
}

void plain_top_k(double *p, long V, long k)
{
    long order[MOST];
    sort(order, p, V);
    if (k > 0 && k < V)
        keep(p, V, order, k);
}

void plain_top_p(double *p, long V, double mass)
{
    long order[MOST];
    sort(order, p, V);
    if (mass > 0 && mass < 1)
        keep(p, V, order, crossing(order, p, V, mass));
}

static void to_doubles(double *p, const Tensor *t)
{
    for (long i = 0; i < t->shape[0]; i++)
        p[i] = at(t, AT(i));
}

static Tensor *from_doubles(const double *p, long V)
{
    Tensor *t = blank(SHAPE(V));
    for (long i = 0; i < V; i++)
        t->data[i] = (real)p[i];
    return t;
}

Tensor *top_k_want(const Tensor *t, long k)
{
    double p[MOST];
    to_doubles(p, t);
    plain_top_k(p, t->shape[0], k);
    return from_doubles(p, t->shape[0]);
}

Tensor *top_p_want(const Tensor *t, double mass)
{
    double p[MOST];
    to_doubles(p, t);
    plain_top_p(p, t->shape[0], mass);
    return from_doubles(p, t->shape[0]);
}

long top_k_count_want(long V, long k)
{
    return k < V ? k : V;
}

long top_p_count_want(const Tensor *t, double mass)
{
    double p[MOST];
    long order[MOST];
    to_doubles(p, t);
    sort(order, p, t->shape[0]);
    return crossing(order, p, t->shape[0], mass);
}
