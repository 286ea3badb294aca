/* backward_rows.c - the gradient of a row, where a row is what an operation works along.
 *
 * Each is a loop or two over numbers that are neighbours in memory. Invariant: nothing but dx is
 * written, all of it.
 */
#include "op.h"
#include "clones.h"
#include "vmath.h"

/* y = tanh(x), y' = 1 - y^2 */
EXERCISE
KINDLING_CLONES void tanh_backward_row(long n, real *dx, const real *const in[], const real *arg)
{
    const real *dy = in[0], *y = in[1];
    (void)arg;
    for (long i = 0; i < n; i++)
        dx[i] = dy[i] * (1 - y[i] * y[i]);
}

/* y = x Phi(x), y' = Phi(x) + x phi(x), where phi is the density of the normal distribution */
EXERCISE
KINDLING_CLONES void gelu_backward_row(long n, real *dx, const real *const in[], const real *arg)
{
    const real *dy = in[0], *x = in[1];
    const real root_half = (real)0.70710678118654752440,
               density_at_0 = (real)0.39894228040143267794;
    (void)arg;
#pragma omp simd
    for (long i = 0; i < n; i++) {
        real Phi = (real)0.5 * (1 + real_erf(x[i] * root_half));
        real phi = density_at_0 * real_exp((real)-0.5 * x[i] * x[i]);
        dx[i] = dy[i] * (Phi + x[i] * phi);
    }
}

/* y_i = e^x_i / sum_j e^x_j, dx_i = y_i (dy_i - sum_j dy_j y_j). The term behind the minus couples
 * the row: what one gains the others lose. */
EXERCISE
KINDLING_CLONES void softmax_backward_row(long n, real *dx, const real *dy, const real *y)
{
    real dot = 0;
#pragma omp simd reduction(+ : dot)
    for (long i = 0; i < n; i++)
        dot += dy[i] * y[i];
#pragma omp simd
    for (long i = 0; i < n; i++)
        dx[i] = y[i] * (dy[i] - dot);
}

/* Probability, which is e^(x_i - lse), minus truth. */
EXERCISE
KINDLING_CLONES void cross_entropy_backward_row(long V, real *dx, const real *x, real lse,
                                                int target, real smoothing, real scale)
{
    real even = smoothing / (real)V;
#pragma omp simd
    for (long i = 0; i < V; i++)
        dx[i] = scale * (real_exp(x[i] - lse) - even);
    dx[target] -= scale * (1 - smoothing);
}
