/* order.c - in which order to walk back.
 *
 * A closure may run once all closures that use its result have run: consumers before producers. The
 * stack of the walk is threaded through the closures themselves (parent), so that a graph may be as
 * deep as memory allows: a function that called itself would run out of stack.
 */
#include "autograd.h"
#include "todo.h"

static _Thread_local unsigned current_mark;

/* given: c is marked as seen in this walk, none of its inputs has been looked at, and the walk came
 * from parent. */
static Closure *visit(Closure *c, Closure *parent)
{
    c->mark = current_mark;
    c->next_input = 0;
    c->parent = parent;
    return c;
}

/* ---- 06.2 ------------------------------------------------------------------------------------ */

Closure *backward_order(Tensor *root)
{
    current_mark++; /* given: marks of earlier walks no longer count */

    /* TODO: the list of all closures that root depends on, linked by ->next, consumers first.
     *
     * APPROACH
     *   1. order = NULL. If root->closure is there and root->requires_grad, the walk stands at
     *      visit(root->closure, NULL); otherwise there is nothing to walk: return NULL.
     *   2. While it stands somewhere (at != NULL):
     *      a. All inputs looked at (at->next_input == at->n_in)? Then everything at was made from
     *         is in the list. Put at in FRONT of the list, and go back to at->parent.
     *      b. Otherwise take the next one, at->in[at->next_input++]. If it requires a gradient, has
     *         a closure, and that closure is not marked yet (mark != current_mark): step into it,
     *         at = visit(that closure, at).
     *   3. Return the list.
     *
     * EXAMPLE
     *   y = x W, loss = y * y (y is used twice). Walk: at mul; its first input y: step to matmul;
     *   x and W are leaves; list: matmul; back at mul: y again, but marked; list: mul, matmul.
     *
     * HINT: a closure enters the list after everything it was made from. The one that enters last
     * is the root's, and it has to be the first: so each goes to the front. */
    return todo("06.2 backward_order");
}
