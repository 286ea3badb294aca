/* op_pow.c - powers whose exponents are tensors.
 *
 * With y = x^p:   dy/dx = p x^(p-1),   dy/dp = y ln x.
 * Where p is 0, or x is 0 and p is not below 0, a factor is infinite or NaN and the slope is 0.
 */
#include "op.h"
#include "vmath.h"

static void base_share_row(long n, real *dx, const real *const in[], const real *arg)
{
    const real *dy = in[0], *x = in[1], *p = in[2];
    (void)arg;
    for (long i = 0; i < n; i++)
        dx[i] = p[i] == 0 ? 0 : dy[i] * (p[i] * real_pow(x[i], p[i] - 1));
}

static void exponent_share_row(long n, real *dp, const real *const in[], const real *arg)
{
    const real *dy = in[0], *x = in[1], *p = in[2], *y = in[3];
    (void)arg;
    for (long i = 0; i < n; i++)
        dp[i] = x[i] == 0 && p[i] >= 0 ? 0 : dy[i] * (y[i] * real_log(x[i]));
}

static void pow_tensor_backward(Closure *c, Tensor *dy)
{
    Tensor *x = c->in[0], *p = c->in[1];
    if (x->requires_grad) {
        Tensor *dx = tensor_new_like(dy);
        rows_apply(dx, 3, (const Tensor *[]){dy, x, p}, base_share_row, NULL);
        grad_add(x, dx);
    }
    if (p->requires_grad) {
        Tensor *dp = tensor_new_like(dy);
        rows_apply(dp, 4, (const Tensor *[]){dy, x, p, c->out}, exponent_share_row, NULL);
        grad_add(p, dp);
    }
}

static const Operation pow_tensor_op = {
    .name = "pow",
    .backward = pow_tensor_backward,
    .reads = {READS_INPUT(0) | READS_INPUT(1), READS_INPUT(0) | READS_INPUT(1) | READS_OUT}};

Tensor *tensor_pow_tensor(Tensor *a, Tensor *exponent)
{
    long shape[TENSOR_MAX_AXES];
    int ndim = broadcast_shape("tensor_pow_tensor", a, exponent, shape);
    Tensor *out = tensor_new(ndim, shape);
    pow_tensor_kernel(out, a, exponent);
    return closure_record(out, &pow_tensor_op, INPUTS(a, exponent), NO_CAPTURE);
}
