/* loader_seek.c - going where a run stopped, without replaying what was before. */
#include "data_parts.h"

void loader_seek(DataLoader *l, long batches)
{
    if (batches < 0)
        fail("loader_seek: batches is %ld, expected none below 0", batches);

    long in_an_epoch = loader_batches(l);
    l->epoch = batches / in_an_epoch;
    long done = batches - l->epoch * in_an_epoch;
    l->position = done * l->batch_size;
    loader_draw_order(l);
}
