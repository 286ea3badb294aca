/* op_batch_norm.c - batch normalization: channels with mean 0 and variance 1, over the batch.
 *
 * In training, by their own mean and variance, towards which what is remembered moves; afterwards
 * by what is remembered, so that an image's result does not depend on its neighbours.
 * Per channel of N numbers, with h = (x - m) rstd:
 *     y = h gamma + beta,   dgamma = sum dy h,   dbeta = sum dy
 *     dx = gamma rstd (dy - mean(dy) - h mean(dy h)), in training, where m and rstd move with x;
 *     dx = gamma rstd dy, where they are remembered.
 */
#include <math.h>
#include "image_parts.h"

/* ---- what a caller can do wrong -------------------------------------------------------------- */

static void check_per_channel(const char *name, const Tensor *t, const Tensor *x)
{
    if (t != NULL && (t->ndim != 1 || t->shape[0] != x->shape[1]))
        fail("tensor_batch_norm2d: %s has shape %s, expected (%ld,), a number for each channel of "
             "x %s",
             name, tensor_shape_text(t), x->shape[1], tensor_shape_text(x));
}

static void check_remembered(const Tensor *mean, const Tensor *var, bool training)
{
    if ((mean == NULL) != (var == NULL))
        fail("tensor_batch_norm2d: %s is NULL and %s is not, expected both or none",
             mean ? "var" : "mean", mean ? "mean" : "var");
    if (!training && mean == NULL)
        fail("tensor_batch_norm2d: mean and var are NULL, but only training finds its own. hint: "
             "pass "
             "those that training has remembered");
    if ((mean != NULL && mean->requires_grad) || (var != NULL && var->requires_grad))
        fail("tensor_batch_norm2d: mean or var wants a gradient, and what is remembered gets none. "
             "hint: module_buffer");
}

void batch_norm_check(const Tensor *x, const Tensor *gamma, const Tensor *beta, const Tensor *mean,
                      const Tensor *var, bool training, real momentum, real eps)
{
    if (x->ndim != 4)
        fail("tensor_batch_norm2d: x has shape %s, expected images (B, C, H, W). hint: "
             "tensor_unsqueeze adds an axis",
             tensor_shape_text(x));
    check_per_channel("gamma", gamma, x);
    check_per_channel("beta", beta, x);
    check_per_channel("mean", mean, x);
    check_per_channel("var", var, x);
    if (beta != NULL && gamma == NULL)
        fail("tensor_batch_norm2d: beta without gamma. hint: pass a gamma of ones");
    check_remembered(mean, var, training);
    if (!(momentum >= 0 && momentum <= 1))
        fail("tensor_batch_norm2d: momentum is %g, expected a number from 0 to 1 (0.1 is usual)",
             (double)momentum);
    if (!(eps >= 0))
        fail("tensor_batch_norm2d: eps is %g, expected none below 0 (1e-5 is usual)", (double)eps);
    long N = x->shape[0] * x->shape[2] * x->shape[3];
    if (training && x->shape[1] > 0 && N < 2)
        fail("tensor_batch_norm2d: x %s has %ld number%s per channel, and a variance takes 2. "
             "hint: a "
             "larger batch, or evaluation: training = false",
             tensor_shape_text(x), N, N == 1 ? "" : "s");
}

/* ---- shifted and scaled, and the way back ---------------------------------------------------- */

typedef struct {
    Tensor *mean, *rstd; /* that x was normalized with */
    bool training;
} BatchNormCapture;

static void batch_norm2d_backward(Closure *c, Tensor *dy)
{
    const BatchNormCapture *capture = c->capture;
    Tensor *x = c->in[0], *gamma = c->n_in > 1 ? c->in[1] : NULL;
    Tensor *sum_dy = tensor_new_like(capture->mean), *sum_dyh = tensor_new_like(capture->mean);
    batch_norm_sums_kernel(sum_dy, sum_dyh, dy, x, capture->mean, capture->rstd);
    if (c->n_in > 1)
        grad_add(gamma, sum_dyh);
    if (c->n_in > 2)
        grad_add(c->in[2], sum_dy);
    if (!x->requires_grad)
        return;
    if (!capture->training)
        sum_dy = sum_dyh = tensor_zeros(1, sum_dy->shape);
    real beta;
    Tensor *dx = grad_buffer(x, &beta);
    batch_norm_backward_kernel(dx, beta, dy, x, capture->mean, capture->rstd, gamma, sum_dy,
                               sum_dyh);
}

/* As a layer norm. */
static double batch_norm2d_flops(const Closure *c)
{
    return 7 * (double)tensor_numel(c->out);
}

static const Operation batch_norm2d_op = {
    .name = "batch_norm2d",
    .backward = batch_norm2d_backward,
    .saved = 2,
    .reads = {READS_INPUT(0) | READS_INPUT(1), READS_INPUT(0)},
    .flops = batch_norm2d_flops};

Tensor *batch_norm_record(Tensor *x, Tensor *gamma, Tensor *beta, Tensor *m, Tensor *rstd,
                          bool training)
{
    for (long c = 0; c < rstd->shape[0]; c++)
        if (rstd->data[c] == 0)
            fail("tensor_batch_norm2d: the variance of channel %ld is infinite, and all of it "
                 "would be 0. hint: "
                 "has training diverged?",
                 c);
    Tensor *y = tensor_new_like(x);
    batch_norm_kernel(y, x, m, rstd, gamma, beta);
    int n = 1 + (gamma != NULL) + (beta != NULL);
    return closure_record(y, &batch_norm2d_op, n, (Tensor *[]){x, gamma, beta},
                          CAPTURE(BatchNormCapture, m, rstd, training));
}

/* ---- with the numbers of the batch, or with those that are remembered ------------------------ */

/* remembered = (1 - momentum) remembered + momentum seen factor */
static void move_towards(Tensor *remembered, const Tensor *seen, real momentum, real factor)
{
    for (long c = 0; c < seen->shape[0]; c++) {
        real *r = remembered->data + c * remembered->stride[0];
        *r = (1 - momentum) * *r + momentum * factor * seen->data[c];
    }
}

EXERCISE
Tensor *tensor_batch_norm2d(Tensor *x, Tensor *gamma, Tensor *beta, Tensor *mean, Tensor *var,
                            bool training, real momentum, real eps)
{
    batch_norm_check(x, gamma, beta, mean, var, training, momentum, eps);
    long channels = x->shape[1], N = x->shape[0] * x->shape[2] * x->shape[3];
    Tensor *m = tensor_new(SHAPE(channels)), *rstd = tensor_new(SHAPE(channels));
    Tensor *v = tensor_new(SHAPE(channels));
    if (training) {
        batch_statistics_kernel(m, v, x);
        if (mean != NULL) {
            move_towards(mean, m, momentum, 1);
            move_towards(var, v, momentum, (real)N / (real)(N - 1));
        }
    } else {
        copy_kernel(m, mean);
        copy_kernel(v, var);
    }
    for (long c = 0; c < channels; c++)
        rstd->data[c] = 1 / (real)sqrt((double)(v->data[c] + eps));
    return batch_norm_record(x, gamma, beta, m, rstd, training);
}
