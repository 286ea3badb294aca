/* nodes.h - graphs made by hand, for the tests of the walk: no operation, no closure_record. */
#ifndef NODES_H
#define NODES_H

#include "check.h"
#include "core.h"

/* out = factor * (a + b), and a number to know the closure by. */
typedef struct {
    long id;
    real factor;
} Node;

/* What happened in the turns of the last walk. */
static struct {
    long turns, without_gradient, recording, early;
} seen;

static inline double gradient_now(const Tensor *t)
{
    return t->grad != NULL ? (double)t->grad->data[0] : 0;
}

static inline void node_backward(Closure *c, Tensor *dy)
{
    const Node *node = c->capture;
    seen.turns++;
    seen.recording += grad_mode_is_on();
    seen.without_gradient += dy == NULL;
    for (int i = 0; i < c->n_in && dy != NULL; i++) {
        double before = gradient_now(c->in[i]);
        if (c->in[i]->requires_grad)
            gradient_share(c->in[i], tensor_scalar(node->factor * dy->data[0]));
        seen.early += c->in[i]->closure != NULL && gradient_now(c->in[i]) != before;
    }
}

static const Operation node_op = {.name = "node", .backward = node_backward};

/* Only its first input gets a share. */
static inline void first_only_backward(Closure *c, Tensor *dy)
{
    seen.turns++;
    gradient_share(c->in[0], dy);
}

static const Operation first_only_op = {.name = "first_only", .backward = first_only_backward};

static inline Tensor *node_of(const Operation *op, long id, Tensor *a, Tensor *b)
{
    Tensor *out = tensor_scalar(0);
    out->requires_grad = a->requires_grad || b->requires_grad;
    if (out->requires_grad)
        out->closure = closure_new(out, op, INPUTS(a, b), CAPTURE(Node, id, 1));
    return out;
}

static inline Tensor *node(long id, Tensor *a, Tensor *b)
{
    return node_of(&node_op, id, a, b);
}

static inline long id_of(const Closure *c)
{
    return ((const Node *)c->capture)->id;
}

/* The first n numbers of the list, then -1. */
static inline Tensor *ids_of(const Closure *list, long n)
{
    Tensor *out = blank(SHAPE(n));
    for (long i = 0; i < n; i++) {
        out->data[i] = list != NULL ? (real)id_of(list) : -1;
        list = list != NULL ? list->next : NULL;
    }
    return out;
}

/* Of a list that may run in a circle: never more than limit. */
static inline long length_of(const Closure *list, long limit)
{
    long n = 0;
    for (; list != NULL && n < limit; list = list->next)
        n++;
    return n;
}

#endif
