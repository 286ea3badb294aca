/* closure.c - remembering how a tensor was made.
 *
 * An operation computes its result and then calls closure_record. The closure keeps what backward
 * will need. Invariant: it lives in the scope of the result.
 */
#include <string.h>
#include "core.h"

/* ---- is anything recorded? ------------------------------------------------------------------- */

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

/* ---- a closure ------------------------------------------------------------------------------- */

static _Thread_local long made;

long closures_made(void)
{
    return made;
}

/* Closure, inputs and capture in one block: they are made together and end together. */
Closure *closure_new(Tensor *out, const Operation *op, int n, Tensor *const in[], size_t size,
                     const void *capture)
{
    if (op->backward == NULL && op->view == NULL)
        fail("closure_record: operation %s has no backward function. hint: .backward = %s_backward",
             op->name, op->name);
    size_t inputs = ((size_t)n * sizeof *in + 15) / 16 * 16; /* keeps the capture aligned */
    Closure *c = scope_alloc(out->scope, sizeof *c + inputs + size);
    *c = (Closure){.op = op,
                   .out = out,
                   .in = (Tensor **)(c + 1),
                   .n_in = n,
                   .origin = {.where = kindling_call_site,
                              .region = scope_settings()->region,
                              .when = writing_clock()}};
    for (int i = 0; i < n; i++)
        c->in[i] = in[i];
    if (size > 0)
        c->capture = memcpy((char *)(c + 1) + inputs, capture, size);
    made++;
    if (op->saved_ids > 0 && size > 0)
        c->origin.checksum = closure_checksum(c, false);
    return c;
}

void closure_no_gradient(Tensor *out, const Operation *op, int n, Tensor *const in[], size_t size,
                         const void *capture)
{
    bool has_past = false, no_grad = false;
    for (int i = 0; i < n; i++) {
        has_past = has_past || tensor_closure(in[i]) != NULL; /* behind a detach */
        no_grad = no_grad || in[i]->requires_grad || tensor_made_in_no_grad(in[i]);
    }
    if (has_past && grad_mode_is_on())
        out->closure = closure_new(out, op, n, in, size, capture);
    else if (no_grad)
        out->closure = &kindling_no_grad;
}

EXERCISE
Tensor *closure_record(Tensor *out, const Operation *op, int n, Tensor *const in[], size_t size,
                       const void *capture)
{
    bool wanted = false;
    for (int i = 0; i < n; i++)
        wanted = wanted || in[i]->requires_grad;
    if (wanted && grad_mode_is_on()) {
        out->closure = closure_new(out, op, n, in, size, capture);
        out->requires_grad = true;
    } else {
        closure_no_gradient(out, op, n, in, size, capture);
    }
    if (kindling_observer != NULL)
        observe_made(out, op, n, in);
    return out;
}

/* An operation that is a view says once, in op->view, how to look at a. */
Tensor *closure_record_view(Tensor *a, const Operation *op, size_t size, const void *capture)
{
    Tensor *out = tensor_new_view(a);
    op->view(out, a, capture);
    closure_record(out, op, INPUTS(a), size, capture);
    if (!out->requires_grad)
        out->name = a->name; /* rows of a constant are called as it is */
    return out;
}
