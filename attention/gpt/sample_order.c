/* sample_order.c - which token is the most likely one, which comes next, and so on.
 *
 * A comparison sort of 50,257 probabilities takes as long as a small model takes for a token.
 * Doubles that are not negative are in the order of their bits, so they are sorted by digits, the
 * lowest first (radix sort): each pass keeps what the passes before have done, and so, among
 * equals, the lower id stays first. Tokens that cannot come are not sorted: after top-k, a
 * vocabulary is a list of k.
 */
#include "attention_shared.h"
#include <string.h>

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
