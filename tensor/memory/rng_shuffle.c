/* rng_shuffle.c - a random order, each equally likely (Fisher and Yates 1938). */
#include "tensor.h"

EXERCISE
void rng_shuffle(Rng *rng, long n, long *items)
{
    for (long i = n - 1; i > 0; i--) {
        long j = rng_below(rng, i + 1), item = items[i];
        items[i] = items[j];
        items[j] = item;
    }
}
