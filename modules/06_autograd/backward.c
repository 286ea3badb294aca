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

    /* TODO: walk back from t, whose own gradient is seed (ones where seed is NULL).
     *
     * CONTRACT  every leaf below t has its gradient added; nothing was recorded; a closure had
     *           one turn, if a gradient has arrived at its result, else none; the graph is
     *           released, unless it is to be retained. If a part of it was released before, the
     *           call fails and *nothing has changed*.
     * EXAMPLE   x = 2, W = 3, y = x W, loss = y y: y 12, x 36, W 24. Once more, retained: 72 and 48
     * HOLDS     twice the seed, twice every gradient. Two losses, two walks: the sum.
     * YOU HAVE  backward_check_order, backward_order, c->op->backward(c, dy), CLOSURE_RELEASED,
     *           gradient_share, tensor_ones, walk_begin_turn, walk_close, walk_end_turn, walk_open
     *           (core.h says what each promises)
     * THINK     which of these can fail? What must stand before the first one that changes
     *           something? What is opened must be closed: around what? */
    (void)seed, (void)retain_graph;
    todo("06.3 tensor_backward_from");
}
