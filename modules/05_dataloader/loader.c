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
     * CONTRACT  what is left over is one shorter batch, unless it is nothing, or l->drop_last.
     * EXAMPLE   7 examples in batches of 3:   3, 3, 1: three batches, or two with drop_last
     *           6 examples in batches of 3:   two, either way
     * HOLDS     batch_size more examples, one batch more. A batch larger than all: one, or none
     *           with drop_last.
     * YOU HAVE  l->dataset->count, l->batch_size, l->drop_last
     * THINK     / rounds down: what must be added to the count, so that it rounds up, and 6
     *           stays 2? */
    todo("05.7 loader_batches");
}

/* ---- 05.8 ------------------------------------------------------------------------------------ */

bool loader_next(DataLoader *l, Batch *batch)
{
    /* TODO: the next batch into *batch, and true. If the epoch has no further batch: get ready for
     * the next epoch, and false.
     *
     * CONTRACT  batches in the order of 05.6; l->position is how many examples of it are used
     *           up. The last batch may be short; with drop_last an epoch is over when less than
     *           a batch is left. After false, the next call begins the next epoch, with its own
     *           order.
     * EXAMPLE   7 examples, batches of 3, order 4 6 1 0 3 2 5:
     *           {4, 6, 1} true, {0, 3, 2} true, {5} true, false; then a new order
     *           with drop_last: {4, 6, 1} true, {0, 3, 2} true, false; 5 waits for another epoch
     * HOLDS     true comes loader_batches(l) times for each false.
     * YOU HAVE  l->dataset->fetch(l->dataset, n, indices, batch), l->order, loader_draw_order
     * THINK     four numbers say where a loader is: which of them change in a turn, which at the
     *           end? In which order must epoch and order change? */
    todo("05.8 loader_next");
}
