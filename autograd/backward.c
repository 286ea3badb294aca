/* backward.c - the walk from the loss to the leaves.
 *
 * Each closure, consumers before producers, takes the gradient of its result and hands every input
 * its share. The gradient of an intermediate is complete when its turn comes, and its memory goes
 * back to the scope as soon as the turn is over.
 */
#include "graph.h"

Region kindling_backward_region = {.name = "backward", .index = -1};

static const char *name_of(const Tensor *t)
{
    return t->name != NULL ? t->name : "(unnamed)";
}

static void check_call(const Tensor *t, const Tensor *seed)
{
    if (!t->requires_grad)
        fail("tensor_backward: %s of shape %s does not require a gradient. hint: call "
             "tensor_requires_grad on the leaves%s",
             name_of(t), tensor_shape_text(t),
             t->made_in_no_grad ? "; this one was computed while grad_mode was off" : "");
    if (seed == NULL && tensor_numel(t) != 1)
        fail("tensor_backward: %s has shape %s, and only a scalar needs no seed. hint: sum or "
             "average it, or give tensor_backward_from a gradient of that shape",
             name_of(t), tensor_shape_text(t));
    if (seed != NULL && !tensor_same_shape(t, seed))
        fail("tensor_backward_from: the seed has shape %s, expected %s", tensor_shape_text(seed),
             tensor_shape_text(t));
}

static void check_not_released(const Closure *order)
{
    for (const Closure *c = order; c != NULL; c = c->next)
        if (c->released)
            fail("tensor_backward: the graph behind %s (shape %s, made by tensor_%s at %s:%d) was "
                 "released by an earlier backward. hint: tensor_backward_from(t, seed, true) keeps "
                 "it",
                 name_of(c->out), tensor_shape_text(c->out), c->op->name,
                 c->where.file ? c->where.file : "?", c->where.line);
}

static void check_gradients(const Closure *c)
{
    for (int i = 0; i < c->n_in; i++)
        if (c->in[i]->grad != NULL && !tensor_is_finite(c->in[i]->grad))
            fail("tensor_backward: the backward of tensor_%s (made at %s:%d) made the first NaN or "
                 "infinity, in the gradient of input %d of shape %s",
                 c->op->name, c->where.file ? c->where.file : "?", c->where.line, i,
                 tensor_shape_text(c->in[i]));
}

/* A retained gradient of an earlier walk must not flow again: put it aside, and add it at the end. */
static void put_aside(Closure *order)
{
    for (Closure *c = order; c != NULL; c = c->next) {
        c->earlier_grad = c->out->grad;
        c->out->grad = NULL;
    }
}

static void finish(Closure *c)
{
    Tensor *out = c->out;
    if (!out->retains_grad && out->grad != NULL) {
        tensor_recycle(out->grad);
        out->grad = NULL;
    }
    if (c->earlier_grad != NULL && out->grad != NULL)
        axpy_forward(out->grad, 1, c->earlier_grad);
    else if (c->earlier_grad != NULL)
        out->grad = c->earlier_grad;
}

static void call_backward(Closure *c)
{
    if (kindling_graph_timing)
        graph_seconds_since_last();
    c->op->backward(c, c->out->grad);
    if (kindling_graph_timing)
        c->backward_seconds = graph_seconds_since_last();
}

static void walk(Closure *order, bool retain_graph)
{
    bool check = finite_check_is_on();
    Scope *scratch = scope_open();
    grad_mode(false);
    *scope_region() = &kindling_backward_region; /* drawings: made by backward */
    for (Closure *c = order; c != NULL; c = c->next) {
        if (c->out->grad != NULL) {
            call_backward(c);
            if (check)
                check_gradients(c);
            scope_reset(scratch);
        }
        finish(c);
        c->released = !retain_graph;
    }
    scope_close(scratch);
}

void tensor_backward_from(Tensor *t, const Tensor *seed, bool retain_graph)
{
    check_call(t, seed);
    Closure *order = backward_order(t);
    check_not_released(order);
    put_aside(order);
    real one = 1; /* as a tensor with axes of size 1: grad_add broadcasts it */
    Tensor ones = {.data = &one, .ndim = t->ndim};
    for (int d = 0; d < t->ndim; d++)
        ones.shape[d] = 1;
    grad_add(t, seed != NULL ? seed : &ones);
    walk(order, retain_graph);
}

void tensor_backward(Tensor *loss)
{
    tensor_backward_from(loss, NULL, false);
}
