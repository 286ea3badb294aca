/* loader_seek.c - going where a run stopped, without replaying what was before. */
#include "data_parts.h"

EXERCISE
void loader_seek(DataLoader *l, long batches)
{
    if (batches < 0)
        fail("loader_seek: batches is %ld, expected none below 0", batches);
    l->epoch = batches / loader_batches(l);
    l->position = batches % loader_batches(l) * l->batch_size;
    loader_draw_order(l);
}
