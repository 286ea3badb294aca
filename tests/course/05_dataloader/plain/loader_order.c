/* loader_order.c - every example once per epoch, in a new order each time. */
#include "data_parts.h"

void loader_draw_order(DataLoader *l)
{
    long count = l->dataset->count;
    for (long i = 0; i < count; i++)
        l->order[i] = i;

    if (!l->shuffle)
        return;
    Rng stream = rng_stream(l->seed, (uint64_t)l->epoch);
    rng_shuffle(&stream, count, l->order);
}
