/* image_layers.h - layers for images (B, C, H, W). Owned, as those of layers.h; by hand in module
 * 09. */
#ifndef KINDLING_IMAGE_LAYERS_H
#define KINDLING_IMAGE_LAYERS_H

#include "module.h"

#pragma GCC visibility push(default)

/* ---- conv_layer.c (10): convolution ---------------------------------------------------------- */

/* The same few weights at every place (tensor_conv2d). */
typedef struct {
    Module module;
    Tensor *weight; /* (out, in / groups, KH, KW) */
    Tensor *bias;   /* (out) or NULL */
    Window window;
    long groups;
} Conv2d;
/* in, out, window.kernel and init must be given. */
typedef struct {
    Window
        window;  /* .kernel = {5, 5}; the rest may be left out: stride 1, no padding, dilation 1 */
    long groups; /* 0: 1 */
    bool no_bias;
    Rng *init;    /* borrowed while it is made: starting values */
    long in, out; /* channels (never 0, and last, as Window's kernel is) */
} Conv2dOptions;
/* Weight and bias start as U(-1/sqrt(n), 1/sqrt(n)), n = in / groups KH KW, as in torch.
 * Owned: free it by module_free. */
Conv2d *conv2d_new(Conv2dOptions options);
Tensor *conv2d_forward(Conv2d *l, Tensor *x); /* (B, in, H, W) -> (B, out, Ho, Wo) */

/* ---- pool_layer.c, flatten_layer.c (09): layers without weights ------------------------------ */

/* One number for each window, (B, C, H, W) -> (B, C, Ho, Wo). The stride is the kernel where it is
 * left out. Owned: free it by module_free. */
Module *max_pool2d_new(Window window);                     /* tensor_max_pool2d */
Module *avg_pool2d_new(Window window, bool count_padding); /* tensor_avg_pool2d */
Module *flatten_new(void); /* (B, ...) -> (B, numbers of one example): tensor_flatten from axis 1 */

/* ---- batch_norm_layer.c (09): batch normalization -------------------------------------------- */

/* Channels with mean 0 and variance 1, scaled and shifted (tensor_batch_norm2d). */
typedef struct {
    Module module;
    Tensor *weight, *bias;              /* (C): gamma = 1, beta = 0 */
    Tensor *running_mean, *running_var; /* (C): saved buffers, 0 and 1 */
    real momentum, eps;
} BatchNorm2d;
/* Owned: free it by module_free. */
BatchNorm2d *batch_norm2d_new(long channels); /* C >= 1, momentum 0.1, eps 1e-5 */
/* (B, C, H, W), of x's shape. While training by the batch's mean and variance, and the running ones
 * move. */
Tensor *batch_norm2d_forward(BatchNorm2d *n, Tensor *x);

/* ---- residual_layer.c (09): a shortcut ------------------------------------------------------- */

/* y = x + f(x), of x's shape, which f has to keep; its parameters are those of f: "f.0.weight". The
 * block of a residual network (He et al. 2015). f belongs to it. Owned: free it by module_free. */
Module *residual_new(Module *f);

/* ---- resnet.c (09): a residual network for small pictures ------------------------------------ */

/* picture, classes and init must be given. */
typedef struct {
    long width;      /* channels of the first layer, an eighth of the last; 0: 64 */
    Rng *init;       /* borrowed while it is made: starting values */
    long classes;    /* how many logits */
    long picture[3]; /* channels, rows, columns; at least 8 rows and columns */
} Resnet9Options;
/* ResNet-9: (B, C, H, W) -> logits (B, classes). Owned: free it by module_free. */
Module *resnet9_new(Resnet9Options options);

#pragma GCC visibility pop
#endif
