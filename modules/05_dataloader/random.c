/* random.c - seeded streams of random numbers, by SplitMix64 (splitmix.h). Counting visits all 2^64
 * states before it repeats.
 *
 * Invariant: what comes next depends on the state word and on nothing else. Put it back, and the
 * same numbers follow. (That is why rng_normal throws its second number away.)
 */
#include <math.h>
#include "splitmix.h"
#include "tensor.h"
#include "todo.h"

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

/* ---- 05.4 ------------------------------------------------------------------------------------ */

void rng_shuffle(Rng *rng, long n, long *items)
{
    /* TODO: bring the n items into a random order, in place; each of the n! orders equally likely.
     *
     * APPROACH
     *   1. Fill the places from the last down: i = n - 1, n - 2, ..., 1.
     *   2. Whatever goes to place i is drawn from the i + 1 items that have no place yet, which stand
     *      at 0 .. i: j = rng_below(rng, i + 1). It may be the one that is there already.
     *   3. Swap items[i] and items[j].
     *
     * EXAMPLE
     *   [10, 20, 30, 40], and rng_below gives 1 (of 4), 0 (of 3), 1 (of 2):
     *   i = 3, j = 1:  [10, 40, 30, 20]
     *   i = 2, j = 0:  [30, 40, 10, 20]
     *   i = 1, j = 1:  [30, 40, 10, 20]: it stays
     *
     * HINT: j is drawn anew for each place, from one item fewer. */
    todo("05.4 rng_shuffle");
}
