/* op_gelu.c - x, weighted by the chance that a normal number is below it: y = x Phi(x). */
#include "op.h"
#include "clones.h"
#include "vmath.h"
#include "todo.h"

/* ---- 06.13 ----------------------------------------------------------------------------------- */

KINDLING_CLONES static void gelu_backward_row(long n, real *dx, const real *const in[],
                                              const real *arg)
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

static void gelu_backward(Closure *c, Tensor *dy)
{
    rows_backward(c, dy, c->in[0], gelu_backward_row, NULL); /* in[0] is dy, in[1] is x */
}

static const Operation gelu_op = {.name = "gelu", .backward = gelu_backward};

Tensor *tensor_gelu(Tensor *a)
{
    return unary_operation(a, gelu_kernel, &gelu_op);
}
