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
    /* TODO: the gradient of y = tanh(x), for n neighbours in memory.
     *
     * CONTRACT  dx[i] = dy[i] times the derivative, for in[0] = dy and in[1] = y, the *result*.
     *           Any n.
     * EXAMPLE   x = 1: y = 0.7616, the derivative is 0.42. With dy = 2: 0.84.
     * HOLDS     y and -y have the same derivative; at y = 0 it is 1, at y = 1 it is 0.
     * THINK     why was the result kept, and not x? What does that spare? */
    todo("06.12 tanh_backward_row");
}

/* ---- 06.13 ----------------------------------------------------------------------------------- */

KINDLING_CLONES void gelu_backward_row(long n, real *dx, const real *const in[], const real *arg)
{
    const real *dy = in[0], *x = in[1];
    const real root_half = (real)0.70710678118654752440, /* sqrt(1/2) */
        density_at_0 = (real)0.39894228040143267794;     /* 1 / sqrt(2 pi) */
    (void)dy, (void)x, (void)arg, (void)root_half, (void)density_at_0;
    /* TODO: the gradient of gelu(x) = x Phi(x), for n neighbours in memory.
     *
     * CONTRACT  dx[i] = dy[i] times the derivative, for in[0] = dy and in[1] = x, the *input*
     *           this time. Phi(x) is (1 + erf(x / sqrt 2)) / 2, the chance that a normal number
     *           is below x; its derivative is the density of these numbers. In numbers of real:
     *           (real)0.5, since a double in between costs time.
     * EXAMPLE   x = 0: 0.5.      x = 1: 1.0833, where Phi is 0.8413
     * HOLDS     the derivatives at x and at -x add up to 1.
     * YOU HAVE  root_half and density_at_0, above; real_erf, real_exp
     * THINK     a product of x and Phi(x): which rule? Can it be above 1? */
    todo("06.13 gelu_backward_row");
}

/* ---- 06.14 ----------------------------------------------------------------------------------- */

KINDLING_CLONES void softmax_backward_row(long n, real *dx, const real *dy, const real *y)
{
    /* TODO: the gradient of softmax, for one row of n numbers.
     *
     * CONTRACT  y is the row's result, dy its gradient. dx[i] says how the loss moves when x_i
     *           does, which moves *all* of y: y_i up, and the others down.
     * EXAMPLE   y = [0.25, 0.75], dy = [1, 0]:  dx = [0.1875, -0.1875]
     * HOLDS     dx adds up to 0. If all dy are equal, nothing flows back. A y of 0 gets 0.
     * THINK     dy_i y_i alone is not it. What has to be taken off dy first, so that a row of
     *           equal dy gives 0? Over which numbers is that an average, and when do you know
     *           it? */
    todo("06.14 softmax_backward_row");
}

/* ---- 06.15 ----------------------------------------------------------------------------------- */

KINDLING_CLONES void cross_entropy_backward_row(long V, real *dx, const real *x, real lse,
                                                int target, real smoothing, real scale)
{
    /* TODO: the gradient of the cross-entropy, for one row of V logits x.
     *
     * CONTRACT  dx[i] is scale times how much the row's loss grows with x[i]. The loss is the
     *           cross-entropy of the truth with softmax(x) (module 04), and the forward pass has
     *           kept lse = log sum_j e^x_j. The truth is 1 at the target and 0 elsewhere; with
     *           label smoothing s it is 1 - s at the target, and s / V more at every one of the V
     *           places (at the target, too). Logits of 1000 are no trouble.
     * EXAMPLE   softmax(x) = [0.25, 0.75], target 1, smoothing 0, scale 1/2:  dx = [0.125, -0.125]
     *           with smoothing 0.2 the truth is [0.1, 0.9]:                   dx = [0.075, -0.075]
     * HOLDS     each row adds up to 0. A number added to all x, and to lse, changes nothing.
     * YOU HAVE  real_exp
     * THINK     how do you get a probability out of x_i and lse with one exponential, and no
     *           division? */
    todo("06.15 cross_entropy_backward_row");
}
