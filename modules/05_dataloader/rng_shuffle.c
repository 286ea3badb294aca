/* rng_shuffle.c - a random order, each equally likely (Fisher and Yates 1938). */
#include "tensor.h"
#include "todo.h"

/* ---- 05.3 ------------------------------------------------------------------------------------ */

void rng_shuffle(Rng *rng, long n, long *items)
{
    /* TODO: bring the n items into a random order, in place; each of the n! orders equally likely.
     *
     * CONTRACT  n - 1 draws, the first of n, the last of 2. How they lead to the order, the examples
     *           decide; all who work with a seed have to agree on one way. n may be 0 or 1.
     * EXAMPLE   [10, 20, 30, 40], and the draws are 1 (of 4), 0 (of 3), 1 (of 2): [30, 40, 10, 20]
     *           the same, and the draws are 0, 1, 0:                              [30, 40, 20, 10]
     * HOLDS     the same items; they may stay where they were, one time in n!.
     * YOU HAVE  rng_below(rng, n)
     * THINK     three items, each swapped with any of the 3: 27 ways for 6 orders. Can each come
     *           equally often? Which numbers of choices multiply to 6? */
    todo("05.3 rng_shuffle");
}
