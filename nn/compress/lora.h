/* lora.h - a trained layer goes on learning with few numbers: a thin product beside its weight. */
#ifndef KINDLING_LORA_H
#define KINDLING_LORA_H

#include "../layers/layers.h"

#pragma GCC visibility push(default)

/* ---- lora_forward.c (16): what a layer says with a thin product beside it -------------------- */

/* x W + scale x a b: x (..., in), weight (in, out), a (in, r), b (r, out) -> (..., out), by the
 * order of the products that takes the fewest operations for so many rows. Gradients go to x, a
 * and b, none to weight, whether it asks for one or not. */
Tensor *lora_forward(Tensor *x, Tensor *weight, Tensor *a, Tensor *b, double scale);

/* ---- lora.c (17): what is learnt besides ----------------------------------------------------- */

/* y = x (W + scale A B) + bias: of W (in, out), which stays, rank (in + out) numbers in A and B
 * learn. Its parameters are a and b. Source: Hu et al. 2021, "LoRA". */
typedef struct {
    Module module;
    Linear *linear; /* borrowed */
    Tensor *weight; /* W, the linear's own */
    Tensor *a;      /* (in, rank): U(-1/sqrt(in), 1/sqrt(in)) */
    Tensor *b;      /* (rank, out): 0, so that it begins as it is */
    real scale;     /* alpha / rank */
} Lora;
/* l's weight and bias require no gradient from here on; rank 1 to min(in, out), alpha above 0.
 * Owned: free it by module_free, before l. */
Lora *linear_lora(Linear *l, long rank, double alpha, Rng *rng);
/* From here on l->weight is W + scale A B, made in the current scope, and gradients go through it
 * to a and b; until lora_rest, which comes before that scope ends. PyTorch calls such a weight a
 * parametrization: the whole weight has a gradient for a moment, but no optimizer keeps anything of
 * it. Merged, it gives the same bits; module_forward of l, which is lora_forward, gives them up to
 * rounding. */
void lora_weigh(Lora *l);
void lora_rest(Lora *l); /* l->weight is W again */
/* W becomes W + scale A B for good, and B 0. */
void lora_merge(Lora *l);

/* All linear layers of a model that have `name` in their path ("attn", "blocks.0.", "" for all), in
 * the order of parameters_of: parameters are called as the layer is, "blocks.0.attn.qkv.a". */
typedef struct {
    Module module;
    long count;
    Lora **lora;
    char **path; /* of the layers */
} LoraModel;
/* Fails where no layer has such a path. All other parameters of m, and those, are frozen. Owned:
 * free it by module_free, before m. */
LoraModel *module_lora(Module *m, const char *name, long rank, double alpha, Rng *rng);
void lora_weigh_all(LoraModel *l); /* before the forward pass */
void lora_rest_all(LoraModel *l);  /* behind it */
void lora_merge_all(LoraModel *l); /* each for good */

/* ---- freeze.c (17): what does not learn ------------------------------------------------------ */

/* A list without the parameters of which name begins with one of n prefixes: those require no
 * gradient from here on. A prefix that begins no name fails and says which names there are.
 * Owned: free it by parameters_free. */
ParameterList *parameters_freeze(const ParameterList *list, long n, const char *const prefixes[]);

#pragma GCC visibility pop
#endif
