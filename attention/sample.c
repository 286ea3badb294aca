/* sample.c - one token from a distribution.
 *
 * softmax(logits / temperature) gives every token a chance. A temperature below 1 sharpens the
 * distribution, above 1 flattens it; 0 is its limit, the most likely token. top_k and top_p cut off
 * the long tail, which holds many tokens that are each unlikely and together are not.
 * Invariant: the same logits, options and random state give the same token; sampling draws exactly
 * one number from the stream, greedy choice none.
 * Source: top-p ("nucleus") after Holtzman et al. 2020.
 */
#include "attention.h"
#include <math.h>
#include <stdlib.h>

typedef struct {
    int id;
    double p; /* first the logit, then its share, not normalized */
} Candidate;

static void check(const real *logits, long V, SampleOptions o)
{
    if (V < 1)
        fail("sample_token: V is %ld, expected at least 1 logit", V);
    if (!(o.temperature >= 0 && isfinite(o.temperature)))
        fail("sample_token: temperature is %g, expected a number >= 0 (0: greedy)", o.temperature);
    if (o.top_k < 0)
        fail("sample_token: top_k is %ld, expected at least 0 (0: all)", o.top_k);
    if (!(o.top_p >= 0 && o.top_p <= 1))
        fail("sample_token: top_p is %g, expected 0 to 1 (0 or 1: all)", o.top_p);
    for (long i = 0; i < V; i++)
        if (!isfinite(logits[i]))
            fail("sample_token: logit %ld of %ld is %g. hint: has training diverged?", i, V,
                 (double)logits[i]);
}

static int most_likely(const real *logits, long V)
{
    long best = 0;
    for (long i = 1; i < V; i++)
        if (logits[i] > logits[best])
            best = i;
    return (int)best;
}

/* Most likely first; among equals, the lower id first. */
static int by_likelihood(const void *a, const void *b)
{
    const Candidate *x = a, *y = b;
    if (x->p != y->p)
        return x->p < y->p ? 1 : -1;
    return (x->id > y->id) - (x->id < y->id);
}

/* The fewest candidates whose shares reach top_p of the total, at least one. */
static long nucleus(const Candidate *c, long n, double top_p)
{
    double total = 0, reached = 0;
    for (long i = 0; i < n; i++)
        total += c[i].p;
    for (long i = 0; i < n; i++) {
        reached += c[i].p;
        if (reached >= top_p * total)
            return i + 1;
    }
    return n;
}

static int draw(const Candidate *c, long n, Rng *rng)
{
    double total = 0;
    for (long i = 0; i < n; i++)
        total += c[i].p;
    double left = rng_uniform(rng) * total;
    for (long i = 0; i < n; i++) {
        left -= c[i].p;
        if (left < 0)
            return c[i].id;
    }
    return c[0].id; /* only by rounding */
}

int sample_token(const real *logits, long V, SampleOptions o, Rng *rng)
{
    check(logits, V, o);
    if (rng == NULL && o.temperature > 0)
        fail("sample_token: rng is NULL, but temperature %g needs random numbers", o.temperature);
    if (o.temperature == 0)
        return most_likely(logits, V);

    Scope *scope = scope_open();
    Candidate *c = scope_alloc(scope, (size_t)V * sizeof *c);
    for (long i = 0; i < V; i++)
        c[i] = (Candidate){(int)i, (double)logits[i]};
    qsort(c, (size_t)V, sizeof *c, by_likelihood);

    long n = o.top_k > 0 && o.top_k < V ? o.top_k : V;
    double highest = c[0].p;
    for (long i = 0; i < n; i++)
        c[i].p = exp((c[i].p - highest) / o.temperature);
    if (o.top_p > 0 && o.top_p < 1)
        n = nucleus(c, n, o.top_p);
    int token = draw(c, n, rng);
    scope_close(scope);
    return token;
}
