/* target_llama_bin.c - a Llama as llama2.c keeps it. */
#include "fuzz.h"

static size_t parameters_bytes(Gpt *g)
{
    ParameterList *list = parameters_of(&g->module);
    size_t bytes = (size_t)parameters_numel(list) * sizeof(real);
    parameters_free(list);
    return bytes;
}

FUZZ_TARGET(llama_bin)
{
    const char *path = fuzz_file("model.bin", bytes, size);
    bool is = llama_is_bin(path);
    fuzz_told(is);
    Gpt *g = llama_load(path);
    fuzz_check(is == (g != NULL), "what is a model is read");
    if (g == NULL)
        return;
    fuzz_check(parameters_bytes(g) <= size * sizeof(real) / 4, "more than the file has");
    bool was = grad_mode(false);
    Tensor *next = gpt_forward(g, int_tensor_from(SHAPE(1, 1), IDS(0)), NULL);
    fuzz_check(next->shape[2] == g->options.vocabulary, "a number for each token");
    fuzz_look(next);
    grad_mode(was);
    module_free(&g->module);
}
