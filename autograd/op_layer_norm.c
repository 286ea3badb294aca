/* op_layer_norm.c - layer normalization, fused: one kernel forward, one backward.
 *
 * Per row of C numbers, with n = (x - mean) rstd and g = dy gamma:
 *     dx = rstd (g - mean(g) - n mean(g n)),   dgamma = sum dy n,   dbeta = sum dy
 */
#include "autograd.h"

static void layer_norm_backward(Closure *c, Tensor *dout)
{
    Tensor *x = c->in[0], *gamma = c->n_in > 1 ? c->in[1] : NULL;
    Tensor *beta = c->n_in > 2 ? c->in[2] : NULL;
    Tensor *grads[3] = {NULL};
    real dx_beta = 0;
    if (x->requires_grad)
        grads[0] = grad_buffer(x, &dx_beta);
    for (int i = 1; i < c->n_in; i++) {
        real fresh;
        if (!c->in[i]->requires_grad)
            continue;
        grads[i] = grad_buffer(c->in[i], &fresh);
        if (fresh == 0)
            tensor_fill(grads[i], 0);
    }
    Tensor *dgamma = gamma != NULL ? grads[1] : NULL, *dbeta = beta != NULL ? grads[2] : NULL;
    layer_norm_gradients(grads[0], dx_beta, dgamma, dbeta, dout, x, c->saved[0], c->saved[1],
                         gamma);
}

static const Operation layer_norm_op = {.name = "layer_norm", .backward = layer_norm_backward};

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
    layer_norm_forward(out, mean, rstd, x, gamma, beta, eps);
    int n = 1 + (gamma != NULL) + (beta != NULL);
    Closure *c = record(out, &layer_norm_op, n, (Tensor *[]){x, gamma, beta});
    closure_save(c, mean);
    closure_save(c, rstd);
    return out;
}
