/* cross_entropy_row.c - the gradient of a row of logits: probability minus truth. */
#include "op.h"
#include "clones.h"
#include "vmath.h"

KINDLING_CLONES void cross_entropy_backward_row(long V, real *dx, const real *x, real lse,
                                                int target, real smoothing, real scale)
{
    real even = smoothing / (real)V;
#pragma omp simd
    for (long i = 0; i < V; i++)
        dx[i] = scale * (real_exp(x[i] - lse) - even);
    dx[target] -= scale * (1 - smoothing);
}
