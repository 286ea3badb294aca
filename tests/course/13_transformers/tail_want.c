/* tail_want.c - the tail cut off in plain loops, right and with each of the mistakes people make. */
#include "want.h"

#define MOST 1024

static Tensor *from_doubles(const double *p, long V)
{
    Tensor *t = blank(SHAPE(V));
    for (long i = 0; i < V; i++)
        t->data[i] = (real)p[i];
    return t;
}

/* ---- 13.8 and 13.9 ---------------------------------------------------------------------------------------- */

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
static void keep(double *p, long V, const long *order, long n, bool normed)
{
    double held = 0;
    for (long place = 0; place < V; place++) {
        double *share = &p[order[place]];
        if (place < n)
            held += *share;
        else
            *share = 0;
    }
    for (long place = 0; place < n && normed; place++)
        p[order[place]] /= held;
}

typedef enum { LIKELY_FIRST, UNLIKELY_FIRST, BY_ID } Order;

static void in_order(long *order, const double *p, long V, Order how)
{
    if (how == BY_ID)
        for (long i = 0; i < V; i++)
            order[i] = i;
    else
        sort(order, p, V);
    for (long i = 0; i < V / 2 && how == UNLIKELY_FIRST; i++) {
        long swap = order[i];
        order[i] = order[V - 1 - i];
        order[V - 1 - i] = swap;
    }
}

static Tensor *cut_to(const Tensor *t, long n, Order how, bool normed)
{
    double p[MOST];
    long order[MOST], V = t->shape[0];
    for (long i = 0; i < V; i++)
        p[i] = at(t, AT(i));
    in_order(order, p, V, how);
    keep(p, V, order, n < 0 ? 0 : n < V ? n : V, normed);
    return from_doubles(p, V);
}

Tensor *top_k_want(const Tensor *p, long k)
{
    long V = p->shape[0];
    if (k >= V)
        MISTAKE(cut_to(p, V - 1, LIKELY_FIRST, true), "one was cut off: V may stay");
    if (k < V) {
        MISTAKE(copy_of(p), "nothing was cut off");
        MISTAKE(cut_to(p, k, LIKELY_FIRST, false),
                "what stays no longer adds up to 1: divide by its sum");
        MISTAKE(cut_to(p, k, UNLIKELY_FIRST, true), "the k least likely were kept");
        MISTAKE(cut_to(p, k, BY_ID, true),
                "the first k by id were kept: the order is that of sample_order");
        MISTAKE(cut_to(p, k - 1, LIKELY_FIRST, true), "one token too few was kept");
        MISTAKE(cut_to(p, k + 1, LIKELY_FIRST, true), "one token too many was kept");
        MISTAKE(plain_scaled(cut_to(p, k, LIKELY_FIRST, false), 1 / (double)k),
                "divided by k: divide by the sum of what stays");
    }
    return cut_to(p, k, LIKELY_FIRST, true);
}

/* Where the k-th and the next are alike. */
Tensor *equals_want(const Tensor *p, long k)
{
    double kept[MOST] = {0}, last[MOST], sum = 0, held = 0;
    long order[MOST], V = p->shape[0];
    for (long i = 0; i < V; i++)
        kept[i] = at(p, AT(i));
    sort(order, kept, V);
    double least = kept[order[k - 1]];
    long highest = V - 1;
    while (kept[highest] != least)
        highest--;
    for (long i = 0; i < V; i++) {
        bool stays = kept[i] > least || i == highest;
        last[i] = stays ? kept[i] : 0;
        kept[i] = kept[i] >= least ? kept[i] : 0;
        sum += kept[i];
        held += last[i];
    }
    MISTAKE(plain_scaled(from_doubles(kept, V), 1 / sum),
            "all that are as likely as the k-th stayed: no more than k do");
    MISTAKE(plain_scaled(from_doubles(last, V), 1 / held),
            "of equals the higher id stayed: the lower one comes first");
    return top_k_want(p, k);
}

long top_k_count_want(long V, long k)
{
    MISTAKE_NUMBER((double)(k < V ? V : k),
                   "either k was returned where there are only V, or V where k stay");
    MISTAKE_NUMBER((double)(V - k), "that is how many were cut off");
    return k < V ? k : V;
}

