/* layer_norm_row.c - a row shifted and scaled to mean 0 and variance 1 (Ba, Kiros, Hinton 2016).
 *
 *     y = (x - mean) rstd gamma + beta,  rstd = 1 / sqrt(variance + eps)
 *
 * Deep in a network numbers grow and shrink; after a norm every layer meets the same spread. The kernel
 * that hands over the rows, and the way back, are given. Invariant: a row is normalized by its own
 * numbers alone, whatever stands above and below it.
 */
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
     * APPROACH
     *   1. mean: add up the x[i], divide by n.
     *   2. variance: in a second loop, add up (x[i] - mean)^2, divide by n (not n - 1).
     *   3. rstd = 1 / real_sqrt(variance + eps): eps inside of the root, for rows of equal numbers.
     *   4. y. gamma and beta may each be NULL: then they are left out.
     *   5. return (RowNorm){mean, rstd}; the way back needs both.
     *
     * EXAMPLE
     *   x = [1, 3, 5, 7], eps 0: mean 4, variance (9 + 1 + 1 + 9)/4 = 5, rstd 0.4472
     *   y = [-1.342, -0.447, 0.447, 1.342]; with gamma = 2 and beta = 1 everywhere: [-1.683, 0.106, ...]
     *
     * HINT: the mean of the squares minus the square of the mean is the variance, too, on paper. In
     * floating point two large numbers cancel there. */
    todo("13.1 layer_norm_row");
}
