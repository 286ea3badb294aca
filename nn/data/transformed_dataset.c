/* transformed_dataset.c - a dataset whose pictures are changed on their way into a batch.
 *
 * Invariant: what an example draws depends on seed, epoch and its number, not on the batch in which
 * it comes. So one loader, several of them and ranks that share a batch see the same pictures.
 */
#include "nn.h"

typedef struct {
    Dataset dataset;
    Dataset *of;
    Transform transform;
    long picture[3];
    uint64_t seed;
    long epoch;
} TransformedDataset;

/* Seed, epoch and number, one after the other. */
EXERCISE
Rng transform_stream(uint64_t seed, long epoch, long example)
{
    Rng of_epoch = rng_stream(seed, (uint64_t)epoch);
    return rng_stream(rng_bits(&of_epoch), (uint64_t)example);
}

static Tensor *as_pictures(const TransformedDataset *t, Tensor *x, long n)
{
    const long *p = t->picture;
    if (tensor_numel(x) != n * p[0] * p[1] * p[2])
        fail("transformed_dataset: x of a batch is %s, expected %ld pictures of (%ld, %ld, %ld)",
             tensor_shape_text(x), n, p[0], p[1], p[2]);
    return tensor_reshape(x, SHAPE(n, p[0], p[1], p[2]));
}

static void fetch(const Dataset *d, long n, const long *indices, Batch *batch)
{
    const TransformedDataset *t = (const TransformedDataset *)d;
    t->of->fetch(t->of, n, indices, batch);
    if (batch->x == NULL)
        fail("transformed_dataset: a batch has no x, so there are no pictures to change");
    Rng *rng = scope_alloc(scope_current(), (size_t)n * sizeof *rng);
    for (long i = 0; i < n; i++)
        rng[i] = transform_stream(t->seed, t->epoch, indices[i]);
    batch->x = transform_pictures(&t->transform, as_pictures(t, batch->x, n), rng);
}

static void destroy(Dataset *d)
{
    owned_free(d);
}

Dataset *transformed_dataset_new(Dataset *d, Transform transform, const long picture[3],
                                 uint64_t seed)
{
    for (int i = 0; i < 3; i++)
        if (picture[i] < 1)
            fail("transformed_dataset_new: pictures of (%ld, %ld, %ld), expected 1 or more of each",
                 picture[0], picture[1], picture[2]);
    TransformedDataset *t = owned_alloc(sizeof *t);
    t->dataset = (Dataset){.count = d->count, .fetch = fetch, .destroy = destroy};
    t->of = d;
    t->transform = transform;
    t->seed = seed;
    for (int i = 0; i < 3; i++)
        t->picture[i] = picture[i];
    return &t->dataset;
}

void transformed_dataset_epoch(Dataset *d, long epoch)
{
    if (d->fetch != fetch)
        fail("transformed_dataset_epoch: not a dataset of transformed_dataset_new");
    ((TransformedDataset *)d)->epoch = epoch;
}
