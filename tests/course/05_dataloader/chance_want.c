/* chance_want.c - numbers, orders and samples. */
#include "want.h"

/* ---- 05.2 rng_below -------------------------------------------------------------------------------- */

/* 2^64 mod n: how many of the lowest numbers are too many. */
static uint64_t too_many(long n)
{
    uint64_t range = (uint64_t)n, left = UINT64_MAX % range + 1;
    return left == range ? 0 : left;
}

long plain_below(uint64_t *state, long n)
{
    uint64_t bits = plain_bits(state);
    while (bits < too_many(n))
        bits = plain_bits(state);
    return (long)(bits % (uint64_t)n);
}

long below_want(const Rng *rng, long n)
{
    return plain_below(&(uint64_t){rng->state}, n);
}

long draws_want(const Rng *rng, long n)
{
    Rng after = *rng;
    plain_below(&after.state, n);
    return draws_since(rng->state, &after);
}

/* ---- 05.3 rng_shuffle ------------------------------------------------------------------------------ */

void plain_shuffle(uint64_t *state, long n, long *items)
{
    for (long i = n - 1; i > 0; i--) {
        long j = plain_below(state, i + 1), item = items[i];
        items[i] = items[j];
        items[j] = item;
    }
}

Tensor *shuffled_want(const Rng *rng, long n, const long *items)
{
    long copy[MOST];
    memcpy(copy, items, (size_t)n * sizeof *items);
    plain_shuffle(&(uint64_t){rng->state}, n, copy);
    return listed(copy, n);
}

long shuffling_draws_want(const Rng *rng, long n)
{
    Rng after = *rng;
    long items[MOST] = {0};
    plain_shuffle(&after.state, n, items);
    return draws_since(rng->state, &after);
}
