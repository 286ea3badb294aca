/* image_layers.h - layers for images (B, C, H, W). */
#ifndef KINDLING_IMAGE_LAYERS_H
#define KINDLING_IMAGE_LAYERS_H

#include "module.h"

#pragma GCC visibility push(default)

/* ---- conv_layer.c ------------------------------------------------------------------------------- */

typedef struct {
    Module module;
    Tensor *weight; /* (out, in / groups, KH, KW) */
    Tensor *bias;   /* (out) or NULL */
    Window window;
    long groups;
} Conv2d;
typedef struct {
    long in, out; /* channels */
    Window
        window;  /* .kernel = {5, 5}; the rest may be left out: stride 1, no padding, dilation 1 */
    long groups; /* 0: 1 */
    bool no_bias;
    Rng *init;
} Conv2dOptions;
/* Weight and bias start as U(-1/sqrt(n), 1/sqrt(n)), n = in / groups KH KW, as in torch. */
Conv2d *conv2d_new(Conv2dOptions options);
Tensor *conv2d_forward(Conv2d *l, Tensor *x); /* (B, in, H, W) -> (B, out, Ho, Wo) */

/* ---- pool_layer.c, flatten_layer.c ---------------------------------------------------------------- */

Module *max_pool2d_new(Window window); /* the stride is the kernel where it is left out */
Module *avg_pool2d_new(Window window, bool count_padding);
Module *flatten_new(void); /* (B, ...) -> (B, numbers of one example) */

/* ---- batch_norm_layer.c --------------------------------------------------------------------------- */

typedef struct {
    Module module;
    Tensor *weight, *bias;              /* (C): gamma = 1, beta = 0 */
    Tensor *running_mean, *running_var; /* (C): saved buffers, 0 and 1 */
    real momentum, eps;
} BatchNorm2d;
BatchNorm2d *batch_norm2d_new(long channels); /* momentum 0.1, eps 1e-5 */
Tensor *batch_norm2d_forward(BatchNorm2d *n, Tensor *x);

#pragma GCC visibility pop
#endif
