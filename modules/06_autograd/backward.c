/* backward.c - the walk from the loss to the leaves.
 *
 * Each closure, consumers before producers, takes the gradient of its result and hands every input
 * its share. The gradient of an intermediate is complete when its turn comes, and ends with it.
 */
#include "core.h"
#include "todo.h"

/* ---- 06.3 ------------------------------------------------------------------------------------ */

void tensor_backward_from(Tensor *t, const Tensor *seed, bool retain_graph)
{
    backward_check_root(t, seed); /* given: t wants a gradient, and the seed has its shape */

    /* TODO: walk back from t, whose own gradient is seed (1 if seed is NULL).
     *
     * APPROACH
     *   1. Closure *order = backward_order(t);
     *   2. backward_check_order(order) fails if a part of the graph was released by an earlier
     *      backward: call it now, before anything has changed.
     *   3. Walk *walk = walk_open(order): recording is off from here on, and what is made from here
     *      on is temporary.
     *   4. The first share of all is t's: gradient_share(t, seed), or ones of t's shape
     *      (tensor_ones) if seed is NULL. It takes a Tensor *, so the seed needs a cast; it is copied.
     *   5. For each closure c of the list (c = c->next): has a gradient arrived, c->out->grad != NULL?
     *      Then it has its turn:
     *          walk_begin_turn(walk, c);
     *          c->op->backward(c, the gradient of its result);
     *          walk_end_turn(walk, c);
     *      Its turn or not: unless the graph is retained, it is released,
     *      c->flags |= CLOSURE_RELEASED.
     *   6. walk_close(walk, order).
     *
     * EXAMPLE
     *   y = x W, loss = y * y, the list is: mul, matmul. loss->grad = 1; mul's turn: y->grad = 12;
     *   matmul's turn: x->grad = 36, W->grad = 24. Both are released.
     *
     * HINT: a closure to which nothing came has nothing to hand out: where does such a one come from? */
    (void)seed, (void)retain_graph;
    todo("06.3 tensor_backward_from");
}
