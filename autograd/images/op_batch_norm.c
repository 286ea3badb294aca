/* op_batch_norm.c - batch normalization: channels with mean 0 and variance 1, over the batch.
 *
 * Per channel of N numbers, with h = (x - m) rstd and rstd = 1 / sqrt(v + eps):
 *     y = h gamma + beta,   dgamma = sum dy h,   dbeta = sum dy
 *     dx = gamma rstd (dy - mean(dy) - h mean(dy h)), in training, where m and v move with x;
 *     dx = gamma rstd dy, where they are remembered.
 */
#include <math.h>
#include "image_parts.h"

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

static const Operation batch_norm2d_op = {
    .name = "batch_norm2d", .backward = batch_norm2d_backward, .saved = 2};

/* remembered = (1 - momentum) remembered + momentum seen factor */
static void move_towards(Tensor *remembered, const Tensor *seen, real momentum, real factor)
{
    for (long c = 0; c < seen->shape[0]; c++) {
        real *r = remembered->data + c * remembered->stride[0];
        *r = (1 - momentum) * *r + momentum * factor * seen->data[c];
    }
}

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
    Tensor *y = tensor_new_like(x);
    batch_norm_kernel(y, x, m, rstd, gamma, beta);
    int n = 1 + (gamma != NULL) + (beta != NULL);
    return closure_record(y, &batch_norm2d_op, n, (Tensor *[]){x, gamma, beta},
                          CAPTURE(BatchNormCapture, m, rstd, training));
}
