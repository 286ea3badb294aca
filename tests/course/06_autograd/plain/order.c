/* order.c - in which order to walk back. */
#include "autograd.h"

static Closure *visit(Closure *c, Closure *consumer)
{
    c->flags |= CLOSURE_VISITED;
    c->next_input = 0;
    c->next = consumer;
    return c;
}

/* The next closure below c that nobody has visited, or NULL if there is none left. */
static Closure *unvisited_input(Closure *c)
{
    while (c->next_input < c->n_in) {
        Tensor *t = c->in[c->next_input];
        c->next_input++;
        if (!t->requires_grad || t->closure == NULL)
            continue;
        if (t->closure->flags & CLOSURE_VISITED)
            continue;
        return t->closure;
    }
    return NULL;
}

Closure *backward_order(Tensor *root)
{
    Closure *list = NULL;

    if (!root->requires_grad || root->closure == NULL)
        return NULL;

    Closure *here = visit(root->closure, NULL);
    while (here != NULL) {
        Closure *below = unvisited_input(here);
        if (below != NULL) {
            here = visit(below, here);
        } else {
            Closure *consumer = here->next;
            here->next = list;
            list = here;
            here = consumer;
        }
    }

    for (Closure *c = list; c != NULL; c = c->next)
        c->flags = c->flags & ~(unsigned)CLOSURE_VISITED;
    return list;
}
