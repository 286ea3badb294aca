/* layers.h - starting values, and the layers themselves.
 *
 * What ..._new makes is owned: a parent that it is given to frees it, else
 * module_free(&layer->module). Sizes below 0 fail. Results of ..._forward live in the innermost
 * open scope; an x whose last axis is not the layer's fails. An Rng of a constructor is used while
 * it runs, and not kept (but for Dropout's). By hand in module 03.
 */
#ifndef KINDLING_LAYERS_H
#define KINDLING_LAYERS_H

#include "module.h"

#pragma GCC visibility push(default)

/* ---- init.c (03): starting values ------------------------------------------------------------ */

/* Into t, a view, too, in row-major order. */
void init_uniform(Tensor *t, real low, real high, Rng *rng); /* from [low, high) */
void init_normal(Tensor *t, real mean, real std, Rng *rng);  /* N(mean, std^2) */
void init_kaiming_uniform(Tensor *weight, Rng *rng); /* (in, out): uniform, variance 1 / (3 in) */
void init_xavier_normal(Tensor *weight, Rng *rng);   /* N(0, 2 / (in + out)) */

/* ---- linear.c, linear_new.c (03): a fully connected layer ------------------------------------ */

/* A fully connected layer. */
typedef struct {
    Module module;
    Tensor *weight; /* (in, out) */
    Tensor *bias;   /* (out) or NULL */
} Linear;
/* y = x W + b, or x W without bias; both start as in torch, like init_kaiming_uniform.
 * Owned: free it by module_free. */
Linear *linear_new(long in, long out, bool bias, Rng *rng);
Tensor *linear_forward(Linear *l, Tensor *x); /* (..., in) -> (..., out) */

/* ---- embedding.c (11): a row for each token -------------------------------------------------- */

/* A row of numbers for each token. */
typedef struct {
    Module module;
    Tensor *weight; /* (V, C) */
    bool padded;    /* there is an id whose row gets no gradient: */
    int padding;
} Embedding;
/* Owned: free it by module_free. */
Embedding *embedding_new(long vocabulary, long channels, Rng *rng); /* N(0, 1) as torch */
/* With an id that only fills up short sequences (negative: from the end): its row is 0, and gets no
 * gradient, so it stays 0. torch's padding_idx. Owned: free it by module_free. */
Embedding *embedding_padded_new(long vocabulary, long channels, long padding, Rng *rng);
/* (...) -> (..., C); ids are kept by pointer until backward (tensor_embedding). */
Tensor *embedding_forward(Embedding *e, const IntTensor *ids);

/* ---- norm_layer.c (06): rows, normalized ----------------------------------------------------- */

/* Rows with mean 0 and variance 1, scaled and shifted (tensor_layer_norm). Or, torch's RMSNorm,
 * with a mean square of 1, scaled (tensor_rms_norm): models take either in the same place. */
typedef struct {
    Module module;
    Tensor *weight, *bias; /* (C): gamma = 1, beta = 0; bias NULL: rms */
    real eps;
    bool rms;
} LayerNorm;
/* Owned: free it by module_free. */
LayerNorm *layer_norm_new(long channels);            /* C >= 1, eps 1e-5 */
LayerNorm *rms_norm_new(long channels);              /* the same, with rms */
Tensor *layer_norm_forward(LayerNorm *n, Tensor *x); /* (..., C), of x's shape; either kind */

/* ---- dropout.c (03): numbers forgotten ------------------------------------------------------- */

/* Numbers forgotten at random while training (tensor_dropout). */
typedef struct {
    Module module;
    real p;
    Rng *rng; /* borrowed: the stream the masks are drawn from */
} Dropout;
/* p in [0, 1). rng is kept, and must outlive the layer; NULL will do for p = 0. Owned: free it by
 * module_free. */
Dropout *dropout_new(real p, OR_NULL Rng *rng);
Tensor *dropout_forward(Dropout *d, Tensor *x); /* of x's shape; x itself unless training */

/* ---- activation_layers.c (03): activations as layers ----------------------------------------- */

/* Activations as modules, without parameters: tensor_relu, tensor_leaky_relu ... of x. Owned: free
 * it by module_free. */
Module *relu_new(void);
Module *leaky_relu_new(real slope);
Module *sigmoid_new(void);
Module *tanh_new(void);
Module *gelu_new(void);
Module *silu_new(void);
Module *softmax_new(int axis);

/* Of an mlp. */
typedef enum { ACT_RELU, ACT_GELU, ACT_TANH, ACT_SIGMOID, ACT_SILU } Activation;
/* relu_new() for ACT_RELU, and so on. Owned: free it by module_free. */
Module *activation_new(Activation activation);

/* ---- sequential.c (03): layers in a row ------------------------------------------------------ */

/* The output of each layer is the input of the next; without layers the output is x itself. The
 * layers are owned by the Sequential from here on. One that is NULL, there twice, or takes more
 * than one tensor fails.
 *     sequential_new(LAYERS(&linear_new(2, 16, true, &rng)->module, relu_new()))
 * Owned: free it by module_free. */
Module *sequential_new(int n, Module *const layers[]);
#define LAYERS(...) (int)KINDLING_COUNT(Module *, __VA_ARGS__), KINDLING_LIST(Module *, __VA_ARGS__)

/* ---- mlp.c (03): the multi-layer perceptron -------------------------------------------------- */

/* Rows become as wide as each of the widths, at least 2, by Linear layers of which no two could be
 * one; what comes out may be any number.
 *     mlp_new(SHAPE(2, 16, 1), ACT_TANH, &rng)
 * Owned: free it by module_free. */
Module *mlp_new(int n_widths, const long *widths, Activation activation, Rng *rng);

/* ---- swiglu_layer.c (06): a gated perceptron ------------------------------------------------- */

/* What stands in a block of Llama where GPT-2 has up, GELU, down (Shazeer 2020). */
typedef struct {
    Module module;
    Linear *gate_up; /* C -> 2H, both in one product: the gate's columns first */
    Linear *down;    /* H -> C */
} SwiGlu;
/* Sizes at least 1. Owned: free it by module_free. */
SwiGlu *swiglu_new(long channels, long hidden, bool bias, Rng *rng);
Tensor *swiglu_forward(SwiGlu *s,
                       Tensor *x); /* down(silu(gate x) * (up x)), of x's shape (..., C) */

#pragma GCC visibility pop
#endif
