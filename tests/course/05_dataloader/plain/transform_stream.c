/* transform_stream.c - three numbers, mixed one after the other. */
#include "transform.h"

Rng transform_stream(uint64_t seed, long epoch, long example)
{
    Rng of_seed = rng_seed(seed);
    uint64_t key = rng_bits(&of_seed) + (uint64_t)epoch;
    Rng of_epoch = rng_seed(key);
    key = rng_bits(&of_epoch) + (uint64_t)example;
    Rng of_example = rng_seed(key);
    key = rng_bits(&of_example);
    return rng_seed(key);
}
