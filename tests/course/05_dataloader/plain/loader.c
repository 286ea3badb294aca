/* loader.c - an epoch in batches: how many, and the next one. */
#include "data_parts.h"

bool loader_next(DataLoader *l, Batch *batch)
{
    long left = l->dataset->count - l->position;
    long n = l->batch_size;

    if (left == 0 || (left < n && l->drop_last)) {
        l->epoch++;
        l->position = 0;
        loader_draw_order(l);
        return false;
    }
    if (left < n)
        n = left;
    l->dataset->fetch(l->dataset, n, &l->order[l->position], batch);
    l->position += n;
    return true;
}
