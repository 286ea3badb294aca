/* closure.c - remembering how a tensor was made.
 *
 * An operation computes its result and then calls record. The closure keeps what backward will
 * need; it lives in the scope of the result. Invariant: a tensor requires a gradient if, and only
 * if, it is a leaf that asked for one or recording was on and one of its inputs required one.
 */
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include "graph.h"

bool grad_mode(bool on)
{
    bool was = *scope_recording();
    *scope_recording() = on;
    return was;
}

bool grad_mode_is_on(void)
{
    return *scope_recording();
}

/* ---- KINDLING_CHECK=1: the first number that went wrong ---------------------------------------------- */

bool finite_check_is_on(void)
{
    static int state = -1;
    if (state < 0) {
        const char *wish = getenv("KINDLING_CHECK");
        state = wish != NULL && strcmp(wish, "0") != 0 && *wish != '\0';
    }
    return state == 1;
}

bool tensor_is_finite(const Tensor *t)
{
    Scope *scratch = scope_open();
    Tensor *flat = tensor_new_like(t);
    copy_forward(flat, t);
    bool finite = true;
    for (long i = 0, n = tensor_numel(flat); i < n && finite; i++)
        finite = isfinite(flat->data[i]);
    scope_close(scratch);
    return finite;
}

/* The operation is at fault if it made NaN or infinity out of inputs that had none. */
static void check_finite(const Tensor *out, const Operation *op, int n, Tensor *const in[])
{
    for (int i = 0; i < n; i++)
        if (!tensor_is_finite(in[i]))
            return;
    if (!op->may_be_infinite && !tensor_is_finite(out))
        fail("tensor_%s made the first NaN or infinity, in a result of shape %s; its inputs were "
             "all "
             "finite",
             op->name, tensor_shape_text(out));
}

/* ---- recording ------------------------------------------------------------------------------------------ */

Closure *record(Tensor *out, const Operation *op, int n, Tensor *const in[])
{
    bool wanted = false, has_past = false; /* behind a detach there is a past, but no gradient */
    for (int i = 0; i < n; i++) {
        wanted = wanted || in[i]->requires_grad;
        has_past = has_past || in[i]->closure != NULL;
        out->made_in_no_grad = out->made_in_no_grad || in[i]->made_in_no_grad;
    }
    if (finite_check_is_on() && *scope_region() != &kindling_backward_region)
        check_finite(out, op, n, in);
    if (!grad_mode_is_on() || !(wanted || has_past)) {
        out->made_in_no_grad = out->made_in_no_grad || wanted;
        return NULL;
    }
    Closure *c = scope_alloc(out->scope, sizeof *c + (size_t)n * sizeof *in);
    *c = (Closure){.op = op,
                   .out = out,
                   .n_in = n,
                   .in = (Tensor **)(c + 1),
                   .region = *scope_region(),
                   .where = kindling_call_site};
    for (int i = 0; i < n; i++)
        c->in[i] = in[i];
    out->requires_grad = wanted;
    out->made_in_no_grad = false;
    out->closure = c;
    if (kindling_graph_timing)
        c->forward_seconds = graph_seconds_since_last();
    return c;
}

void closure_save(Closure *c, Tensor *t)
{
    if (c == NULL)
        return;
    if (c->n_saved == CLOSURE_MAX_SAVED)
        fail("closure_save: %s already saves %d tensors, the most there can be", c->op->name,
             CLOSURE_MAX_SAVED);
    c->saved[c->n_saved++] = t;
}

/* ---- numbers that nobody needs again ------------------------------------------------------------------- */

enum { WORTH_GIVING_BACK = 1 << 18 }; /* fewer stay, for those who look at the graph */

/* All there is to know of t but its numbers, each of which is NaN. */
static Tensor *stand_in_for(const Tensor *t)
{
    Tensor *nothing = tensor_new_in(t->scope, SCALAR);
    tensor_fill(nothing, (real)NAN);
    Tensor *stand_in = scope_alloc(t->scope, sizeof *stand_in);
    *stand_in = *t;
    stand_in->data = nothing->data;
    for (int d = 0; d < t->ndim; d++)
        stand_in->stride[d] = 0;
    return stand_in;
}

void tensor_spent(Tensor *t, const Tensor *result)
{
    Closure *made = t->closure, *used = result->closure;
    if (t == result || t->scope == NULL || !tensor_owns_numbers(t) ||
        tensor_numel(t) < WORTH_GIVING_BACK)
        return;
    if (used == NULL ? made != NULL : used->in[0] != t)
        return; /* the graph knows t by another way than the one to result */
    if (used != NULL)
        used->in[0] = stand_in_for(t);
    if (made != NULL) {
        made->out = used->in[0];
        made->spent = true;
    }
    tensor_recycle(t);
}

/* ---- leaves ------------------------------------------------------------------------------------------------ */

Tensor *tensor_requires_grad(Tensor *t)
{
    if (t->closure != NULL && t->requires_grad)
        fail("tensor_requires_grad: this tensor of shape %s was made by tensor_%s; only a leaf can "
             "ask "
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
    t->retains_grad = true;
    return t;
}

void tensor_zero_grad(Tensor *t)
{
    if (t->grad == NULL)
        return;
    t->spare_grad = t->grad; /* nothing is cleared: the next gradient overwrites it */
    t->grad = NULL;
}

/* ---- detach ------------------------------------------------------------------------------------------------- */

static void detach_backward(Closure *c, Tensor *dout)
{
    (void)c, (void)dout; /* the walk never comes here: the result requires no gradient */
}

static const Operation detach_op = {.name = "detach", .backward = detach_backward, .is_view = true};

Tensor *tensor_detach(Tensor *a)
{
    Tensor *out = tensor_new_view(a);
    record(out, &detach_op, INPUTS(a)); /* only so that drawings show where the past was cut off */
    out->requires_grad = false;
    return out;
}
