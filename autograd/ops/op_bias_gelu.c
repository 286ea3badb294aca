/* op_bias_gelu.c - gelu_tanh(x + bias) as one operation: a bias and a GELU in one pass, there and
 * back.
 *
 *     z = x + bias     y = z s(2u)     u = sqrt(2/pi) (z + 0.044715 z^3)     s the sigmoid
 *
 * As two operations the sum z is written, read, and kept for the way back. Here it is made where it
 * is used, and once more on the way back: adding is cheaper than fetching.
 */
#include "op.h"
#include "clones.h"
#include "vmath.h"

static const real twice_root = (real)1.59576912160573071176, cubic = (real)0.044715;

EXERCISE
KINDLING_CLONES void bias_gelu_row(long n, real *y, const real *const in[], const real *arg)
{
    const real *x = in[0], *bias = in[1];
    (void)arg;
#pragma omp simd
    for (long i = 0; i < n; i++) {
        real z = x[i] + bias[i];
        y[i] = z / (1 + real_exp(-twice_root * z * (1 + cubic * z * z)));
    }
}

/* dy/dz = s + z s (1 - s) 2u' */
KINDLING_CLONES static void bias_gelu_backward_row(long n, real *dz, const real *const in[],
                                                   const real *arg)
{
    const real *dy = in[0], *x = in[1], *bias = in[2];
    (void)arg;
#pragma omp simd
    for (long i = 0; i < n; i++) {
        real z = gelu_near(x[i] + bias[i]), zz = z * z;
        real s = 1 / (1 + real_exp(-twice_root * z * (1 + cubic * zz)));
        dz[i] = dy[i] * s * (1 + z * (1 - s) * twice_root * (1 + 3 * cubic * zz));
    }
}

EXERCISE
void bias_gelu_backward(Closure *c, Tensor *dy)
{
    Tensor *x = c->in[0], *bias = c->in[1], *dz = tensor_new_like(x);
    rows_apply(dz, 3, (const Tensor *[]){dy, x, bias}, bias_gelu_backward_row, NULL);
    grad_add(x, dz);
    grad_add(bias, dz);
}

/* A sum, and its gelu of 9. */
static double bias_gelu_flops(const Closure *c)
{
    return 10 * (double)tensor_numel(c->out);
}

static const Operation bias_gelu_op = {
    .name = "bias_gelu",
    .backward = bias_gelu_backward,
    .reads = {READS_INPUT(0) | READS_INPUT(1), READS_INPUT(0) | READS_INPUT(1)},
    .flops = bias_gelu_flops};

Tensor *tensor_bias_gelu(Tensor *x, Tensor *bias)
{
    if (bias->ndim != 1 || x->ndim < 1 || x->shape[x->ndim - 1] != bias->shape[0])
        fail("tensor_bias_gelu: a bias of shape %s for x %s. hint: it has one axis, with a number "
             "for each "
             "channel, the last axis of x",
             tensor_shape_text(bias), tensor_shape_text(x));
    Tensor *y = tensor_new_like(x);
    rows_apply(y, 2, (const Tensor *[]){x, bias}, bias_gelu_row, NULL);
    return closure_record(y, &bias_gelu_op, INPUTS(x, bias), NO_CAPTURE);
}
