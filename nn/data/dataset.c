/* dataset.c - numbered examples, and a batch of some that were drawn at random.
 *
 * A dataset is how many examples there are and a function that builds a batch of some of them.
 *
 * Invariant: fetch sees indices in [0, count) only, any of them, repeated or not.
 */
#include "nn.h"

void dataset_sample(Dataset *d, long n, Rng *rng, Batch *batch)
{
    if (n < 1 || n > INT_MAX / 2)
        fail("dataset_sample: n is %ld, expected 1 to %d", n, INT_MAX / 2);
    if (d->count < 1)
        fail("dataset_sample: the dataset is empty");
    long *indices = scope_alloc(scope_current(), (size_t)n * sizeof *indices);
    for (long i = 0; i < n; i++)
        indices[i] = rng_below(rng, d->count);
    d->fetch(d, n, indices, batch);
}

void dataset_free(Dataset *d)
{
    if (d != NULL)
        d->destroy(d);
}
