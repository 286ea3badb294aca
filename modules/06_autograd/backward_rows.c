/* backward_rows.c - the gradient of a row, where a row is what an operation works along.
 *
 * Each is a loop or two over numbers that are neighbours in memory. Invariant: nothing but dx is
 * written, all of it.
 */
#include "op.h"
#include "clones.h"
#include "vmath.h"
#include "todo.h"

/* ---- 06.12 ----------------------------------------------------------------------------------- */

KINDLING_CLONES void tanh_backward_row(long n, real *dx, const real *const in[], const real *arg)
{
    const real *dy = in[0], *y = in[1];
    (void)dy, (void)y, (void)arg;
    /* TODO: dx[i] = dy[i] * (1 - y[i]^2), for n neighbours in memory. in[0] is dy, in[1] the result,
     * y = tanh(x).
     *
     * APPROACH
     *   One loop. relu, sigmoid and others do the same with their own derivatives: see
     *   autograd/ops/op_activation.c.
     *
     * EXAMPLE
     *   x = 1: y = 0.7616, the derivative is 1 - 0.58 = 0.42. With dy = 2: 0.84.
     *
     * HINT: no tanh is needed here. That is why the result was kept. */
    todo("06.12 tanh_backward_row");
}

/* ---- 06.13 ----------------------------------------------------------------------------------- */

KINDLING_CLONES void gelu_backward_row(long n, real *dx, const real *const in[], const real *arg)
{
    const real *dy = in[0], *x = in[1];
    const real root_half = (real)0.70710678118654752440, /* sqrt(1/2) */
        density_at_0 = (real)0.39894228040143267794;     /* 1 / sqrt(2 pi) */
    (void)dy, (void)x, (void)arg, (void)root_half, (void)density_at_0;
    /* TODO: dx[i] = dy[i] * (Phi(x) + x phi(x)). This time in[1] is the input x.
     *
     * APPROACH
     *   1. Phi(x) = (1 + erf(x / sqrt 2)) / 2, the chance that a normal number is below x: real_erf.
     *   2. phi(x) = e^(-x^2 / 2) / sqrt(2 pi), its derivative, the density: real_exp.
     *   3. The derivative of x Phi(x) by the product rule: Phi(x) + x phi(x).
     *
     * EXAMPLE
     *   x = 0: Phi = 0.5, so 0.5.      x = 1: 0.8413 + 1 * 0.2420 = 1.0833
     *
     * HINT: write (real)0.5, not 0.5: a double in between costs time where real is float. */
    todo("06.13 gelu_backward_row");
}

/* ---- 06.14 ----------------------------------------------------------------------------------- */

KINDLING_CLONES void softmax_backward_row(long n, real *dx, const real *dy, const real *y)
{
    /* TODO: dx_i = y_i (dy_i - sum_j dy_j y_j) for one row of n numbers.
     *
     * APPROACH
     *   1. A first loop for the sum of dy_j y_j, over the whole row.
     *   2. A second loop for dx.
     *
     * EXAMPLE
     *   y = [0.25, 0.75], dy = [1, 0]:  sum = 0.25,  dx = [0.25 * 0.75, 0.75 * -0.25]
     *                                                  = [0.1875, -0.1875]
     *
     * HINT: the shares of a row add up to 0. If all dy of a row are equal, nothing flows back. */
    todo("06.14 softmax_backward_row");
}

/* ---- 06.15 ----------------------------------------------------------------------------------- */

KINDLING_CLONES void cross_entropy_backward_row(long V, real *dx, const real *x, real lse,
                                                int target, real smoothing, real scale)
{
    /* TODO: dx = (softmax(x) - truth) * scale, for one row of V logits.
     *
     * APPROACH
     *   1. softmax(x)_i is e^(x_i - lse): lse = log sum_j e^x_j was kept by the forward pass, so no
     *      sum is needed, and nothing overflows. real_exp.
     *   2. The truth is 1 at the target, and 0 elsewhere. With label smoothing s it is 1 - s at the
     *      target, and s / V more at every one of the V places (at the target, too).
     *   3. scale is dy / N, the share of one row in a mean over N rows. It belongs to both terms.
     *
     * EXAMPLE
     *   softmax(x) = [0.25, 0.75], target 1, smoothing 0, scale 1/2:  dx = [0.125, -0.125]
     *   with smoothing 0.2 the truth is [0.1, 0.9]:                   dx = [0.075, -0.075]
     *
     * HINT: every dx[i] is written once, the one at the target a second time. Each row adds up to 0. */
    todo("06.15 cross_entropy_backward_row");
}
