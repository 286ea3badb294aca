/* layer_norm_row.c - a row shifted and scaled to mean 0 and variance 1 (Ba, Kiros, Hinton 2016).
 *
 *     y = (x - mean) rstd gamma + beta,  rstd = 1 / sqrt(variance + eps)
 *
 * The mean is taken of x - x[0], so that a row of equal numbers has exactly that mean; the variance
 * is taken of x - mean in a second pass, where sum x^2 - mean^2 would cancel.
 * Invariant: a row is normalized by its own numbers alone, whatever stands above and below it.
 */
#include "clones.h"
#include "layer_norm.h"
#include "vmath.h"

static real row_mean(long n, const real *x)
{
    real sum = 0, first = x[0];
#pragma omp simd reduction(+ : sum)
    for (long i = 0; i < n; i++)
        sum += x[i] - first;
    return first + sum / (real)n;
}

static real row_variance(long n, const real *x, real mean)
{
    real sum = 0;
#pragma omp simd reduction(+ : sum)
    for (long i = 0; i < n; i++)
        sum += (x[i] - mean) * (x[i] - mean);
    return sum / (real)n;
}

EXERCISE
KINDLING_CLONES RowNorm layer_norm_row(long n, real *y, const real *x, const real *gamma,
                                       const real *beta, real eps)
{
    real mean = row_mean(n, x);
    real rstd = 1 / real_sqrt(row_variance(n, x, mean) + eps);
#pragma omp simd
    for (long i = 0; i < n; i++)
        y[i] = (x[i] - mean) * rstd;
    if (gamma != NULL)
#pragma omp simd
        for (long i = 0; i < n; i++)
            y[i] *= gamma[i];
    if (beta != NULL)
#pragma omp simd
        for (long i = 0; i < n; i++)
            y[i] += beta[i];
    return (RowNorm){mean, rstd};
}
