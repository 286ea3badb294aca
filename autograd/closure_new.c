/* closure_new.c - the memory of a closure, and whether anything is recorded at all. */
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

/* An operation that is a view says once, in op->view, how to look at a. */
Tensor *closure_record_view(Tensor *a, const Operation *op, size_t size, const void *capture)
{
    Tensor *out = tensor_new_view(a);
    op->view(out, a, capture);
    return closure_record(out, op, INPUTS(a), size, capture);
}
