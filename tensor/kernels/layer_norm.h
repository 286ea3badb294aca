/* layer_norm.h - the piece layer_norm.c is made of: one row.
 *
 * Private to this room; the course tests it by itself.
 */
#ifndef KINDLING_LAYER_NORM_H
#define KINDLING_LAYER_NORM_H

#include "tensor.h"

/* ---- layer_norm.c (13) ----------------------------------------------------------------------- */

/* What the way back needs of a row. */
typedef struct {
    real mean, rstd; /* rstd = 1 / sqrt(variance + eps), the reciprocal of the standard deviation */
} RowNorm;

/* y = (x - mean) rstd gamma + beta, for n neighbours in memory: variance is the mean of (x -
 * mean)^2. gamma and beta have n elements, or are NULL: then they are left out. */
RowNorm layer_norm_row(long n, real *y, const real *x, OR_NULL const real *gamma,
                       OR_NULL const real *beta, real eps);

#endif
