/* nodes.h - graphs made by hand, for the tests of the walk: no operation, no closure_record. */
#ifndef NODES_H
#define NODES_H

#include "gradients.h"

/* out = factor * (a + b), and a number to know the closure by. */
typedef struct {
    long id;
    real factor;
} Node;

/* What happened in the turns of the last walk. */
static struct {
    long turns, without_gradient, recording, early;
} seen;

static double gradient_now(const Tensor *t)
{
    return t->grad != NULL ? (double)t->grad->data[0] : 0;
}

static void node_backward(Closure *c, Tensor *dy)
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
static void first_only_backward(Closure *c, Tensor *dy)
{
    seen.turns++;
    gradient_share(c->in[0], dy);
}

static const Operation first_only_op = {.name = "first_only", .backward = first_only_backward};

static Tensor *scaled_node(long id, real factor, const Operation *op, Tensor *a, Tensor *b)
{
    Tensor *out = tensor_scalar(0);
    out->requires_grad = a->requires_grad || b->requires_grad;
    if (out->requires_grad)
        out->closure = closure_new(out, op, INPUTS(a, b), CAPTURE(Node, id, factor));
    return out;
}

static Tensor *node(long id, Tensor *a, Tensor *b)
{
    return scaled_node(id, 1, &node_op, a, b);
}

static long id_of(const Closure *c)
{
    return ((const Node *)c->capture)->id;
}

#endif
