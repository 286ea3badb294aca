/* order.c - in which order to walk back.
 *
 * A closure may run once all closures that use its result have run: consumers before producers. A
 * depth-first walk from the root that lists a closure after everything it was made from gives the
 * opposite order, and putting each at the front of the list turns it round. The stack of the walk
 * is threaded through the closures themselves, so depth costs neither recursion nor memory: while
 * it walks, next_input says which input to look at next, and next is the consumer to return to;
 * once listed, next is the closure to run next.
 */
#include "autograd.h"

static Closure *visit(Closure *c, Closure *consumer)
{
    c->flags |= CLOSURE_VISITED;
    c->next_input = 0;
    c->next = consumer;
    return c;
}

EXERCISE
Closure *backward_order(Tensor *root)
{
    Closure *order = NULL;
    Closure *at = root->requires_grad && root->closure != NULL ? visit(root->closure, NULL) : NULL;
    while (at != NULL) {
        if (at->next_input == at->n_in) { /* all it was made from is in the list */
            Closure *consumer = at->next;
            at->next = order;
            order = at;
            at = consumer;
            continue;
        }
        Tensor *input = at->in[at->next_input++];
        if (input->requires_grad && input->closure != NULL &&
            !(input->closure->flags & CLOSURE_VISITED))
            at = visit(input->closure, at);
    }
    for (Closure *c = order; c != NULL; c = c->next)
        c->flags &= ~(unsigned)CLOSURE_VISITED;
    return order;
}
