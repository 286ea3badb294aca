/* norm_layer.c - layer normalization with a learned scale and shift (Ba, Kiros, Hinton 2016), and
 * RMSNorm, which does without the mean and the shift (Zhang, Sennrich 2019).
 *
 * Each row of C numbers is brought to mean 0 and variance 1, or to a mean square of 1, on its own,
 * so the result does not depend on the rest of the batch.
 *
 * Invariant: with the starting values gamma = 1, beta = 0 the layer only normalizes.
 */
#include "nn.h"

static void check_rows(const char *operation, const Tensor *weight, const Tensor *x)
{
    long channels = weight->shape[0];
    if (x->ndim == 0 || x->shape[x->ndim - 1] != channels)
        fail("%s: x is %s but this layer normalizes (..., %ld): the last dimension must be %ld",
             operation, tensor_shape_text(x), channels, channels);
}

static Tensor *forward(Module *self, Tensor *x)
{
    return layer_norm_forward((LayerNorm *)self, x);
}

static LayerNorm *norm_new(const char *operation, const char *type, long channels)
{
    if (channels < 1)
        fail("%s: channels is %ld, expected at least 1", operation, channels);
    UNDO_ON_FAIL;
    LayerNorm *n = module_new(sizeof *n, type, forward);
    n->weight = tensor_named(module_parameter(&n->module, "weight", SHAPE(channels)), "gamma");
    tensor_fill(n->weight, 1);
    n->eps = (real)1e-5;
    return n;
}

LayerNorm *layer_norm_new(long channels)
{
    UNDO_ON_FAIL;
    LayerNorm *n = norm_new("layer_norm_new", "LayerNorm", channels);
    n->bias = tensor_named(module_parameter(&n->module, "bias", SHAPE(channels)), "beta");
    return n;
}

LayerNorm *rms_norm_new(long channels)
{
    LayerNorm *n = norm_new("rms_norm_new", "RMSNorm", channels);
    n->rms = true;
    return n;
}

Tensor *layer_norm_forward(LayerNorm *n, Tensor *x)
{
    check_rows(n->rms ? "rms_norm_forward" : "layer_norm_forward", n->weight, x);
    return n->rms ? tensor_rms_norm(x, n->weight, n->eps)
                  : tensor_layer_norm(x, n->weight, n->bias, n->eps);
}
