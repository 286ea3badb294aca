/* random.c - seeded streams of random numbers, by SplitMix64 (splitmix.h). Counting visits all 2^64
 * states before it repeats.
 *
 * Invariant: what comes next depends on the state word and on nothing else. Put it back, and the
 * same numbers follow. (That is why rng_normal throws its second number away.)
 */
#include <math.h>
#include "splitmix.h"
#include "tensor.h"

#define TWO_PI 6.283185307179586476925287

Rng rng_seed(uint64_t seed)
{
    return (Rng){.state = seed};
}

/* Streams of one seed begin at places in the count that have nothing to do with each other. */
Rng rng_stream(uint64_t seed, uint64_t stream)
{
    return (Rng){.state = splitmix_hash(splitmix_hash(seed + SPLITMIX_GAMMA) ^ stream)};
}

uint64_t rng_bits(Rng *rng)
{
    rng->state += SPLITMIX_GAMMA;
    return splitmix_hash(rng->state);
}

double rng_uniform(Rng *rng)
{
    return (double)(rng_bits(rng) >> 11) * 0x1p-53;
}

/* Box and Muller, 1958: a point of a round two-dimensional bell, and its first coordinate. */
double rng_normal(Rng *rng)
{
    double radius = sqrt(-2 * log(1 - rng_uniform(rng))); /* 1 - u is never 0 */
    return radius * cos(TWO_PI * rng_uniform(rng));
}

/* Each equally likely. */
EXERCISE
long rng_below(Rng *rng, long n)
{
    if (n < 1)
        fail("rng_below: n is %ld, expected at least 1", n);
    /* 2^64 is not a multiple of n: drawing again below the remainder leaves one that is. */
    uint64_t range = (uint64_t)n, remainder = (0 - range) % range, bits;
    do
        bits = rng_bits(rng);
    while (bits < remainder);
    return (long)(bits % range);
}

/* A random order, each equally likely (Fisher and Yates 1938). */
EXERCISE
void rng_shuffle(Rng *rng, long n, long *items)
{
    for (long i = n - 1; i > 0; i--) {
        long j = rng_below(rng, i + 1), item = items[i];
        items[i] = items[j];
        items[j] = item;
    }
}
