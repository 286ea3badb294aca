/* batch_norm_layer.c - batch normalization with a learned scale and shift (Ioffe and Szegedy 2015).
 *
 * While training, each channel is brought to mean 0 and variance 1 over the batch, and the layer
 * remembers a moving mean of both; afterwards it uses what it remembers, so that an image's result
 * does not depend on its neighbours.
 *
 * Invariant: what is remembered is a saved buffer: in every file with the weights, and no optimizer
 * sees it.
 */
#include "nn.h"

static Tensor *forward(Module *self, Tensor *x)
{
    return batch_norm2d_forward((BatchNorm2d *)self, x);
}

BatchNorm2d *batch_norm2d_new(long channels)
{
    if (channels < 1)
        fail("batch_norm2d_new: channels is %ld, expected at least 1", channels);
    UNDO_ON_FAIL;
    BatchNorm2d *n = module_new(sizeof *n, "BatchNorm2d", forward);
    Module *m = &n->module;
    n->weight = tensor_named(module_parameter(m, "weight", SHAPE(channels)), "gamma");
    n->bias = tensor_named(module_parameter(m, "bias", SHAPE(channels)), "beta");
    n->running_mean = module_buffer(m, "running_mean", BUFFER_SAVED, SHAPE(channels));
    n->running_var = module_buffer(m, "running_var", BUFFER_SAVED, SHAPE(channels));
    tensor_fill(n->weight, 1);
    tensor_fill(n->running_var, 1);
    n->momentum = (real)0.1;
    n->eps = (real)1e-5;
    return n;
}

Tensor *batch_norm2d_forward(BatchNorm2d *n, Tensor *x)
{
    long channels = n->weight->shape[0];
    if (x->ndim == 4 && x->shape[1] != channels)
        fail(
            "batch_norm2d_forward: x is %s but this layer normalizes (B, %ld, H, W): %ld channels, "
            "expected %ld",
            tensor_shape_text(x), channels, x->shape[1], channels);
    return tensor_batch_norm2d(x, n->weight, n->bias, n->running_mean, n->running_var,
                               n->module.training, n->momentum, n->eps);
}
