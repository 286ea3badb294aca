/* loader_seek.c - going where a run stopped, without replaying what was before. */
#include "data_parts.h"
#include "todo.h"

/* ---- 05.6 ------------------------------------------------------------------------------------ */

void loader_seek(DataLoader *l, long batches)
{
    if (batches < 0) /* given */
        fail("loader_seek: batches is %ld, expected none below 0", batches);

    /* TODO: go to batch number `batches` of a run, counted from 0 over all epochs.
     *
     * CONTRACT  what comes next is that batch, with true: never the false of an epoch that is
     *           over. It is the same batch as if all before it had been fetched, wherever the
     *           loader stood. It takes no longer for a million batches.
     * EXAMPLE   10 examples in batches of 4: after 5 batches epoch 1, of which the next batch is the short one
     * HOLDS     seek(k), then one batch: seek(k + 1), within an epoch.
     * YOU HAVE  loader_batches, loader_draw_order; l->epoch, l->position (in examples),
     *           l->batch_size
     * THINK     which batches can be short? Are there any among those that are used up, in the
     *           epoch where you arrive? */
    todo("05.6 loader_seek");
}
