/* target_artefact.c - the cup's bytes as a model: a header that may ask for anything, and tensors that may be none. */
#include "fuzz.h"

static void read_all(void *context)
{
    Gpt *g = context;
    grad_mode(false);
    long T = g->options.context < 3 ? g->options.context : 3;
    fuzz_look(gpt_forward(g, int_tensor_new(SHAPE(1, T)), NULL));
}

FUZZ_TARGET(artefact)
{
    size_t held = scope_bytes(scope_current());
    Gpt *g = artefact_model(bytes, size);
    fuzz_told(g != NULL);
    fuzz_check(scope_bytes(scope_current()) - held < 1 << 20, "a model takes memory of the scope");
    if (g == NULL)
        return;
    long numbers = count_parameters(&g->module);
    fuzz_check((size_t)numbers <= size, "%ld numbers in %zu bytes", numbers, size);
    bool was = grad_mode(false);
    fuzz_may_fail(read_all, g);
    grad_mode(was);
    module_free(&g->module);
}
