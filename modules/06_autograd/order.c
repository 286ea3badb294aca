/* order.c - in which order to walk back.
 *
 * A closure may run once all closures that use its result have run: consumers before producers. A
 * graph may be as deep as memory allows. By which walk you find such an order is your decision.
 */
#include "autograd.h"
#include "todo.h"

/* ---- 06.2 ------------------------------------------------------------------------------------ */

Closure *backward_order(Tensor *root)
{
    /* TODO: a list of all closures that root depends on, linked by ->next, in an order in which
     * they may run backward.
     *
     * CONTRACT  each once; every consumer before the producers of its inputs; only through
     *           tensors that require a gradient; NULL if there is nothing to walk. Afterwards no
     *           closure is marked.
     * BUDGET    right lists: 7 points. A chain of 100,000 operations, and a stack of 1 MB: 2 more.
     *           No memory is asked for: the last 2.
     * EXAMPLE   0 = f(x), 1 = f(0), 2 = f(1), 3 = f(0, 2). Right: 3 2 1 0. Wrong: 3 0 2 1. Say in one
     *           sentence what 0 would miss.
     * HOLDS     for every c in the list and every closure d of an input of c: c stands before d.
     *           A second call finds as many. (Any order of which this is true is right, by
     *           whatever algorithm.)
     * YOU HAVE  in a closure: in, n_in, next_input, next, flags (CLOSURE_VISITED), of which you may
     *           use what you like; memory: scope_alloc
     * THINK     on paper first: which closure is certainly last, which is first? What does your way
     *           have to remember about a closure, and where can that be kept? */
    return todo("06.2 backward_order");
}
