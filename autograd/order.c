/* order.c - in which order to walk back.
 *
 * A closure may run once all closures that use its result have run: consumers before producers. A
 * depth-first walk from the root that lists a closure after everything it was made from gives the
 * opposite order, and putting each at the front of the list turns it round. The stack of the walk
 * is threaded through the closures themselves (parent), so depth costs neither recursion nor memory.
 */
#include "autograd.h"

static _Thread_local unsigned current_mark;

static Closure *visit(Closure *c, Closure *parent)
{
    c->mark = current_mark;
    c->next_input = 0;
    c->parent = parent;
    return c;
}

Closure *backward_order(Tensor *root)
{
    Closure *order = NULL;
    current_mark++;
    Closure *at = root->closure != NULL && root->requires_grad ? visit(root->closure, NULL) : NULL;
    while (at != NULL) {
        if (at->next_input == at->n_in) { /* all it was made from is in the list */
            at->next = order;
            order = at;
            at = at->parent;
            continue;
        }
        Tensor *input = at->in[at->next_input++];
        if (input->requires_grad && input->closure != NULL && input->closure->mark != current_mark)
            at = visit(input->closure, at);
    }
    return order;
}
