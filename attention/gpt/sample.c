/* sample.c - one token from logits.
 *
 * Temperature, then top-k, then top-p of what top-k left; then one number u from the stream, and
 * the first token, by id, at which the sum of the probabilities exceeds u.
 * Invariant: the same logits, options and random state give the same token; sampling draws exactly
 * one number from the stream, greedy choice none.
 */
#include "attention_shared.h"
#include <math.h>
#include <string.h>

/* ---- what nothing can be drawn from ---------------------------------------------------------- */

void sample_check_logits(const char *operation, const real *logits, long V, double temperature)
{
    if (V < 1)
        fail("%s: V is %ld, expected at least 1 logit", operation, V);
    if (!(temperature >= 0 && isfinite(temperature)))
        fail("%s: temperature is %g, expected a number >= 0 (0: greedy)", operation, temperature);
    long possible = 0;
    for (long i = 0; i < V; i++) {
        if (!(logits[i] < (real)INFINITY))
            fail("%s: logit %ld of %ld is %g. hint: has training diverged?", operation, i, V,
                 fabs((double)logits[i]));
        possible += logits[i] > (real)-INFINITY;
    }
    if (possible == 0)
        fail("%s: all %ld logits are -inf, which forbids every token", operation, V);
}

static void check_probabilities(const char *operation, const double *p, long V)
{
    double sum = 0;
    if (V < 1)
        fail("%s: V is %ld, expected at least 1 probability", operation, V);
    for (long i = 0; i < V; i++) {
        if (!(p[i] >= 0 && isfinite(p[i])))
            fail("%s: p[%ld] is %g, expected a probability, 0 to 1", operation, i, p[i]);
        sum += p[i];
    }
    if (!(fabs(sum - 1) < 1e-6))
        fail("%s: the %ld probabilities add up to %g, expected 1", operation, V, sum);
}

void sample_check_top_k(const double *p, long V, long k)
{
    check_probabilities("sample_top_k", p, V);
    if (k < 1)
        fail("sample_top_k: k is %ld, expected at least 1", k);
}

void sample_check_top_p(const double *p, long V, double mass)
{
    check_probabilities("sample_top_p", p, V);
    if (!(mass > 0 && mass <= 1))
        fail("sample_top_p: mass is %g, expected more than 0, and at most 1", mass);
}

void sample_check(const real *logits, long V, SampleOptions o, const Rng *rng)
{
    if (o.top_k < 0)
        fail("sample_token: top_k is %ld, expected at least 0 (0: all)", o.top_k);
    if (!(o.top_p >= 0 && o.top_p <= 1))
        fail("sample_token: top_p is %g, expected 0 to 1 (0 or 1: all)", o.top_p);
    sample_check_logits("sample_token", logits, V, o.temperature);
    if (rng == NULL && o.temperature > 0)
        fail("sample_token: rng is NULL, but temperature %g needs random numbers", o.temperature);
}

/* ---- temperature ----------------------------------------------------------------------------- */

/* Logits become probabilities, sharper or flatter than the model meant them:
 *
 *     p = softmax(logits / temperature)
 *
 * Below 1 the likely get likelier, above 1 all come closer together: at 1/2 the odds of two tokens
 * are squared, at 2 they are their roots. 0 is the limit: all for the most likely token ("greedy").
 * Invariant: the order of the tokens stays, and p adds up to 1.
 */

EXERCISE
void sample_temperature(double *p, const real *logits, long V, double temperature)
{
    sample_check_logits("sample_temperature", logits, V, temperature);
    long best = 0;
    for (long i = 1; i < V; i++)
        if (logits[i] > logits[best])
            best = i;
    double sum = 0;
    for (long i = 0; i < V; i++) {
        double below = (double)logits[i] - (double)logits[best]; /* no exponential overflows */
        p[i] = temperature > 0 ? exp(below / temperature) : i == best;
        sum += p[i];
    }
    for (long i = 0; i < V; i++)
        p[i] /= sum;
}

/* ---- the most likely first ------------------------------------------------------------------- */

/* A comparison sort of 50,257 probabilities takes as long as a small model takes for a token.
 * Doubles that are not negative are in the order of their bits, so they are sorted by digits, the
 * lowest first (radix sort): each pass keeps what the passes before have done, and so, among
 * equals, the lower id stays first. Tokens that cannot come are not sorted: after top-k, a
 * vocabulary is a list of k. */

#define DIGIT_BITS 8

#define DIGITS (1 << DIGIT_BITS)

typedef struct {
    uint64_t key; /* the bits of p, turned over: the largest p has the smallest key */
    long id;
} Candidate;

static uint64_t key_of(double p)
{
    uint64_t bits;
    memcpy(&bits, &p, sizeof bits);
    return ~bits;
}

static void sort_by_digit(Candidate *to, const Candidate *from, long n, int shift)
{
    long place[DIGITS + 1] = {0};
    for (long i = 0; i < n; i++)
        place[(from[i].key >> shift) % DIGITS + 1]++;
    for (int d = 0; d < DIGITS; d++)
        place[d + 1] += place[d];
    for (long i = 0; i < n; i++)
        to[place[(from[i].key >> shift) % DIGITS]++] = from[i];
}

const long *sample_order(const double *p, long V)
{
    long *order = scope_alloc(scope_current(), (size_t)V * sizeof *order);
    Scope *scratch = scope_open();
    Candidate *c = scope_alloc(scratch, (size_t)V * sizeof *c),
              *sorted = scope_alloc(scratch, (size_t)V * sizeof *sorted);
    long n = 0, last = V;
    for (long i = 0; i < V; i++)
        if (p[i] > 0)
            c[n++] = (Candidate){key_of(p[i]), i};
    for (long i = V - 1; i >= 0; i--)
        if (!(p[i] > 0))
            order[--last] = i;
    for (int shift = 0; shift < 64; shift += DIGIT_BITS) {
        Candidate *before = c;
        sort_by_digit(sorted, c, n, shift);
        c = sorted;
        sorted = before;
    }
    for (long i = 0; i < n; i++)
        order[i] = c[i].id;
    scope_close(scratch);
    return order;
}

/* ---- top-k and top-p ------------------------------------------------------------------------- */

/* Cut off the tail of a distribution: its many tokens are each unlikely, together they are not, and
 * one bad token spoils all that follow.
 *
 * top-k keeps a number of tokens, however likely they are; top-p ("nucleus") a number of
 * probability, however many tokens that takes: few where the model is sure, many where it is not.
 * Invariant: what is kept adds up to 1 again, in the proportions it had.
 * Source: top-k after Fan et al. 2018, top-p after Holtzman et al. 2020.
 */

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

/* ---- a token --------------------------------------------------------------------------------- */

static int draw(const double *p, long V, double u)
{
    int token = 0;
    for (long i = 0; i < V && u >= 0; i++)
        if (p[i] > 0) { /* were the sum rounded down to u, the last token that can come */
            token = (int)i;
            u -= p[i];
        }
    return token;
}

EXERCISE
int sample_token(const real *logits, long V, SampleOptions options, Rng *rng)
{
    sample_check(logits, V, options, rng);
    Scope *scope = scope_open();
    double *p = scope_alloc(scope, (size_t)V * sizeof *p);
    sample_temperature(p, logits, V, options.temperature);
    if (options.top_k > 0)
        sample_top_k(p, V, options.top_k);
    if (options.top_p > 0 && options.top_p < 1)
        sample_top_p(p, V, options.top_p);
    int token = draw(p, V, options.temperature > 0 ? rng_uniform(rng) : 0);
    scope_close(scope);
    return token;
}
