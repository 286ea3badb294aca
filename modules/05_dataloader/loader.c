/* loader.c - an epoch in batches, one after the other. */
#include "data_parts.h"
#include "todo.h"

/* ---- 05.5 ------------------------------------------------------------------------------------ */

bool loader_next(DataLoader *l, Batch *batch)
{
    /* TODO: the next batch into *batch, and true; false where the epoch has no further batch.
     *
     * CONTRACT  of l->order (05.4), the order of epoch l->epoch, l->position examples have been
     *           handed out, so the next batch begins there; you keep the three true. Behind the
     *           last batch of an epoch comes one false, which fetches nothing; from there on, and
     *           not before, they speak of the next epoch. The caller goes on calling, through as
     *           many epochs as it likes. With drop_last, all batches are of one size.
     * EXAMPLE   7 examples, batches of 3, order 4 6 1 0 3 2 5:
     *           {4, 6, 1} true, {0, 3, 2} true, {5} true, false
     *           with drop_last: {4, 6, 1} true, {0, 3, 2} true, false; 5 waits for another epoch
     * HOLDS     true comes loader_batches(l) times for each false. Without drop_last, what comes
     *           between two of those is each example once. Behind a false, the loader stands
     *           where loader_seek (05.6) would put it for the batch that follows.
     * YOU HAVE  l->dataset->fetch(l->dataset, n, indices, batch), l->order, loader_draw_order
     * THINK     three members say where a loader is: which of them are true after a batch, and
     *           which after the false? What does the caller see if one of them is forgotten? */
    todo("05.5 loader_next");
}
