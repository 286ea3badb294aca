/* backward.c - the walk from the loss to the leaves.
 *
 * Each closure, consumers before producers, takes the gradient of its result and hands every input
 * its share. The gradient of an intermediate is complete when its turn comes, and ends with it.
 * What cannot be walked back is told before anything has changed; there, "backward" stands for
 * tensor_backward and tensor_backward_from: who has called which, the line says.
 */
#include "core.h"

/* ---- what is told ---------------------------------------------------------------------------- */

/* "loss of shape (2,), made by mul at train.c:41," */
static const char *describe(const Tensor *t)
{
    static _Thread_local char text[512];
    const Closure *c = tensor_closure(t);
    const char *name = t->name != NULL ? t->name : "a tensor";
    if (c == NULL)
        snprintf(text, sizeof text, "%s of shape %s", name, tensor_shape_text(t));
    else
        snprintf(text, sizeof text, "%s of shape %s, made by %s%s,", name, tensor_shape_text(t),
                 c->op->name, call_site_text(c->origin.where));
    return text;
}

void backward_check_root(const Tensor *t, const Tensor *seed)
{
    if (!t->requires_grad)
        fail("backward: %s does not require a gradient. hint: call tensor_requires_grad on the "
             "leaves%s",
             describe(t),
             tensor_made_in_no_grad(t) ? "; this one was computed while grad_mode was off" : "");
    if (seed == NULL && tensor_numel(t) != 1)
        fail("backward: %s has %ld elements, and only a scalar needs no seed. hint: sum or average "
             "it, or give tensor_backward_from a gradient of that shape",
             describe(t), tensor_numel(t));
    if (seed != NULL && !tensor_same_shape(t, seed))
        fail("tensor_backward_from: the seed has shape %s, expected %s", tensor_shape_text(seed),
             tensor_shape_text(t));
}

void backward_check_order(const Closure *order)
{
    for (const Closure *c = order; c != NULL; c = c->next) {
        if (c->flags & CLOSURE_RELEASED)
            fail("backward: the graph behind %s was released by an earlier backward. hint: "
                 "tensor_backward_from(t, seed, true) keeps it",
                 describe(c->out));
        closure_unmoved(c);
    }
}

void backward_check_share(const Tensor *t, const Tensor *g)
{
    if (!broadcast_fits(t, g->ndim, g->shape))
        fail("grad_add: a gradient of shape %s cannot reach a tensor of shape %s",
             tensor_shape_text(g), tensor_shape_text(t));
}

/* ---- the walk -------------------------------------------------------------------------------- */

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

void tensor_backward(Tensor *loss)
{
    tensor_backward_from(loss, NULL, false);
}
