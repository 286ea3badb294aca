/* loader_seek.c - going where a run stopped, without replaying what was before. */
#include "data_parts.h"
#include "todo.h"

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
