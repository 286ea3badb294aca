/* draws.h - inputs that several tests of module 13 draw: blocks and models whose every parameter is. */
#ifndef DRAWS_H
#define DRAWS_H

#include "attention_shared.h"
#include "check.h"

/* ---- parameters ------------------------------------------------------------------------------------ */

static inline double unit(void)
{
    return (double)(draw_seed() >> 11) * 0x1p-53;
}

static inline double normal(void)
{
    return sqrt(-2 * log(1 - unit())) * cos(6.283185307179586 * unit());
}

/* Gammas from 0.5 to 1.5, everything else wide enough to show: a forgotten bias, a norm that is another's. */
static inline void draw_parameters(Module *m, double std)
{
    for (int k = 0; k < m->n_parameters; k++) {
        Tensor *t = m->parameter[k].tensor;
        bool gamma = t->name != NULL && strcmp(t->name, "gamma") == 0;
        for (long j = 0; j < tensor_numel(t); j++)
            t->data[j] = (real)(gamma ? 0.5 + unit() : std * normal());
    }
    for (int k = 0; k < m->n_children; k++)
        draw_parameters(m->children[k].module, std);
}

/* ---- a block, a model ------------------------------------------------------------------------------ */

static inline Block *new_block(MhaOptions o)
{
    Rng rng = rng_seed(draw_seed());
    o.init = &rng;
    Block *b = block_new(o);
    draw_parameters(&b->module, 0.5);
    return b;
}

/* gpt_new_uninitialized has starting values of its own, which are drawn over: no exercise is asked for any. */
static inline Gpt *new_gpt(GptOptions o)
{
    o.seed = draw_seed();
    given("layers", "%ld", o.num_layers);
    given("context", "%ld", o.context);
    Gpt *g = gpt_new_uninitialized(o);
    draw_parameters(&g->module, 0.6);
    return g;
}

/* ---- masks and later tokens --------------------------------------------------------------------------- */

static inline Tensor *causal_mask(long T)
{
    Tensor *t = draw("mask", SHAPE(T, T));
    for (long i = 0; i < T * T; i++)
        t->data[i] = i % T <= i / T;
    resealed(t);
    return t;
}

/* A copy of ids (B, T) with other tokens from place `from` on. */
static inline IntTensor *ids_changed_from(const IntTensor *ids, long from, long V)
{
    IntTensor *other = draw_ids("ids2", ids->ndim, ids->shape, 0, V - 1);
    long T = ids->shape[1];
    for (long i = 0; i < ids->shape[0] * T; i++)
        other->data[i] = i % T < from ? ids->data[i] : (int)((ids->data[i] + 1) % V);
    resealed_ids(other);
    return other;
}

#endif
