/* ladder.h - a task for matrix products: points of few numbers, and points of many, most of which are noise.
 *
 * A hidden layer whose width is no multiple of a micro-tile's, batches that are none of it either, and, with many numbers,
 * sums that are longer than a block of K. Its activation is tensor_bias_gelu.
 */
#ifndef LADDER_H
#define LADDER_H

#include "kindling.h"

enum { LADDER_FEW = 12, LADDER_MANY = 300 };

/* Trains a small network on points of so many numbers: of points that it was not trained on, the share whose kind it
 * tells rightly. */
double ladder_right(long numbers, uint64_t seed);

#endif
