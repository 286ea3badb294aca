/* rng_shuffle.c - a random order, each equally likely (Fisher and Yates 1938). */
#include "tensor.h"
#include "todo.h"

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
