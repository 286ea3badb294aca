/* order.c - in which order to walk back.
 *
 * A closure may run once all closures that use its result have run: consumers before producers. A
 * graph may be as deep as memory allows.
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
    /* TODO: a list of all closures that root depends on, linked by ->next, in an order in which
     * they may run backward.
     *
     * CONTRACT  each once; every consumer before the producers of its inputs; only through
     *           tensors that require a gradient; NULL if there is nothing to walk. Afterwards no
     *           closure is marked. A chain of 100,000 must not run out of stack, and no memory
     *           is asked for.
     * EXAMPLE   0 = f(x), 1 = f(0), 2 = f(1), 3 = f(0, 2). Right: 3 2 1 0. Wrong: 3 0 2 1. Say in one
     *           sentence what 0 would miss.
     * HOLDS     for every c in the list and every closure d of an input of c: c stands before d.
     *           A second call finds as many. (Any order of which this is true is right, by
     *           whatever algorithm.)
     * YOU HAVE  in a closure: in, n_in, next_input, next, flags (CLOSURE_VISITED); visit(c,
     *           from), above
     * THINK     on paper first: which closure is certainly last, which is first? Whatever your way
     *           has to remember about a closure: a closure has members of its own, and the
     *           list needs one of them only when you are done with it. */
    return todo("06.2 backward_order");
}
