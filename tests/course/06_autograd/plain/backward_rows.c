/* backward_rows.c - the gradient of a row, where a row is what an operation works along. */
#include "op.h"
#include "clones.h"
#include "vmath.h"

KINDLING_CLONES void tanh_backward_row(long n, real *dx, const real *const in[], const real *arg)
{
    const real *dy = in[0], *y = in[1];
    (void)arg;
    for (long i = 0; i < n; i++) {
        real slope = 1 - y[i] * y[i];
        dx[i] = dy[i] * slope;
    }
}

KINDLING_CLONES void gelu_backward_row(long n, real *dx, const real *const in[], const real *arg)
{
    const real *dy = in[0], *x = in[1];
    const real root_half = (real)0.70710678118654752440, /* sqrt(1/2) */
        density_at_0 = (real)0.39894228040143267794;     /* 1 / sqrt(2 pi) */
    (void)arg;
    for (long i = 0; i < n; i++) {
        real Phi = (1 + real_erf(x[i] * root_half)) / 2;
        real phi = real_exp(-x[i] * x[i] / 2) * density_at_0;
        real slope = Phi + x[i] * phi;
        dx[i] = dy[i] * slope;
    }
}

KINDLING_CLONES void softmax_backward_row(long n, real *dx, const real *dy, const real *y)
{
    real average = 0;
    for (long i = 0; i < n; i++)
        average += y[i] * dy[i];
    for (long i = 0; i < n; i++)
        dx[i] = y[i] * (dy[i] - average);
}

KINDLING_CLONES void cross_entropy_backward_row(long V, real *dx, const real *x, real lse,
                                                int target, real smoothing, real scale)
{
    for (long i = 0; i < V; i++) {
        real p = real_exp(x[i] - lse);
        real truth = smoothing / V;
        if (i == target)
            truth += 1 - smoothing;
        dx[i] = (p - truth) * scale;
    }
}
