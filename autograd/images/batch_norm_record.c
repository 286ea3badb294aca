/* batch_norm_record.c - channels shifted and scaled, and the way back.
 *
 * Per channel of N numbers, with h = (x - m) rstd:
 *     y = h gamma + beta,   dgamma = sum dy h,   dbeta = sum dy
 *     dx = gamma rstd (dy - mean(dy) - h mean(dy h)), in training, where m and rstd move with x;
 *     dx = gamma rstd dy, where they are remembered.
 */
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
