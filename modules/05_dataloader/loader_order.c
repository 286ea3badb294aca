/* loader_order.c - every example once per epoch, in a new order each time.
 *
 * The order of an epoch depends on the seed and on the epoch's number, and on nothing else. So
 * it need not be kept: it can be drawn again.
 *
 * Invariant: order is a permutation of all examples.
 */
#include "data_parts.h"
#include "todo.h"

/* ---- 05.4 ------------------------------------------------------------------------------------ */

void loader_draw_order(DataLoader *l)
{
    /* TODO: fill l->order with the order of epoch l->epoch: 0, 1, 2, ..., shuffled if l->shuffle.
     *
     * CONTRACT  it depends on the seed, the epoch, the count and nothing else: not on the orders
     *           before it. The orders of any two epochs, of one seed or of two, are drawn
     *           independently.
     * EXAMPLE   4 examples, no shuffle: 0 1 2 3, in every epoch
     *           shuffle, seed 1: 1 3 2 0 in epoch 0, 1 2 0 3 in epoch 1, on every machine
     * HOLDS     every example once. A second call gives the same.
     * YOU HAVE  random.h; rng_shuffle; l->dataset->count
     * THINK     shuffling on from the last order is as random: what would a resumed run need
     *           then? With seed + epoch as a seed, which epoch of seed 8 is the second one of
     *           seed 7? */
    todo("05.4 loader_draw_order");
}
