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
