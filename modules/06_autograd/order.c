/* order.c - in which order to walk back.
 *
 * A closure may run once all closures that use its result have run: consumers before producers. The
 * stack of the walk is threaded through the closures themselves (next), so that a graph may be as
 * deep as memory allows: a function that called itself would run out of stack.
 */
#include "autograd.h"
#include "todo.h"

/* given: c is marked, none of its inputs has been looked at, and the walk came from consumer. */
static Closure *visit(Closure *c, Closure *consumer)
{
    c->flags |= CLOSURE_VISITED;
    c->next_input = 0;
    c->next = consumer;
    return c;
}

/* ---- 06.2 ------------------------------------------------------------------------------------ */

Closure *backward_order(Tensor *root)
{
    /* TODO: the list of all closures that root depends on, linked by ->next, consumers first.
     *
     * APPROACH
     *   1. order = NULL. If root requires a gradient and root->closure is there, the walk stands at
     *      visit(root->closure, NULL); otherwise there is nothing to walk: return NULL.
     *   2. While it stands somewhere (at != NULL):
     *      a. All inputs looked at (at->next_input == at->n_in)? Then everything at was made from
     *         is in the list. at->next is where the walk came from: keep it, for next is about to
     *         get its second meaning. Put at in FRONT of the list (at->next = order; order = at;)
     *         and go back to where the walk came from.
     *      b. Otherwise take the next one, at->in[at->next_input++]. If it requires a gradient, has
     *         a closure, and that closure is not marked (flags & CLOSURE_VISITED): step into it,
     *         at = visit(that closure, at).
     *   3. Take the mark off every closure of the list, or the next walk will not visit it:
     *      c->flags &= ~(unsigned)CLOSURE_VISITED.
     *   4. Return the list.
     *
     * EXAMPLE
     *   y = x W, loss = y * y (y is used twice). Walk: at mul; its first input y: step to matmul;
     *   x and W are leaves; list: matmul; back at mul: y again, but marked; list: mul, matmul.
     *
     * HINT: a closure enters the list after everything it was made from. The one that enters last
     * is the root's, and it has to be the first: so each goes to the front. */
    return todo("06.2 backward_order");
}
