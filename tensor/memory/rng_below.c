/* rng_below.c - a whole number below n, each equally likely. */
#include "tensor.h"

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
