/* loader_order.c - every example once per epoch, in a new order each time.
 *
 * The order of epoch e is drawn from the random stream (seed, e) and depends on nothing else. So
 * where a loader stands is two numbers.
 *
 * Invariant: order is a permutation of all examples.
 */
#include "data_parts.h"

EXERCISE
void loader_draw_order(DataLoader *l)
{
    for (long i = 0; i < l->dataset->count; i++)
        l->order[i] = i;
    if (l->shuffle) {
        Rng rng = rng_stream(l->seed, (uint64_t)l->epoch);
        rng_shuffle(&rng, l->dataset->count, l->order);
    }
}
