/* layer_norm_row.c - a row shifted and scaled to mean 0 and variance 1, in three loops. */
#include "clones.h"
#include "layer_norm.h"
#include "vmath.h"

KINDLING_CLONES RowNorm layer_norm_row(long n, real *y, const real *x, const real *gamma,
                                       const real *beta, real eps)
{
    double sum = 0;
    for (long i = 0; i < n; i++)
        sum += x[i];
    double mean = sum / (double)n;

    double squares = 0;
    for (long i = 0; i < n; i++)
        squares += (x[i] - mean) * (x[i] - mean);
    double variance = squares / (double)n;
    real rstd = 1 / real_sqrt((real)variance + eps);

    for (long i = 0; i < n; i++) {
        real h = (real)(x[i] - mean) * rstd;
        if (gamma != NULL)
            h *= gamma[i];
        if (beta != NULL)
            h += beta[i];
        y[i] = h;
    }

    RowNorm result;
    result.mean = (real)mean;
    result.rstd = rstd;
    return result;
}
