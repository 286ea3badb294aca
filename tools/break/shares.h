/* shares.h - a task for many ranks: points of four kinds, some not labelled, a batch in eight shares.
 *
 * The rows of a batch stand in the order of their kinds, as a file has them: who leaves rows out leaves a
 * kind out. Ranks are loops, and what they would send is there.
 */
#ifndef SHARES_H
#define SHARES_H

#include "kindling.h"

/* A small network, trained by so many ranks; owned: module_free. */
Module *shares_trained(long ranks, uint64_t seed);
/* Of points that it was not trained on, the share whose kind it tells rightly. */
double shares_right(Module *network, uint64_t seed);
/* The share of weights that differ in any bit. */
double shares_differing(Module *a, Module *b);

#endif
