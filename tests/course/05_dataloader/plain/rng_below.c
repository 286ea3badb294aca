/* rng_below.c - a whole number below n, each equally likely. */
#include "tensor.h"

long rng_below(Rng *rng, long n)
{
    if (n < 1)
        fail("rng_below: n is %ld, expected at least 1", n);

    uint64_t un = (uint64_t)n;
    /* 2^64 - 1 fits, and has one less than what is too many; with nothing over, that is n - 1. */
    uint64_t rest = (UINT64_MAX % un + 1) % un;
    for (;;) {
        uint64_t bits = rng_bits(rng);
        if (bits >= rest)
            return (long)(bits % un);
    }
}
