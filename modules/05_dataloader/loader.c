/* loader.c - an epoch in batches: how many, and the next one.
 *
 * Invariant: position says how many examples of the order are used up.
 */
#include "data_parts.h"
#include "todo.h"

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
