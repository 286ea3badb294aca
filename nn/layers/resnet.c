/* resnet.c - a residual network of nine layers for small pictures.
 *
 * Eight convolutions and a linear layer (D. Page, How to Train Your ResNet, 2018): wide instead of
 * deep, so that it learns CIFAR-10 in minutes. With width 64, (3, 32, 32) and 10 classes it has
 * 6,573,130 numbers to learn.
 */
#include "nn.h"

/* 3 x 3, normalized, rectified; the mean that batch norm takes away is all a bias could add. */
static Module *conv_norm_relu(long in, long out, Rng *init)
{
    Window near = {.kernel = {3, 3}, .padding = {1, 1}};
    Conv2dOptions o = {.in = in, .out = out, .window = near, .no_bias = true, .init = init};
    Conv2d *conv = conv2d_new(o);
    return sequential_new(LAYERS(&conv->module, &batch_norm2d_new(out)->module, relu_new()));
}

static Module *halved(Module *layer)
{
    return sequential_new(LAYERS(layer, max_pool2d_new((Window){.kernel = {2, 2}})));
}

static Module *two_with_shortcut(long channels, Rng *init)
{
    Module *first = conv_norm_relu(channels, channels, init);
    return residual_new(sequential_new(LAYERS(first, conv_norm_relu(channels, channels, init))));
}

static void check_options(const Resnet9Options *o)
{
    if (o->picture[0] < 1 || o->picture[1] < 8 || o->picture[2] < 8)
        fail("resnet9_new: pictures are (%ld, %ld, %ld), expected channels, rows, columns, at "
             "least (1, 8, 8): they are halved three times",
             o->picture[0], o->picture[1], o->picture[2]);
    if (o->classes < 1 || o->width < 0)
        fail("resnet9_new: %ld classes, width %ld; expected at least 1, and none below 0",
             o->classes, o->width);
}

Module *resnet9_new(Resnet9Options o)
{
    check_options(&o);
    UNDO_ON_FAIL;
    long w = o.width == 0 ? 64 : o.width;
    Module *net = sequential_new(0, NULL);
    Window what_is_left = {.kernel = {o.picture[1] / 8, o.picture[2] / 8}};
    module_child(net, NULL, 0, conv_norm_relu(o.picture[0], w, o.init));
    module_child(net, NULL, 1, halved(conv_norm_relu(w, 2 * w, o.init)));
    module_child(net, NULL, 2, two_with_shortcut(2 * w, o.init));
    module_child(net, NULL, 3, halved(conv_norm_relu(2 * w, 4 * w, o.init)));
    module_child(net, NULL, 4, halved(conv_norm_relu(4 * w, 8 * w, o.init)));
    module_child(net, NULL, 5, two_with_shortcut(8 * w, o.init));
    module_child(net, NULL, 6, max_pool2d_new(what_is_left));
    module_child(net, NULL, 7, flatten_new());
    module_child(net, NULL, 8, &linear_new(8 * w, o.classes, true, o.init)->module);
    return net;
}
