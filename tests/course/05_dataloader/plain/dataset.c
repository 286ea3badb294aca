/* dataset.c - a batch of some examples that were drawn at random. */
#include "nn.h"

void dataset_sample(Dataset *d, long n, Rng *rng, Batch *batch)
{
    if (n < 1 || n > INT_MAX / 2)
        fail("dataset_sample: n is %ld, expected 1 to %d", n, INT_MAX / 2);
    if (d->count < 1)
        fail("dataset_sample: the dataset is empty");

    long *drawn = scope_alloc(scope_current(), (size_t)n * sizeof(long));
    for (long i = 0; i < n; i++)
        drawn[i] = rng_below(rng, d->count);
    d->fetch(d, n, drawn, batch);
}
