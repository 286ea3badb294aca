/* batch_norm_check.c - what a caller of batch normalization can do wrong. */
#include "image_parts.h"

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
