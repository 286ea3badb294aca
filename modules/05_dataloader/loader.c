/* loader.c - an epoch in batches, one after the other.
 *
 * Invariant: position says how many examples of the order are used up.
 */
#include "data_parts.h"
#include "todo.h"

/* ---- 05.5 ------------------------------------------------------------------------------------ */

bool loader_next(DataLoader *l, Batch *batch)
{
    /* TODO: the next batch into *batch, and true; false where the epoch has no further batch.
     *
     * CONTRACT  before each call l->epoch, l->order (05.4) and l->position, how many examples of it
     *           are used up, say where the next batch comes from. Behind a false comes the next
     *           epoch. The last batch of one may be short; with drop_last it is over when less
     *           than a batch is left.
     * EXAMPLE   7 examples, batches of 3, order 4 6 1 0 3 2 5:
     *           {4, 6, 1} true, {0, 3, 2} true, {5} true, false
     *           with drop_last: {4, 6, 1} true, {0, 3, 2} true, false; 5 waits for another epoch
     * HOLDS     true comes loader_batches(l) times for each false.
     * YOU HAVE  l->dataset->fetch(l->dataset, n, indices, batch), l->order, loader_draw_order
     * THINK     what says where a loader is: which of it changes in a turn, which at the
     *           end? In which order must epoch and order change? */
    todo("05.5 loader_next");
}
