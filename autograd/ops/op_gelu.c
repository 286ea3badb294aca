/* op_gelu.c - x, weighted by the chance that a normal number is below it: y = x Phi(x).
 *
 * y' = Phi(x) + x phi(x), where phi is the density of the normal distribution, the derivative of Phi.
 */
#include "op.h"
#include "clones.h"
#include "vmath.h"

KINDLING_CLONES static void gelu_backward_row(long n, real *dx, const real *const in[],
                                              const real *arg)
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

static void gelu_backward(Closure *c, Tensor *dy)
{
    rows_backward(c, dy, c->in[0], gelu_backward_row, NULL);
}

static const Operation gelu_op = {.name = "gelu", .backward = gelu_backward};

Tensor *tensor_gelu(Tensor *a)
{
    return unary_operation(a, gelu_kernel, &gelu_op);
}
