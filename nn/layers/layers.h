/* layers.h - starting values, and the layers themselves. */
#ifndef KINDLING_LAYERS_H
#define KINDLING_LAYERS_H

#include "module.h"

#pragma GCC visibility push(default)

/* ---- init.c, init_fill.c: starting values ------------------------------------------------- */

void init_uniform(Tensor *t, real low, real high, Rng *rng);
void init_normal(Tensor *t, real mean, real std, Rng *rng);
void init_kaiming_uniform(Tensor *weight, Rng *rng); /* (in, out): U(-1/sqrt(in), 1/sqrt(in)) */
void init_xavier_normal(Tensor *weight, Rng *rng);   /* N(0, 2 / (in + out)) */

/* ---- linear.c, embedding.c, embedding_forward.c, norm_layer.c, dropout.c: layers --------- */

typedef struct {
    Module module;
    Tensor *weight; /* (in, out) */
    Tensor *bias;   /* (out) or NULL */
} Linear;
/* y = x W + b; both start as U(-1/sqrt(in), 1/sqrt(in)), as in torch. */
Linear *linear_new(long in, long out, bool bias, Rng *rng);
Tensor *linear_forward(Linear *l, Tensor *x); /* (..., in) -> (..., out) */

typedef struct {
    Module module;
    Tensor *weight; /* (V, C) */
    bool padded;    /* there is an id whose row gets no gradient: */
    int padding;
} Embedding;
Embedding *embedding_new(long vocabulary, long channels, Rng *rng); /* N(0, 1) as torch */
/* With an id that only fills up short sequences (negative: from the end): its row is 0, and gets no
 * gradient, so it stays 0. torch's padding_idx. */
Embedding *embedding_padded_new(long vocabulary, long channels, long padding, Rng *rng);
Tensor *embedding_forward(Embedding *e, const IntTensor *ids); /* (...) -> (..., C) */

typedef struct {
    Module module;
    Tensor *weight, *bias; /* (C): gamma = 1, beta = 0 */
    real eps;
} LayerNorm;
LayerNorm *layer_norm_new(long channels); /* eps 1e-5 */
Tensor *layer_norm_forward(LayerNorm *n, Tensor *x);

typedef struct {
    Module module;
    real p;
    Rng *rng; /* borrowed: the stream the masks are drawn from */
} Dropout;
Dropout *dropout_new(real p, OR_NULL Rng *rng); /* p in [0, 1) */
Tensor *dropout_forward(Dropout *d, Tensor *x);

/* ---- activation_layers.c, sequential.c, mlp.c: layers in a row ---------------------------- */

/* Activations as modules. */
Module *relu_new(void);
Module *leaky_relu_new(real slope);
Module *sigmoid_new(void);
Module *tanh_new(void);
Module *gelu_new(void);
Module *silu_new(void);
Module *softmax_new(int axis);

/* The layers are owned by the Sequential from here on. */
Module *sequential_new(int n, Module *const layers[]);
#define LAYERS(...) (int)KINDLING_COUNT(Module *, __VA_ARGS__), KINDLING_LIST(Module *, __VA_ARGS__)

/* Linear layers of the given widths with an activation between: mlp_new(SHAPE(2, 16, 1), ...). */
typedef enum { ACT_RELU, ACT_GELU, ACT_TANH, ACT_SIGMOID, ACT_SILU } Activation;
Module *activation_new(Activation activation);
Module *mlp_new(int n_widths, const long *widths, Activation activation, Rng *rng);

#pragma GCC visibility pop
#endif
