/* bias_gelu.c - number by number: the sum, the sigmoid, and what the derivative is made of. */
#include "op.h"
#include "vmath.h"

#define TWO_ROOT ((real)1.59576912160573071176) /* 2 sqrt(2/pi) */
#define CUBIC ((real)0.044715)

static real sigmoid_of(real t)
{
    return 1 / (1 + real_exp(-t));
}

void bias_gelu_row(long n, real *y, const real *const in[], const real *arg)
{
    (void)arg;
    const real *x = in[0], *bias = in[1];
    for (long i = 0; i < n; i++) {
        real z = x[i] + bias[i];
        real t = TWO_ROOT * (z + CUBIC * z * z * z);
        y[i] = z * sigmoid_of(t);
    }
}

static void derivative_row(long n, real *dz, const real *const in[], const real *arg)
{
    (void)arg;
    const real *dy = in[0], *x = in[1], *bias = in[2];
    for (long i = 0; i < n; i++) {
        real z = gelu_near(x[i] + bias[i]);
        real t = TWO_ROOT * (z + CUBIC * z * z * z);
        real t_by_z = TWO_ROOT * (1 + 3 * CUBIC * z * z);
        real s = sigmoid_of(t);
        real slope = s + z * s * (1 - s) * t_by_z;
        dz[i] = dy[i] * slope;
    }
}

void bias_gelu_backward(Closure *c, Tensor *dy)
{
    const Tensor *x = c->in[0], *bias = c->in[1];
    Tensor *dz = tensor_new_like(x);
    rows_apply(dz, 3, (const Tensor *[]){dy, x, bias}, derivative_row, NULL);
    grad_add(c->in[0], dz);
    grad_add(c->in[1], dz);
}
