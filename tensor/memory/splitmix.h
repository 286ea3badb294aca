/* splitmix.h - SplitMix64: a state that only counts, and a hash that makes a random number of it.
 *
 * Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014. Number n of a
 * stream, counted from 1, is splitmix_hash(state + n * SPLITMIX_GAMMA), so any of them can be had
 * at any time.
 */
#ifndef KINDLING_SPLITMIX_H
#define KINDLING_SPLITMIX_H

#include <stdint.h>

#define SPLITMIX_GAMMA UINT64_C(0x9e3779b97f4a7c15) /* 2^64 / golden ratio, made odd */

/* Every bit of x moves about half of the bits of the result. Reversible, so no two x meet. */
static inline uint64_t splitmix_hash(uint64_t x)
{
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

#endif
