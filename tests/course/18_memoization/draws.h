/* draws.h - inputs that several tests of module 18 draw: caches made by hand, models whose every parameter is. */
#ifndef DRAWS_H
#define DRAWS_H

#include "check.h"
#include "kv_cache_shared.h"

/* (layers, B, H, capacity, D), row b of every layer with `length[b]` places taken. All places hold numbers, as
 * after a kv_cache_truncate: what lies behind a length is not 0. */
static inline KvCache *draw_cache(const long *shape, const long *length)
{
    KvCache *c = scope_alloc(scope_current(), sizeof *c);
    c->keys = draw("keys", 5, shape);
    c->values = draw("values", 5, shape);
    c->lengths = int_tensor_new(SHAPE(shape[1], shape[0]));
    may_change(c->keys);
    may_change(c->values);
    for (long b = 0; b < shape[1]; b++) {
        given("length of a row", "%ld", length[b]);
        for (long l = 0; l < shape[0]; l++)
            c->lengths->data[b * shape[0] + l] = (int)length[b];
    }
    return c;
}

/* A layer is ahead of the others, as in the middle of a pass. */
static inline void layer_has(KvCache *c, long layer, long row, long length)
{
    c->lengths->data[row * c->keys->shape[0] + layer] = (int)length;
}

/* from, 2 from, 3 from ... in the order of the indices, wherever they lie. */
static inline void put_numbers(Tensor *t, real from)
{
    for (long i = 0; i < tensor_numel(t); i++) {
        long rest = i, place = 0;
        for (int d = t->ndim - 1; d >= 0; rest /= t->shape[d--])
            place += rest % t->shape[d] * t->stride[d];
        t->data[place] = (real)(i + 1) * from;
    }
}

static inline double unit(void)
{
    return (double)(draw_seed() >> 11) * 0x1p-53;
}

static inline void draw_parameters(Module *m, double spread)
{
    for (int k = 0; k < m->n_parameters; k++) {
        Tensor *t = m->parameter[k].tensor;
        bool gamma = t->name != NULL && strcmp(t->name, "gamma") == 0;
        for (long j = 0; j < tensor_numel(t); j++)
            t->data[j] = (real)(gamma ? 0.5 + unit() : spread * (2 * unit() - 1));
    }
    for (int k = 0; k < m->n_children; k++)
        draw_parameters(m->children[k].module, spread);
}

static inline Gpt *new_gpt(GptOptions o)
{
    o.seed = draw_seed();
    Gpt *g = gpt_new(o);
    draw_parameters(&g->module, 0.8);
    return g;
}

/* The logits that a call is to write: V, or (B, V). */
static inline Tensor *room_for_logits(long B, long V)
{
    return output("logits", SHAPE(B, V));
}

static inline Tensor *lengths_of(const KvCache *c)
{
    Tensor *t = blank(c->lengths->ndim, c->lengths->shape);
    for (long i = 0; i < tensor_numel(t); i++)
        t->data[i] = (real)c->lengths->data[i];
    return t;
}

#endif
