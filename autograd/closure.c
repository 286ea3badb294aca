/* closure.c - remembering how a tensor was made.
 *
 * An operation computes its result and then calls closure_record. The closure keeps what backward will
 * need; it lives in the scope of the result. Invariant: a tensor requires a gradient if, and only
 * if, it is a leaf that asked for one or recording was on and one of its inputs required one.
 */
#include <string.h>
#include "core.h"

bool grad_mode(bool on)
{
    ScopeSettings *settings = scope_settings();
    bool was = settings->recording;
    settings->recording = on;
    return was;
}

bool grad_mode_is_on(void)
{
    return scope_settings()->recording;
}

/* Closure, inputs and capture in one block: they are made together and end together. */
static Closure *closure_new(Tensor *out, const Operation *op, int n, Tensor *const in[],
                            size_t size, const void *capture)
{
    size_t inputs = ((size_t)n * sizeof *in + 15) / 16 * 16; /* keeps the capture aligned */
    Closure *c = scope_alloc(out->scope, sizeof *c + inputs + size);
    *c = (Closure){.op = op, .out = out, .in = (Tensor **)(c + 1), .n_in = n};
    c->origin = (Origin){.where = kindling_call_site, .region = scope_settings()->region};
    for (int i = 0; i < n; i++)
        c->in[i] = in[i];
    if (size > 0)
        c->capture = memcpy((char *)(c + 1) + inputs, capture, size);
    return c;
}

Tensor *closure_record(Tensor *out, const Operation *op, int n, Tensor *const in[], size_t size,
                       const void *capture)
{
    bool wanted = false, has_past = false, no_grad = false;
    for (int i = 0; i < n; i++) {
        wanted = wanted || in[i]->requires_grad;
        has_past = has_past || tensor_closure(in[i]) != NULL; /* behind a detach: no gradient */
        no_grad = no_grad || tensor_made_in_no_grad(in[i]);
    }
    if (grad_mode_is_on() && (wanted || has_past)) {
        out->closure = closure_new(out, op, n, in, size, capture);
        out->requires_grad = wanted;
    } else if (wanted || no_grad) {
        out->closure = &kindling_no_grad;
    }
    if (kindling_observer != NULL)
        observe_made(out, op, n, in);
    return out;
}

Tensor *closure_record_view(Tensor *a, const Operation *op, size_t size, const void *capture)
{
    Tensor *out = tensor_new_view(a);
    op->view(out, a, capture);
    return closure_record(out, op, INPUTS(a), size, capture);
}
