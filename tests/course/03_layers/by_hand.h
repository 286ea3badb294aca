/* plain_layers.h - numbers drawn one by one, layers made by hand, and sums in plain loops. */
#ifndef PLAIN_LAYERS_H
#define PLAIN_LAYERS_H

#include "check.h"

/* What a stream gives in row-major order. It is handed over by value: a copy, the caller's stands
 * still. */
static inline Tensor *plain_uniform(int ndim, const long *shape, double low, double high, Rng twin)
{
    Tensor *t = blank(ndim, shape);
    for (long i = 0; i < shape_numel(ndim, shape); i++)
        t->data[i] = (real)(low + (high - low) * rng_uniform(&twin));
    return t;
}

static inline Tensor *plain_normal(int ndim, const long *shape, double std, Rng twin)
{
    Tensor *t = blank(ndim, shape);
    for (long i = 0; i < shape_numel(ndim, shape); i++)
        t->data[i] = (real)(std * rng_normal(&twin));
    return t;
}

/* The stream after so many draws. */
static inline Rng after_draws(Rng twin, long n)
{
    for (long i = 0; i < n; i++)
        rng_uniform(&twin);
    return twin;
}

/* A Linear that was not made by linear_new, with the numbers of weight and bias (or NULL). */
static inline Linear *linear_by_hand(const Tensor *weight, const Tensor *bias)
{
    Linear *l = module_new(sizeof *l, "Linear", NULL);
    l->weight = module_parameter(&l->module, "weight", SHAPE(weight->shape[0], weight->shape[1]));
    for (long i = 0; i < weight->shape[0]; i++)
        for (long j = 0; j < weight->shape[1]; j++)
            l->weight->data[i * weight->shape[1] + j] = (real)at(weight, 2, (long[]){i, j});
    if (bias != NULL) {
        l->bias = module_parameter(&l->module, "bias", SHAPE(bias->shape[0]));
        memcpy(l->bias->data, bias->data, (size_t)bias->shape[0] * sizeof(real));
    }
    return l;
}

/* A layer without parameters, by hand. */
static inline Module *layer_by_hand(const char *kind, Tensor *(*forward)(Module *self, Tensor *x))
{
    return module_new(sizeof(Module), kind, forward);
}

#endif
