/* tail_want.c - probabilities and their tail in plain loops, right and with each of the mistakes people make. */
#include "want.h"

#define MOST 64

static Tensor *from_doubles(const double *p, long V)
{
    Tensor *t = blank(SHAPE(V));
    for (long i = 0; i < V; i++)
        t->data[i] = (real)p[i];
    return t;
}

/* ---- 13.7 sample_temperature ---------------------------------------------------------------------------- */

typedef enum {
    AS_IT_IS,
    MULTIPLIED,
    AFTERWARDS,
    AFTER_AND_NORMED,
    IGNORED,
    NOT_NORMED,
    AS_POWER
} Heat;

static void heat(double *p, const Tensor *logits, double T, Heat how)
{
    long V = logits->shape[0];
    double most = -INFINITY, sum = 0, all = 0;
    for (long i = 0; i < V; i++)
        most = fmax(most, at(logits, AT(i)));
    bool found = false;
    for (long i = 0; i < V; i++) {
        double below = at(logits, AT(i)) - most;
        if (T == 0) {
            p[i] = below == 0 && !found;
            found = found || below == 0;
        } else {
            p[i] = exp(how == MULTIPLIED                      ? below * T
                       : how == AS_IT_IS || how == NOT_NORMED ? below / T
                                                              : below);
        }
        sum += p[i];
    }
    for (long i = 0; i < V; i++) {
        p[i] /= how == NOT_NORMED ? 1 : sum;
        if (how == AFTERWARDS || how == AFTER_AND_NORMED)
            p[i] /= T;
        if (how == AS_POWER)
            p[i] = pow(p[i], 1 / T);
        all += p[i];
    }
    for (long i = 0; i < V && how == AFTER_AND_NORMED; i++)
        p[i] /= all;
}

static Tensor *heated(const Tensor *logits, double T, Heat how)
{
    double p[MOST];
    heat(p, logits, T, how);
    return from_doubles(p, logits->shape[0]);
}

/* All of the largest logits share, or only the last one of them has it. */
static Tensor *greedy_by(const Tensor *logits, bool shared)
{
    long V = logits->shape[0], n = 0, last = 0;
    double most = -INFINITY;
    Tensor *p = blank(SHAPE(V));
    for (long i = 0; i < V; i++)
        most = fmax(most, at(logits, AT(i)));
    for (long i = 0; i < V; i++)
        if (at(logits, AT(i)) == most) {
            last = i;
            n++;
        }
    for (long i = 0; i < V; i++)
        p->data[i] = (real)(shared ? (at(logits, AT(i)) == most) / (double)n : i == last);
    return p;
}

static Tensor *not_a_number(long V)
{
    Tensor *t = blank(SHAPE(V));
    for (long i = 0; i < V; i++)
        t->data[i] = (real)NAN;
    return t;
}

Tensor *temperature_want(const Tensor *logits, double T)
{
    if (T > 0) {
        MISTAKE(heated(logits, T, MULTIPLIED),
                "multiplied by the temperature: it divides the logits, so that below 1 is sharper");
        MISTAKE(heated(logits, T, AFTERWARDS),
                "the probabilities were divided by the temperature: it is the logits, before e^");
        MISTAKE(heated(logits, T, IGNORED), "the temperature is not used");
        MISTAKE(heated(logits, T, NOT_NORMED), "they do not add up to 1: divide by the sum");
        MISTAKE(heated(logits, T, AS_POWER),
                "probabilities to the power 1/T do not add up to 1 any more");
        MISTAKE(plain_scaled(logits, 1 / T),
                "these are logits, divided: e^ and the sum are missing");
        if (at(logits, AT(0)) / T > 710)
            MISTAKE(not_a_number(logits->shape[0]),
                    "infinity / infinity: take the largest logit off before e^");
    } else {
        MISTAKE(greedy_by(logits, true),
                "of equals the first one gets all: p was shared among them");
        MISTAKE(greedy_by(logits, false), "of equals the first one gets all: this is the last");
        MISTAKE(heated(logits, 1, AS_IT_IS),
                "temperature 0 was taken for 1: it is the limit, all for the largest logit");
        double p[MOST] = {1};
        MISTAKE(from_doubles(p, logits->shape[0]), "token 0 got all: either the search began with "
                                                   "0 as the largest, or none was made; logits "
                                                   "may all be negative");
        MISTAKE(not_a_number(logits->shape[0]),
                "divided by a temperature of 0: 0 / 0 is NaN, so 0 is a case of its own");
    }
    return heated(logits, T, AS_IT_IS);
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
    MISTAKE(copy_of(p), "nothing was cut off");
    if (k < V) {
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

Tensor *top_p_want(const Tensor *p, double mass)
{
    long n = crossing(p, mass, LIKELY_FIRST), below = below_mass(p, mass, LIKELY_FIRST);
    bool all = n == p->shape[0];
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

/* ---- right, for who draws ------------------------------------------------------------------------------- */

void plain_temperature(double *p, const Tensor *logits, double T)
{
    heat(p, logits, T, AS_IT_IS);
}

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