/* How many tokens have less than mass, in this order. */
static long below_mass(const Tensor *t, double mass, Order how)
{
    double p[MOST] = {0}, sum = 0;
    long order[MOST], V = t->shape[0], n = 0;
    for (long i = 0; i < V; i++)
        p[i] = at(t, AT(i));
    in_order(order, p, V, how);
    while (n < V && sum + p[order[n]] < mass)
        sum += p[order[n++]];
    return n;
}

static long crossing(const Tensor *p, double mass, Order how)
{
    long n = below_mass(p, mass, how) + 1;
    return n < p->shape[0] ? n : p->shape[0];
}

/* The tokens whose own probability is at least mass. */
static Tensor *each_above(const Tensor *p, double mass)
{
    Tensor *t = copy_of(p);
    double sum = 0;
    for (long i = 0; i < p->shape[0]; i++) {
        if (at(p, AT(i)) < mass)
            t->data[i] = 0;
        sum += (double)t->data[i];
    }
    return sum == 0 ? t : plain_scaled(t, 1 / sum);
}

static const char past_the_end[] =
    "the walk left the order behind its end: there are only V tokens, and rounding may leave the "
    "sum of all a little below mass";

Tensor *top_p_want(const Tensor *p, double mass)
{
    long n = crossing(p, mass, LIKELY_FIRST), below = below_mass(p, mass, LIKELY_FIRST);
    bool all = n == p->shape[0];
    if (mass >= 1)
        MISTAKE_MESSAGE("crash", past_the_end);
    if (!all) {
        MISTAKE(copy_of(p), "nothing was cut off");
        MISTAKE(cut_to(p, n, LIKELY_FIRST, false),
                "what stays no longer adds up to 1: divide by its sum");
        MISTAKE(cut_to(p, below, LIKELY_FIRST, true),
                "the token that crosses the mass was dropped: it stays");
        MISTAKE(cut_to(p, n + 1, LIKELY_FIRST, true),
                "one token too many was kept: stop when the sum is at least mass");
        MISTAKE(cut_to(p, crossing(p, mass, BY_ID), BY_ID, true),
                "tokens were added up by id: likely ones come first");
        MISTAKE(cut_to(p, crossing(p, mass, UNLIKELY_FIRST), UNLIKELY_FIRST, true),
                "the least likely tokens came first");
        MISTAKE(each_above(p, mass),
                "single probabilities were held against the mass: it is their running sum");
        MISTAKE(plain_scaled(cut_to(p, n, LIKELY_FIRST, false), 1 / mass),
                "divided by mass: what stays is a little more than that, so divide by its sum");
    }
    return cut_to(p, n, LIKELY_FIRST, true);
}

long top_p_count_want(const Tensor *p, double mass)
{
    long n = crossing(p, mass, LIKELY_FIRST), V = p->shape[0];
    if (n < V)
        MISTAKE_NUMBER((double)V, "V was returned: how many stay?");
    MISTAKE_NUMBER((double)(V - n), "that is how many were cut off");
    MISTAKE_NUMBER((double)(n - 1),
                   "one too few was counted: the token that crosses the mass stays");
    MISTAKE_NUMBER((double)(n + 1), "one too many was counted");
    return n;
}

long tenths_want(void)
{
    MISTAKE_MESSAGE("crash", past_the_end);
    MISTAKE_NUMBER(11, past_the_end);
    return 10;
}

/* ---- right, for who draws ------------------------------------------------------------------------------- */

void plain_order(long *order, const double *p, long V)
{
    sort(order, p, V);
}

void plain_top_p(double *p, long V, double mass)
{
    long order[MOST];
    Tensor *t = from_doubles(p, V);
    sort(order, p, V);
    if (mass > 0 && mass < 1)
        keep(p, V, order, crossing(t, mass, LIKELY_FIRST), true);
}

void plain_top_k(double *p, long V, long k)
{
    long order[MOST];
    sort(order, p, V);
    if (k > 0)
        keep(p, V, order, k < V ? k : V, true);
}
