/* loader_order.c - every example once per epoch, in a new order each time. */
#include "data_parts.h"
#include "todo.h"

/* ---- 05.4 ------------------------------------------------------------------------------------ */

void loader_draw_order(DataLoader *l)
{
    /* TODO: fill l->order with the order of epoch l->epoch.
     *
     * CONTRACT  without l->shuffle, examples come as they are numbered. With it, every order is
     *           equally likely. It depends on the seed, the epoch, the count and nothing else, so
     *           that all who name these three get the same one, that of the examples; and it tells
     *           nothing of that of another epoch, or of another seed.
     * EXAMPLE   4 examples, no shuffle: 0 1 2 3, in every epoch
     *           shuffle, seed 1: 1 3 2 0 in epoch 0, 1 2 0 3 in epoch 1, on every machine
     * HOLDS     every example once. A second call gives the same.
     * YOU HAVE  random.h; rng_shuffle; l->dataset->count
     * THINK     what stands in l->order when you are called, and what would a resumed run need if
     *           that counted? With seed + epoch as a seed, which epoch of seed 8 is the second one
     *           of seed 7? */
    todo("05.4 loader_draw_order");
}
