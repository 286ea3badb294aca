/* rng_below.c - a whole number below n, each equally likely. */
#include "tensor.h"
#include "todo.h"

/* ---- 05.2 ------------------------------------------------------------------------------------ */

long rng_below(Rng *rng, long n)
{
    /* given */
    if (n < 1)
        fail("rng_below: n is %ld, expected at least 1", n);

    /* TODO: a whole number from 0 to n - 1, each equally likely.
     *
     * CONTRACT  exactly, if each value of 64 random bits is: some bits are thrown away, and
     *           drawn again, as few as it takes: the lowest 2^64 mod n. Otherwise the remainder
     *           by n counts. Any n >= 1.
     * EXAMPLE   n = 5: 2^64 = 5 * 3689348814741910323 + 1. Bits 17 give 2; bits 0 are drawn again.
     * HOLDS     n = 1 gives 0. A power of two throws nothing away.
     * YOU HAVE  rng_bits(rng), a uint64_t
     * THINK     2^64 does not fit into a uint64_t. Which number does, and has the same remainder
     *           by n? */
    todo("05.2 rng_below");
}
