/* op_own.c - an operation of one's own, one of the many that module 06 takes: log(e^a + e^b),
 * torch's logaddexp.
 *
 *     da = dy e^a / (e^a + e^b),   db = dy e^b / (e^a + e^b)
 */
#include "op.h"
#include "vmath.h"

/* The larger one comes out first, so that no power of e is above 1. */
static void logaddexp_row(long n, real *out, const real *const in[], const real *arg)
{
    (void)arg;
    for (long i = 0; i < n; i++) {
        real a = in[0][i], b = in[1][i];
        real high = a > b ? a : b, low = a > b ? b : a;
        out[i] = high + real_log(1 + real_exp(low - high));
    }
}

/* in[0] is dy, in[1] the side that gets this share, in[2] the other one. */
static void logaddexp_share_row(long n, real *out, const real *const in[], const real *arg)
{
    (void)arg;
    for (long i = 0; i < n; i++)
        out[i] = in[0][i] / (1 + real_exp(in[2][i] - in[1][i]));
}

static void logaddexp_backward(Closure *c, Tensor *dy)
{
    for (int side = 0; side < 2; side++) {
        Tensor *one = c->in[side], *other = c->in[1 - side];
        if (!one->requires_grad)
            continue;
        Tensor *share = tensor_new_like(dy);
        rows_apply(share, 3, (const Tensor *[]){dy, one, other}, logaddexp_share_row, NULL);
        grad_add(one, share);
    }
}

/* The larger, the difference, e to it, 1 more, the logarithm, the sum. */
static double logaddexp_flops(const Closure *c)
{
    return (double)tensor_numel(c->out) * 6;
}

static const Operation logaddexp_op = {.name = "logaddexp",
                                       .backward = logaddexp_backward,
                                       .reads = {READS_ALL, READS_ALL},
                                       .flops = logaddexp_flops};

EXERCISE
Tensor *own_operation(Tensor *a, Tensor *b)
{
    long shape[TENSOR_MAX_AXES];
    int ndim = broadcast_shape("own_operation", a, b, shape);
    Tensor *out = tensor_new(ndim, shape);
    rows_apply(out, 2, (const Tensor *[]){a, b}, logaddexp_row, NULL);
    return closure_record(out, &logaddexp_op, INPUTS(a, b), NO_CAPTURE);
}
