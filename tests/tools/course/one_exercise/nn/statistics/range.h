/* range.h - how far numbers reach. */
#ifndef KINDLING_RANGE_H
#define KINDLING_RANGE_H

#include "../../tensor/tensor.h"

/* ---- range.c (90): from the least to the greatest ------------------------------------------------- */

/* The greatest number of x (n) less the least, n >= 1. By hand in module 90. */
double range_of(const Tensor *x);

#endif
