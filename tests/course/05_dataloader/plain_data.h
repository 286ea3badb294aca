/* plain_data.h - random numbers, datasets and lists of the tests' own.
 *
 * The generator is written a second time here, and backwards as well: state_before(bits) is the state
 * that gives just these bits next, so that a test can ask for the draws that come once in 2^64.
 */
#ifndef PLAIN_DATA_H
#define PLAIN_DATA_H

#include "check.h"
#include "data_parts.h"

#define STEP UINT64_C(0x9e3779b97f4a7c15)
#define MIX_1 UINT64_C(0xbf58476d1ce4e5b9)
#define MIX_2 UINT64_C(0x94d049bb133111eb)
#define MOST 512

/* ---- random numbers -------------------------------------------------------------------------------- */

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

/* How many times 64 bits were drawn from rng since its state was this. */
static inline long draws_since(uint64_t state, const Rng *rng)
{
    return (long)((rng->state - state) * factor_undone(STEP));
}

/* ---- lists: numbers of any kind as a tensor, to be compared and shown --------------------------------- */

static inline Tensor *listed(const long *items, long n)
{
    Tensor *t = blank(SHAPE(n < 0 ? 0 : n));
    for (long i = 0; i < n; i++)
        t->data[i] = (real)items[i];
    return t;
}

static inline Tensor *listed_ids(const IntTensor *ids)
{
    if (ids == NULL)
        return NULL;
    Tensor *t = blank(ids->ndim, ids->shape);
    for (long i = 0; i < shape_numel(ids->ndim, ids->shape); i++)
        t->data[i] = (real)ids->data[i];
    return t;
}

/* The numbers of an input; behind them stands one 0 more, for a loop that runs too far. */
static inline const long *longs(const IntTensor *ids)
{
    long n = ids->shape[0];
    long *list = scope_alloc(scope_current(), (size_t)(n + 1) * sizeof *list);
    for (long i = 0; i <= n; i++)
        list[i] = i < n ? ids->data[i] : 0;
    return list;
}

static inline long total_of(long n, const long *items)
{
    long sum = 0;
    for (long i = 0; i < n; i++)
        sum += items[i];
    return sum;
}

/* 0 .. n - 1 in a drawn order, never as they were: each has moved. */
static inline void draw_order(long n, long *order)
{
    for (long i = 0; i < n; i++)
        order[i] = i;
    for (long i = n - 1; i > 0; i--) {
        long j = (long)(draw_seed() % (uint64_t)i), item = order[i];
        order[i] = order[j];
        order[j] = item;
    }
}

static inline const char *said(bool more)
{
    return more ? "true" : "false";
}

/* ---- a dataset that only writes down what it was asked for ---------------------------------------- */

typedef struct {
    Dataset dataset;
    long calls, n, indices[MOST]; /* of the last call: how many examples, and which */
    const Scope *scope;           /* in which the last batch was made */
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
    return (Witness){.dataset = {.count = count, .fetch = witness_fetch}};
}

#endif
