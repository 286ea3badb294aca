/* loader.c - every example once per epoch, in batches, in a new order each time.
 *
 * The order of epoch e is drawn from the random stream (seed, e) and depends on nothing else. So
 * where a loader stands is two numbers, and loader_seek can go there without replaying the past:
 * that is how a run resumes in the middle of an epoch.
 *
 * Invariant: order is a permutation of all examples; position says how many of it are used up.
 */
#include "nn.h"
#include "todo.h"

/* ---- 05.6 ------------------------------------------------------------------------------------ */

static void draw_order(DataLoader *l)
{
    /* TODO: fill l->order with the order of epoch l->epoch: 0, 1, 2, ..., shuffled if l->shuffle.
     *
     * APPROACH
     *   1. Start from 0, 1, ..., count - 1 each time, not from what the last epoch left behind:
     *      l->dataset->count numbers.
     *   2. Only if l->shuffle: a stream of random numbers of this epoch's own,
     *      rng_stream(l->seed, (uint64_t)l->epoch), and rng_shuffle (05.4) with it.
     *
     * EXAMPLE
     *   4 examples, no shuffle: 0 1 2 3, in every epoch
     *   shuffle, seed 1: 1 3 2 0 in epoch 0, 1 2 0 3 in epoch 1, on every machine
     *
     * HINT: the stream is a local variable; rng_shuffle wants its address. */
    todo("05.6 draw_order");
}

/* ---- given ----------------------------------------------------------------------------------- */

DataLoader *loader_new(Dataset *d, long batch_size, bool shuffle, bool drop_last, uint64_t seed)
{
    if (batch_size < 1)
        fail("loader_new: batch_size is %ld, expected at least 1", batch_size);
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
    draw_order(l);
    return l;
}

void loader_free(DataLoader *l)
{
    if (l == NULL)
        return;
    owned_free(l->order);
    owned_free(l);
}

/* ---- 05.7 ------------------------------------------------------------------------------------ */

long loader_batches(const DataLoader *l)
{
    /* TODO: how many batches loader_next gives in one epoch.
     *
     * APPROACH
     *   1. count / batch_size full ones: C rounds down.
     *   2. What is left over is one more, shorter batch; unless nothing is left over, or drop_last.
     *   3. Rounding up without a special case: (count + batch_size - 1) / batch_size.
     *
     * EXAMPLE
     *   7 examples in batches of 3:   3, 3, 1: three batches, or two with drop_last
     *   6 examples in batches of 3:   two, either way
     *
     * HINT: count is l->dataset->count. */
    todo("05.7 loader_batches");
}

/* ---- 05.9 ------------------------------------------------------------------------------------ */

void loader_seek(DataLoader *l, long batches)
{
    if (batches < 0) /* given */
        fail("loader_seek: batches is %ld, expected none below 0", batches);

    /* TODO: go to where a new loader is after so many batches, counted over all epochs.
     *
     * APPROACH
     *   1. An epoch has loader_batches(l) batches: so which epoch is it, and how many batches of it
     *      are used up? A division and a remainder.
     *   2. l->position counts examples, not batches. All batches that are used up were full ones: the
     *      short one is the last of its epoch.
     *   3. It is another epoch: its order has to be drawn.
     *
     * EXAMPLE
     *   10 examples in batches of 4: an epoch is 4, 4, 2. After 5 batches: epoch 1, and of it two
     *   batches, 8 examples.
     *
     * HINT: where the loader stood before does not matter. */
    todo("05.9 loader_seek");
}

/* ---- 05.8 ------------------------------------------------------------------------------------ */

bool loader_next(DataLoader *l, Batch *batch)
{
    /* TODO: the next batch into *batch, and true. If the epoch has no further batch: get ready for
     * the next epoch, and false.
     *
     * APPROACH
     *   1. left = how many examples of this epoch were not handed out: the count less l->position.
     *   2. None left, or too few for a batch and l->drop_last: one epoch further, position 0, the order
     *      of the new epoch (05.6), return false.
     *   3. Otherwise n = batch_size, or left if that is fewer. The dataset fetches the n examples that
     *      come next: l->dataset->fetch(l->dataset, n, where they stand in l->order, batch).
     *   4. position moves on by n; return true.
     *
     * EXAMPLE
     *   7 examples, batches of 3, order 4 6 1 0 3 2 5:
     *   {4, 6, 1} true, {0, 3, 2} true, {5} true, false; then a new order
     *   with drop_last: {4, 6, 1} true, {0, 3, 2} true, false; 5 waits for another epoch
     *
     * HINT: l->order + l->position is where the next examples stand. */
    todo("05.8 loader_next");
}
