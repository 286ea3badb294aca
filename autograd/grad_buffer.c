/* grad_buffer.c - where a gradient lives, and the ways around copying it.
 *
 * A gradient is made when its first share arrives, in the scope of its tensor, so it lives as long
 * as that tensor does. A share that nobody else needs is handed over instead of added; the gradient
 * of a reordered view is a view itself. Invariant: whoever asks twice gets the same tensor.
 */
#include "autograd.h"

/* What is added to the gradient of a transposed x belongs, transposed back, to that of x: so the one
 * is made a view of the other. */
static Tensor *view_of_inputs_gradient(Tensor *t, real *beta)
{
    const Closure *c = t->closure;
    Tensor *whole = grad_buffer(c->in[0], beta);
    Tensor *view = scope_alloc(t->scope, sizeof *view);
    *view = (Tensor){.scope = t->scope};
    c->op->same_view(c, view, whole);
    return view;
}

Tensor *grad_buffer(Tensor *t, real *beta)
{
    *beta = t->grad != NULL;
    if (t->grad != NULL)
        return t->grad;
    if (t->spare_grad != NULL) {
        t->grad = t->spare_grad;
        t->spare_grad = NULL;
    } else if (t->closure != NULL && t->closure->op->same_view != NULL && !t->retains_grad) {
        t->grad = view_of_inputs_gradient(t, beta);
    } else {
        t->grad = tensor_new_in(t->scope, t->ndim, t->shape);
    }
    return t->grad;
}

Tensor *grad_take(Closure *c, Tensor *t)
{
    Tensor *g = c->out->grad;
    if (!t->requires_grad || t->grad != NULL || t->closure == NULL || t->retains_grad ||
        c->out->retains_grad || tensor_numel(t) != tensor_numel(g))
        return NULL;
    if (!tensor_same_shape(t, g)) { /* gradients are contiguous, so t's shape is always a view */
        Tensor reshaped = *g;
        reshape_forward(&reshaped, g, t->ndim, t->shape);
        *g = reshaped;
    }
    t->grad = g;
    c->out->grad = NULL;
    return g;
}

void grad_hand_over(Closure *c, Tensor *t)
{
    Tensor *g = c->out->grad, reshaped;
    if (!t->requires_grad || grad_take(c, t) != NULL)
        return;
    if (tensor_numel(t) == tensor_numel(g) && !tensor_same_shape(t, g)) {
        reshaped = *g;
        reshape_forward(&reshaped, g, t->ndim, t->shape);
        g = &reshaped;
    }
    grad_add(t, g);
}

void grad_add_rows(Tensor *t, int count, const Tensor *const in[], RowFunction f, const real *arg)
{
    if (!t->requires_grad)
        return;
    real beta; /* 1 also for a gradient made just now, if it is a view of one that holds shares */
    Tensor *grad = grad_buffer(t, &beta);
    if (beta == 0) {
        rows_apply(grad, count, in, f, arg);
    } else {
        Tensor *share = tensor_new_like(t);
        rows_apply(share, count, in, f, arg);
        grad_add(t, share);
    }
}
