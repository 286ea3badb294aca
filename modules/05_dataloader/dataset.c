/* dataset.c - numbered examples, and a batch of some that were drawn at random.
 *
 * A dataset is how many examples there are and a function that builds a batch of some of them.
 *
 * Invariant: fetch sees indices in [0, count) only, any of them, repeated or not.
 */
#include "nn.h"
#include "todo.h"

/* ---- 05.5 ------------------------------------------------------------------------------------ */

void dataset_sample(Dataset *d, long n, Rng *rng, Batch *batch)
{
    /* given */
    if (n < 1 || n > INT_MAX / 2)
        fail("dataset_sample: n is %ld, expected 1 to %d", n, INT_MAX / 2);
    if (d->count < 1)
        fail("dataset_sample: the dataset is empty");

    /* TODO: a batch of n examples, each drawn from all of them, whatever was drawn before.
     *
     * APPROACH
     *   1. Room for n numbers: long *indices = scope_alloc(scope_current(), bytes). The scope takes
     *      it back; nothing is to be freed.
     *   2. Each of them is rng_below(rng, how many examples there are).
     *   3. The dataset makes the batch: d->fetch(d, n, indices, batch).
     *
     * EXAMPLE
     *   5 examples, n = 3, and rng_below gives 3, 0, 3: the batch holds examples 3, 0 and 3.
     *   Example 3 is there twice, and that is right.
     *
     * HINT: rng is a pointer, so that the caller's stream moves on. Do not draw from a copy. */
    todo("05.5 dataset_sample");
}
