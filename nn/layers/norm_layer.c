/* norm_layer.c - layer normalization with a learned scale and shift (Ba, Kiros, Hinton 2016).
 *
 * Each row of C numbers is brought to mean 0 and variance 1 on its own, so the result does not
 * depend on the rest of the batch.
 *
 * Invariant: with the starting values gamma = 1, beta = 0 the layer only normalizes.
 */
#include "nn.h"

static Tensor *forward(Module *self, Tensor *x)
{
    return layer_norm_forward((LayerNorm *)self, x);
}

LayerNorm *layer_norm_new(long channels)
{
    if (channels < 1)
        fail("layer_norm_new: channels is %ld, expected at least 1", channels);
    UNDO_ON_FAIL;
    LayerNorm *n = module_new(sizeof *n, "LayerNorm", forward);
    n->weight = tensor_named(module_parameter(&n->module, "weight", SHAPE(channels)), "gamma");
    n->bias = tensor_named(module_parameter(&n->module, "bias", SHAPE(channels)), "beta");
    tensor_fill(n->weight, 1);
    n->eps = (real)1e-5;
    return n;
}

Tensor *layer_norm_forward(LayerNorm *n, Tensor *x)
{
    long channels = n->weight->shape[0];
    if (x->ndim == 0 || x->shape[x->ndim - 1] != channels)
        fail("layer_norm_forward: x is %s but this layer normalizes (..., %ld): the last dimension "
             "must be %ld",
             tensor_shape_text(x), channels, channels);
    return tensor_layer_norm(x, n->weight, n->bias, n->eps);
}
