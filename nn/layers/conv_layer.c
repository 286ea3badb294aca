/* conv_layer.c - a convolution with weights of its own: the same few numbers look at every place.
 *
 * Invariant: weights start as torch's do, U(-1/sqrt(n), 1/sqrt(n)) for the n numbers that an output
 * sees.
 */
#include <math.h>
#include "nn.h"

static Tensor *forward(Module *self, Tensor *x)
{
    return conv2d_forward((Conv2d *)self, x);
}

static void check_channels(const Conv2dOptions *o, long groups)
{
    if (o->in < 1 || o->out < 1)
        fail("conv2d_new: channels are %ld in and %ld out, expected at least 1. "
             "hint: .in = 3, .out = 16",
             o->in, o->out);
    if (groups < 1 || o->in % groups != 0 || o->out % groups != 0)
        fail("conv2d_new: groups is %ld, expected a number that divides %ld and %ld, the channels",
             groups, o->in, o->out);
    if (o->init == NULL)
        fail("conv2d_new: init is NULL, expected the stream the weights are drawn from. "
             "hint: .init = &rng");
}

Conv2d *conv2d_new(Conv2dOptions o)
{
    long groups = o.groups == 0 ? 1 : o.groups;
    check_channels(&o, groups);
    Window w = window_filled("conv2d_new", o.window, (long[]){1, 1});
    UNDO_ON_FAIL;
    Conv2d *l = module_new(sizeof *l, "Conv2d", forward);
    l->window = w;
    l->groups = groups;
    l->weight = module_parameter(&l->module, "weight",
                                 SHAPE(o.out, o.in / groups, w.kernel[0], w.kernel[1]));
    real bound = (real)(1 / sqrt((double)(o.in / groups * w.kernel[0] * w.kernel[1])));
    init_uniform(l->weight, -bound, bound, o.init);
    if (!o.no_bias) {
        l->bias = module_parameter(&l->module, "bias", SHAPE(o.out));
        init_uniform(l->bias, -bound, bound, o.init);
    }
    return l;
}

Tensor *conv2d_forward(Conv2d *l, Tensor *x)
{
    long in = l->weight->shape[1] * l->groups;
    if (x->ndim == 4 && x->shape[1] != in)
        fail("conv2d_forward: x is %s but this layer takes (B, %ld, H, W): %ld channels, expected "
             "%ld",
             tensor_shape_text(x), in, x->shape[1], in);
    return tensor_conv2d(x, l->weight, l->bias, l->window, l->groups);
}
