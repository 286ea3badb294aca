/* loader_new.c - making a loader, and giving it back. */
#include "data_parts.h"

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
