/* rng_shuffle.c - a random order, each equally likely. */
#include "tensor.h"

void rng_shuffle(Rng *rng, long n, long *items)
{
    for (long left = n; left > 1; left--) {
        long last = left - 1;
        long chosen = rng_below(rng, left);
        long item = items[chosen];
        items[chosen] = items[last];
        items[last] = item;
    }
}
