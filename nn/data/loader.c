/* loader.c - a dataset in batches, epoch after epoch.
 *
 * The order of epoch e is drawn from the random stream (seed, e) and depends on nothing else. So
 * where a loader stands is two numbers, and a run goes on where it stopped without replaying what
 * was before.
 *
 * Invariant: order is a permutation of all examples; position says how many of it are used up.
 */
#include "data_parts.h"

EXERCISE
void loader_draw_order(DataLoader *l)
{
    for (long i = 0; i < l->dataset->count; i++)
        l->order[i] = i;
    if (l->shuffle) {
        Rng rng = rng_stream(l->seed, (uint64_t)l->epoch);
        rng_shuffle(&rng, l->dataset->count, l->order);
    }
}

DataLoader *loader_new(Dataset *d, long batch_size, bool shuffle, bool drop_last, uint64_t seed)
{
    if (batch_size < 1 || batch_size > INT_MAX / 2)
        fail("loader_new: batch_size is %ld, expected 1 to %d", batch_size, INT_MAX / 2);
    if (d->count < 1)
        fail("loader_new: the dataset is empty");
    if (drop_last && batch_size > d->count)
        fail("loader_new: batch_size is %ld but there are only %ld examples, and drop_last drops "
             "them all",
             batch_size, d->count);
    UNDO_ON_FAIL;
    DataLoader *l = owned_alloc(sizeof *l);
    l->order = owned_alloc((size_t)d->count * sizeof *l->order);
    l->dataset = d;
    l->batch_size = batch_size;
    l->shuffle = shuffle;
    l->drop_last = drop_last;
    l->seed = seed;
    loader_draw_order(l);
    return l;
}

void loader_free(DataLoader *l)
{
    if (l == NULL)
        return;
    owned_free(l->order);
    owned_free(l);
}

long loader_batches(const DataLoader *l)
{
    long rounded_up = l->drop_last ? 0 : l->batch_size - 1;
    return (l->dataset->count + rounded_up) / l->batch_size;
}

EXERCISE
bool loader_next(DataLoader *l, Batch *batch)
{
    long left = l->dataset->count - l->position;
    if (left == 0 || (l->drop_last && left < l->batch_size)) {
        l->epoch++;
        l->position = 0;
        loader_draw_order(l);
        return false;
    }
    long n = left < l->batch_size ? left : l->batch_size;
    l->dataset->fetch(l->dataset, n, l->order + l->position, batch);
    l->position += n;
    return true;
}

EXERCISE
void loader_seek(DataLoader *l, long batches)
{
    if (batches < 0)
        fail("loader_seek: batches is %ld, expected none below 0", batches);
    l->epoch = batches / loader_batches(l);
    l->position = batches % loader_batches(l) * l->batch_size;
    loader_draw_order(l);
}
