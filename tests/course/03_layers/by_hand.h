/* by_hand.h - inputs of module 03: layers and trees of modules that no constructor has made. */
#ifndef BY_HAND_H
#define BY_HAND_H

#include "check.h"

/* How many numbers have left the stream; -1: it is no longer the same one. */
static inline long draws_between(Rng before, Rng after)
{
    for (long n = 0; n <= 40000; n++) {
        if (before.state == after.state)
            return n;
        rng_uniform(&before);
    }
    return -1;
}

/* A Linear that was not made by linear_new, with the numbers of weight and bias (or NULL). */
static inline Linear *linear_by_hand(const Tensor *weight, const Tensor *bias)
{
    Linear *l = module_new(sizeof *l, "Linear", NULL);
    l->weight = module_parameter(&l->module, "weight", SHAPE(weight->shape[0], weight->shape[1]));
    for (long i = 0; i < weight->shape[0]; i++)
        for (long j = 0; j < weight->shape[1]; j++)
            l->weight->data[i * weight->shape[1] + j] = (real)at(weight, AT(i, j));
    if (bias != NULL) {
        l->bias = module_parameter(&l->module, "bias", SHAPE(bias->shape[0]));
        memcpy(l->bias->data, bias->data, (size_t)bias->shape[0] * sizeof(real));
    }
    given("l", bias != NULL ? "the layer of W and b" : "the layer of W, without bias");
    return l;
}

/* A layer without parameters. */
static inline Module *layer_by_hand(const char *kind, Tensor *(*forward)(Module *self, Tensor *x))
{
    return module_new(sizeof(Module), kind, forward);
}

/* A module with one parameter of one number. */
static inline Module *holder_by_hand(const char *name, double number)
{
    Module *m = layer_by_hand("Holder", NULL);
    module_parameter(m, name, SHAPE(1))->data[0] = (real)number;
    return m;
}

/* n modules: number i hangs below number parent[i] < i; number 0 is the top. */
enum { MANY = 16 };
typedef struct {
    int n, parent[MANY];
    Module *module[MANY];
} Tree;

static inline void hang(const Tree *t)
{
    for (int i = 1; i < t->n; i++)
        module_child(t->module[t->parent[i]], "child", i, t->module[i]);
}

/* Module 1 has three children at least, and so has 3, its second; the rest hangs where chance wants it. */
static inline void draw_parents(Tree *t)
{
    *t = (Tree){.n = MANY, .parent = {-1, 0, 1, 1, 1, 3, 3, 3}};
    for (int i = 8; i < MANY; i++)
        t->parent[i] = (int)(draw_seed() % (uint64_t)i);
}

#endif
