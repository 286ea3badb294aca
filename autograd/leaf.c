/* leaf.c - where gradients begin: leaves, and what was never recorded. */
#include "core.h"

static const Operation no_grad_op = {.name = "no_grad"};
Closure kindling_no_grad = {.op = &no_grad_op};

bool tensor_made_in_no_grad(const Tensor *t)
{
    return t->closure == &kindling_no_grad;
}

const Closure *tensor_closure(const Tensor *t)
{
    return t->closure == &kindling_no_grad ? NULL : t->closure;
}

Tensor *tensor_requires_grad(Tensor *t)
{
    if (t->closure != NULL && t->requires_grad)
        fail("tensor_requires_grad: this tensor of shape %s was made by %s; only a leaf can ask "
             "for a gradient. hint: tensor_retain_grad keeps the gradient of an intermediate",
             tensor_shape_text(t), t->closure->op->name);
    t->closure = NULL; /* a detached tensor becomes a leaf: no walk may pass through it */
    t->requires_grad = true;
    return t;
}

Tensor *tensor_retain_grad(Tensor *t)
{
    if (!t->requires_grad)
        fail("tensor_retain_grad: this tensor of shape %s requires no gradient. hint: "
             "tensor_requires_grad on a leaf it is made from",
             tensor_shape_text(t));
    if (t->closure != NULL) /* a leaf keeps its gradient anyway */
        t->closure->flags |= CLOSURE_KEEPS_GRAD;
    return t;
}
