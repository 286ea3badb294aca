/* layer_norm_row.c - a row shifted and scaled to mean 0 and variance 1 (Ba, Kiros, Hinton 2016).
 *
 * Deep in a network numbers grow and shrink; after a norm every layer meets the same spread. The kernel
 * that hands over the rows, and the way back, are given. Invariant: a row is normalized by its own
 * numbers alone, whatever stands above and below it.
 */
#include "cache_model.h"
#include "clones.h"
#include "layer_norm.h"
#include "vmath.h"
#include "todo.h"

/* ---- 13.1 ---------------------------------------------------------------------------------------- */

KINDLING_CLONES RowNorm layer_norm_row(long n, real *y, const real *x, const real *gamma,
                                       const real *beta, real eps)
{
    /* TODO: y[i] = (x[i] - mean) * rstd * gamma[i] + beta[i], for the n channels of one token.
     *
     * CONTRACT  rstd = 1 / sqrt(variance + eps). gamma and beta may each be NULL: 1, and 0.
     *           Returned are mean and rstd: the way back needs both. Equal numbers are no trouble.
     *           Numbers of x are read as READ(x[i]), so that they can be counted; y, gamma and beta
     *           are not.
     * BUDGET    any right numbers near 0: 5 points. Numbers far away that differ by 1: 2 more. At
     *           most 2 n + 2 numbers of x are read: the last 3.
     * EXAMPLE   x = [1, 3, 5, 7], eps 0: mean 4, variance 5, rstd 0.4472
     *           y = [-1.342, -0.447, 0.447, 1.342]; with gamma = 2 and beta = 1 everywhere: [-1.683, 0.106, ...]
     * HOLDS     without gamma and beta y has mean 0, and, for eps 0, variance 1. x + 10 gives
     *           the same y, and so does 3 x (for eps 0).
     * YOU HAVE  real_sqrt, READ (cache_model.h)
     * THINK     "the mean of the squares minus the square of the mean" is the variance, too.
     *           What is left of it near 100,000, where squares have 11 digits? And what must be
     *           known before a distance from the mean can be squared? */
    todo("13.1 layer_norm_row");
}
