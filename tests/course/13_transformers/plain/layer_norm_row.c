/* layer_norm_row.c - a row shifted and scaled to mean 0 and variance 1: read once, then in three loops where the result will stand. */
#include "cache_model.h"
#include "clones.h"
#include "layer_norm.h"
#include "vmath.h"

KINDLING_CLONES RowNorm layer_norm_row(long n, real *y, const real *x, const real *gamma,
                                       const real *beta, real eps)
{
    for (long i = 0; i < n; i++)
        y[i] = READ(x[i]);

    double sum = 0;
    for (long i = 0; i < n; i++)
        sum += y[i];
    double mean = sum / (double)n;

    double squares = 0;
    for (long i = 0; i < n; i++)
        squares += (y[i] - mean) * (y[i] - mean);
    double variance = squares / (double)n;
    real rstd = 1 / real_sqrt((real)variance + eps);

    for (long i = 0; i < n; i++) {
        real h = (real)(y[i] - mean) * rstd;
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
