/* op_layer_norm.c - layer normalization, fused: one kernel forward, one backward.
 *
 * Per row of C numbers, with n = (x - mean) rstd and g = dy gamma:
 *     dx = rstd (g - mean(g) - n mean(g n)),   dgamma = sum dy n,   dbeta = sum dy
 */
#include "autograd.h"

typedef struct {
    Tensor *mean, *rstd; /* of each row */
} LayerNormCapture;

/* The kernel adds to dgamma and dbeta, and to dx or, with dx_beta 0, writes it. */
static void layer_norm_backward(Closure *c, Tensor *dy)
{
    const LayerNormCapture *saved = c->capture;
    Tensor *x = c->in[0], *gamma = c->n_in > 1 ? c->in[1] : NULL;
    Tensor *grads[3] = {NULL};
    real dx_beta = 0;
    for (int i = 0; i < c->n_in; i++)
        if (c->in[i]->requires_grad)
            grads[i] = grad_buffer(c->in[i], i == 0 ? &dx_beta : NULL);
    layer_norm_backward_kernel(grads[0], dx_beta, grads[1], grads[2], dy, x, saved->mean,
                               saved->rstd, gamma);
}

/* The mean, minus it, squared, their mean; times 1 / std, gamma, plus beta. */
static double layer_norm_flops(const Closure *c)
{
    return 7 * (double)tensor_numel(c->out);
}

static const Operation layer_norm_op = {.name = "layer_norm",
                                        .backward = layer_norm_backward,
                                        .saved = 2,
                                        .reads = {READS_INPUT(0) | READS_INPUT(1), READS_INPUT(0)},
                                        .flops = layer_norm_flops};

Tensor *tensor_layer_norm(Tensor *x, Tensor *gamma, Tensor *beta, real eps)
{
    if (x->ndim == 0)
        fail("tensor_layer_norm: a scalar has no last axis to normalize over");
    long C = x->shape[x->ndim - 1];
    Tensor *parameters[2] = {gamma, beta};
    for (int i = 0; i < 2; i++)
        if (parameters[i] != NULL && (parameters[i]->ndim != 1 || parameters[i]->shape[0] != C))
            fail("tensor_layer_norm: %s has shape %s, expected (%ld,) for x of shape %s",
                 i ? "beta" : "gamma", tensor_shape_text(parameters[i]), C, tensor_shape_text(x));
    if (beta != NULL && gamma == NULL)
        fail("tensor_layer_norm: beta without gamma. hint: pass a gamma of ones");
    Tensor *out = tensor_new_like(x);
    Tensor *mean = tensor_new(x->ndim - 1, x->shape), *rstd = tensor_new(x->ndim - 1, x->shape);
    layer_norm_kernel(out, mean, rstd, x, gamma, beta, eps);
    int n = 1 + (gamma != NULL) + (beta != NULL);
    return closure_record(out, &layer_norm_op, n, (Tensor *[]){x, gamma, beta},
                          CAPTURE(LayerNormCapture, mean, rstd));
}
