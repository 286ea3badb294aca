/* loader_order.c - every example once per epoch, in a new order each time.
 *
 * The order of epoch e is drawn from the random stream (seed, e) and depends on nothing else. So
 * where a loader stands is two numbers.
 *
 * Invariant: order is a permutation of all examples.
 */
#include "data_parts.h"
#include "todo.h"

/* ---- 05.6 ------------------------------------------------------------------------------------ */

void loader_draw_order(DataLoader *l)
{
    /* TODO: fill l->order with the order of epoch l->epoch: 0, 1, 2, ..., shuffled if l->shuffle.
     *
     * APPROACH
     *   1. Start from 0, 1, ..., count - 1 each time, not from what the last epoch left behind:
     *      l->dataset->count numbers.
     *   2. Only if l->shuffle: a stream of random numbers of this epoch's own,
     *      rng_stream(l->seed, (uint64_t)l->epoch), and rng_shuffle (05.4) with it.
     *
     * EXAMPLE
     *   4 examples, no shuffle: 0 1 2 3, in every epoch
     *   shuffle, seed 1: 1 3 2 0 in epoch 0, 1 2 0 3 in epoch 1, on every machine
     *
     * HINT: the stream is a local variable; rng_shuffle wants its address. */
    todo("05.6 loader_draw_order");
}
