/* combine.h - many rows into few: the walk under every reduction (inside tensor/ only). */
#ifndef KINDLING_COMBINE_H
#define KINDLING_COMBINE_H

#include "tensor.h"

/* Combine a row of a into a row of out; out_stride 0 means into one element. */
typedef void (*Combine)(long n, real *out, long out_stride, const real *a, long a_stride);

/* Combine all of a into out, which broadcasts to a's shape and already holds what the first element
 * is combined with. */
void combine_rows(const char *operation, const Tensor *out, const Tensor *a, Combine combine);

#endif
