/* backward_check.c - where a walk begins; what cannot be walked back is told before anything has changed. */
#include "core.h"

static const char *name_of(const Tensor *t)
{
    return t->name != NULL ? t->name : "(unnamed)";
}

void backward_check_root(const Tensor *t, const Tensor *seed)
{
    if (!t->requires_grad)
        fail("tensor_backward: %s of shape %s does not require a gradient. hint: call "
             "tensor_requires_grad on the leaves%s",
             name_of(t), tensor_shape_text(t),
             tensor_made_in_no_grad(t) ? "; this one was computed while grad_mode was off" : "");
    if (seed == NULL && tensor_numel(t) != 1)
        fail("tensor_backward: %s has shape %s, and only a scalar needs no seed. hint: sum or "
             "average it, or give tensor_backward_from a gradient of that shape",
             name_of(t), tensor_shape_text(t));
    if (seed != NULL && !tensor_same_shape(t, seed))
        fail("tensor_backward_from: the seed has shape %s, expected %s", tensor_shape_text(seed),
             tensor_shape_text(t));
}

void backward_check_order(const Closure *order)
{
    for (const Closure *c = order; c != NULL; c = c->next)
        if (c->flags & CLOSURE_RELEASED)
            fail("tensor_backward: the graph behind %s (shape %s, made by tensor_%s%s) was "
                 "released by "
                 "an earlier backward. hint: tensor_backward_from(t, seed, true) keeps it",
                 name_of(c->out), tensor_shape_text(c->out), c->op->name,
                 call_site_text(c->origin.where));
}

void backward_check_share(const Tensor *t, const Tensor *g)
{
    if (!broadcast_fits(t, g->ndim, g->shape))
        fail("grad_add: a gradient of shape %s cannot reach a tensor of shape %s",
             tensor_shape_text(g), tensor_shape_text(t));
}

void tensor_backward(Tensor *loss)
{
    tensor_backward_from(loss, NULL, false);
}
