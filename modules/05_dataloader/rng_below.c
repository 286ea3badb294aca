/* rng_below.c - a whole number below n, each equally likely. */
#include "tensor.h"
#include "todo.h"

/* ---- 05.3 ------------------------------------------------------------------------------------ */

long rng_below(Rng *rng, long n)
{
    /* given */
    if (n < 1)
        fail("rng_below: n is %ld, expected at least 1", n);

    /* TODO: a whole number from 0 to n - 1, each equally likely.
     *
     * APPROACH
     *   1. rng_bits(rng) is any of 2^64 numbers, each equally likely. Its remainder by n is nearly it.
     *   2. Nearly: 2^64 is not a multiple of n. Let rest = 2^64 mod n. If the lowest `rest` numbers
     *      are thrown away, 2^64 - rest are left, and that is a multiple of n.
     *   3. So: draw, and draw again for as long as the bits are below rest. Then bits % n.
     *   4. 2^64 itself does not fit into 64 bits. But 2^64 - n does: as uint64_t it is 0 - n, and its
     *      remainder by n is the same.
     *
     * EXAMPLE
     *   n = 5: 2^64 = 5 * 3689348814741910323 + 1, so rest = 1. Bits 17 give 2; bits 0 are drawn again.
     *
     * HINT: all in uint64_t. (long)bits may be negative, and so may its remainder. */
    todo("05.3 rng_below");
}
