/* loader.c - an epoch in batches: how many, and the next one.
 *
 * Invariant: position says how many examples of the order are used up.
 */
#include "data_parts.h"

EXERCISE
long loader_batches(const DataLoader *l)
{
    long rounded_up = l->drop_last ? 0 : l->batch_size - 1;
    return (l->dataset->count + rounded_up) / l->batch_size;
}

EXERCISE
bool loader_next(DataLoader *l, Batch *batch)
{
    long left = l->dataset->count - l->position;
    if (left == 0 || (l->drop_last && left < l->batch_size)) {
        l->epoch++;
        l->position = 0;
        loader_draw_order(l);
        return false;
    }
    long n = left < l->batch_size ? left : l->batch_size;
    l->dataset->fetch(l->dataset, n, l->order + l->position, batch);
    l->position += n;
    return true;
}
