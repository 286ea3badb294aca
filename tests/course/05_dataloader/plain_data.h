/* plain_data.h - what random numbers and orders should be, by loops of the tests' own.
 *
 * The generator is written a second time here, and backwards as well: state_before(bits) is the state
 * that gives just these bits next, so that a test can ask for the draws that come once in 2^64.
 */
#ifndef PLAIN_DATA_H
#define PLAIN_DATA_H

#include "check.h"

#define STEP UINT64_C(0x9e3779b97f4a7c15)
#define MIX_1 UINT64_C(0xbf58476d1ce4e5b9)
#define MIX_2 UINT64_C(0x94d049bb133111eb)
#define MOST 64

static inline uint64_t plain_hash(uint64_t x)
{
    x = (x ^ x >> 30) * MIX_1;
    x = (x ^ x >> 27) * MIX_2;
    return x ^ x >> 31;
}

static inline uint64_t plain_bits(uint64_t *state)
{
    return plain_hash(*state += STEP);
}

static inline uint64_t plain_stream(uint64_t seed, uint64_t stream)
{
    return plain_hash(plain_hash(seed + STEP) ^ stream);
}

static inline uint64_t shift_undone(uint64_t x, int shift)
{
    uint64_t y = x;
    for (int known = shift; known < 64; known += shift)
        y = x ^ y >> shift;
    return y;
}

static inline uint64_t factor_undone(uint64_t factor)
{
    uint64_t inverse = factor; /* right in the lowest 3 bits; each step doubles that */
    for (int i = 0; i < 5; i++)
        inverse *= 2 - factor * inverse;
    return inverse;
}

static inline uint64_t state_before(uint64_t bits)
{
    uint64_t x = shift_undone(bits, 31) * factor_undone(MIX_2);
    x = shift_undone(x, 27) * factor_undone(MIX_1);
    return shift_undone(x, 30) - STEP;
}

static inline long plain_below(uint64_t *state, long n)
{
    uint64_t range = (uint64_t)n, whole = UINT64_MAX / range;
    if (UINT64_MAX % range == range - 1)
        whole++;
    uint64_t bits = plain_bits(state); /* the highest whole * n of all numbers count */
    while (bits < UINT64_MAX - whole * range + 1 && whole * range != 0)
        bits = plain_bits(state);
    return (long)(bits % range);
}

/* ---- orders -------------------------------------------------------------------------------------- */

enum {
    FAIR,
    ANY_PLACE,
    ANY_PLACE_DOWN, /* the same from the last place down */
    NEVER_STAYS,
    FROM_THE_FRONT, /* place i gets one of those that have no place yet, i .. n - 1 */
    UPWARDS,        /* place i swaps with one of 0 .. i, for i = 1, 2, ... */
    ONE_TOO_FEW,
    HALF_A_SWAP
};

static inline void plain_shuffle(uint64_t *state, long n, long *items, int how)
{
    for (long k = 0; k < n; k++) {
        bool rising = how == FROM_THE_FRONT || how == ANY_PLACE || how == UPWARDS;
        long i = rising ? k : n - 1 - k, j;
        if (i == 0 && !rising)
            break;
        if (how == FROM_THE_FRONT && i == n - 1)
            break;
        if (how == UPWARDS && i == 0)
            continue;
        if (how == ONE_TOO_FEW && i == 1)
            break;
        if (how == ANY_PLACE || how == ANY_PLACE_DOWN)
            j = plain_below(state, n);
        else if (how == NEVER_STAYS)
            j = plain_below(state, i);
        else if (how == FROM_THE_FRONT)
            j = i + plain_below(state, n - i);
        else
            j = plain_below(state, i + 1);
        long item = items[i];
        items[i] = items[j];
        if (how != HALF_A_SWAP)
            items[j] = item;
    }
}

static inline void count_up(long n, long *items)
{
    for (long i = 0; i < n; i++)
        items[i] = i;
}

/* Numbers of any kind as a tensor, so that they can be compared and shown. */
static inline Tensor *listed(const long *items, long n)
{
    Tensor *t = blank(SHAPE(n));
    for (long i = 0; i < n; i++)
        t->data[i] = (real)items[i];
    return t;
}

static inline Tensor *listed_ids(const IntTensor *ids)
{
    Tensor *t = blank(ids->ndim, ids->shape);
    long n = 1;
    for (int d = 0; d < ids->ndim; d++)
        n *= ids->shape[d];
    for (long i = 0; i < n; i++)
        t->data[i] = (real)ids->data[i];
    return t;
}

/* The order of an epoch: 0, 1, ... shuffled from this state. */
static inline Tensor *shuffled_list(uint64_t state, long n)
{
    long items[MOST];
    count_up(n, items);
    plain_shuffle(&state, n, items, FAIR);
    return listed(items, n);
}

static inline Tensor *one(long number)
{
    return listed(&number, 1);
}

static inline const char *said(bool more)
{
    return more ? "true" : "false";
}

/* ---- a dataset that only writes down what it was asked for ---------------------------------------- */

typedef struct {
    Dataset dataset;
    long calls, n, indices[MOST];
    const Scope *scope; /* in which the last batch was made */
} Witness;

static inline void witness_fetch(const Dataset *d, long n, const long *indices, Batch *batch)
{
    Witness *w = (Witness *)d;
    if (n < 0 || n > MOST)
        fail("fetch: asked for %ld examples at once", n);
    for (long i = 0; i < n; i++)
        if (indices[i] < 0 || indices[i] >= d->count)
            fail("fetch: asked for example %ld of %ld", indices[i], d->count);
    w->calls++;
    w->n = n;
    w->scope = scope_current();
    for (long i = 0; i < n; i++)
        w->indices[i] = indices[i];
    *batch = (Batch){.size = n};
}

static inline Witness witness(long count)
{
    return (Witness){.dataset = {.count = count, .fetch = witness_fetch}, .n = -1};
}

#endif
