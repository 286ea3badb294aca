/* op_rms_norm.c - normalization by the mean square, fused: one kernel forward, one backward.
 *
 * Per row of C numbers, with n = x rstd and g = dy weight:
 *     dx = rstd (g - n mean(g n)),   dweight = sum dy n
 */
#include "autograd.h"

typedef struct {
    Tensor *rstd; /* of each row */
} RmsNormCapture;

/* The kernel adds to dweight, and to dx or, with dx_beta 0, writes it. */
static void rms_norm_backward(Closure *c, Tensor *dy)
{
    const RmsNormCapture *saved = c->capture;
    Tensor *x = c->in[0], *weight = c->n_in > 1 ? c->in[1] : NULL;
    real dx_beta = 0;
    Tensor *dx = x->requires_grad ? grad_buffer(x, &dx_beta) : NULL;
    Tensor *dweight = weight != NULL && weight->requires_grad ? grad_buffer(weight, NULL) : NULL;
    layer_norm_backward_kernel(dx, dx_beta, dweight, NULL, dy, x, NULL, saved->rstd, weight);
}

/* Squared, their mean; times 1 / its root, and weight. */
static double rms_norm_flops(const Closure *c)
{
    return 4 * (double)tensor_numel(c->out);
}

static const Operation rms_norm_op = {.name = "rms_norm",
                                      .backward = rms_norm_backward,
                                      .saved = 1,
                                      .reads = {READS_INPUT(0) | READS_INPUT(1), READS_INPUT(0)},
                                      .flops = rms_norm_flops};

Tensor *tensor_rms_norm(Tensor *x, Tensor *weight, real eps)
{
    Tensor *out = tensor_new_like(x);
    Tensor *rstd = tensor_new(x->ndim > 0 ? x->ndim - 1 : 0, x->shape);
    rms_norm_kernel(out, rstd, x, weight, eps); /* checks them */
    return closure_record(out, &rms_norm_op, 1 + (weight != NULL), (Tensor *[]){x, weight},
                          CAPTURE(RmsNormCapture, rstd));
}
