/* backward.c - the walk from the loss to the leaves.
 *
 * Each closure, consumers before producers, takes the gradient of its result and hands every input
 * its share. The gradient of an intermediate is complete when its turn comes, and ends with it.
 */
#include "core.h"

EXERCISE
void tensor_backward_from(Tensor *t, const Tensor *seed, bool retain_graph)
{
    backward_check_root(t, seed);
    Closure *order = backward_order(t);
    backward_check_order(order);

    Walk *walk = walk_open(order);
    gradient_share(t, seed != NULL ? (Tensor *)seed : tensor_ones(t->ndim, t->shape));
    for (Closure *c = order; c != NULL; c = c->next) {
        if (c->out->grad != NULL) {
            walk_begin_turn(walk, c);
            c->op->backward(c, c->out->grad);
            walk_end_turn(walk, c);
        }
        if (!retain_graph)
            c->flags |= CLOSURE_RELEASED;
    }
    walk_close(walk, order);
}
