/* backward.c - the walk from the loss to the leaves. */
#include "core.h"

void tensor_backward_from(Tensor *t, const Tensor *seed, bool retain_graph)
{
    backward_check_root(t, seed);

    Closure *order = backward_order(t);
    backward_check_order(order);

    Walk *walk = walk_open(order);
    Tensor *first;
    if (seed != NULL)
        first = (Tensor *)seed;
    else
        first = tensor_ones(t->ndim, t->shape);
    gradient_share(t, first);

    for (Closure *c = order; c != NULL; c = c->next) {
        Tensor *dy = c->out->grad;
        if (dy == NULL)
            continue;
        walk_begin_turn(walk, c);
        c->op->backward(c, dy);
        walk_end_turn(walk, c);
    }
    if (!retain_graph) {
        for (Closure *c = order; c != NULL; c = c->next)
            c->flags |= CLOSURE_RELEASED;
    }
    walk_close(walk, order);
}
