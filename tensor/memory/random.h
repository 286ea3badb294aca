/* random.h - seeded streams of random numbers. */
#ifndef KINDLING_RANDOM_H
#define KINDLING_RANDOM_H

#include "../tensor.h"

#pragma GCC visibility push(default)

/* ---- random.c (01): seeded streams of random numbers ----------------------------------------- */

/* SplitMix64 (Steele, Lea, Flood 2014): number n of a stream is a hash of state + n * gamma, so the
 * whole stream is its state, one 64-bit word that a checkpoint can store. */
struct Rng {
    uint64_t state;
};
Rng rng_seed(uint64_t seed);                    /* the stream that begins with seed */
Rng rng_stream(uint64_t seed, uint64_t stream); /* independent streams of one seed */
/* Each moves the stream on. A stream is used by one thread at a time; a layer that draws keeps its
 * pointer. */
uint64_t rng_bits(Rng *rng);                     /* the next 64 random bits */
double rng_uniform(Rng *rng);                    /* [0, 1) with 53 bits */
double rng_normal(Rng *rng);                     /* mean 0, variance 1 (Box-Muller); two draws */

/* ---- random.c (05): drawn from one ----------------------------------------------------------- */

long rng_below(Rng *rng, long n);                /* 0 .. n-1, unbiased; n < 1 fails */
void rng_shuffle(Rng *rng, long n, long *items); /* in place, any order equally likely */

#pragma GCC visibility pop
#endif
