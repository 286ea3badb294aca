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
     * CONTRACT  n numbers from the caller's stream, in order; the dataset makes the batch of
     *           them. What you need for it goes with the scope, also if fetch fails: nothing is
     *           to be freed.
     * EXAMPLE   5 examples, n = 3, and the draws are 3, 0, 3: the batch holds examples 3, 0 and 3
     * YOU HAVE  scope_alloc(scope_current(), bytes), rng_below, d->count, d->fetch(d, n,
     *           indices, batch)
     * THINK     example 3 is there twice: is that right? Why may you not draw from a copy of
     *           *rng? */
    todo("05.5 dataset_sample");
}
