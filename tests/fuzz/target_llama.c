/* target_llama.c - a Llama as others publish it: config.json, a line "--", model.safetensors. */
#include "fuzz.h"

FUZZ_TARGET(llama)
{
    FuzzPart config = fuzz_part(&bytes, &size);
    fuzz_file("config.json", config.bytes, config.size);
    Gpt *g = llama_load(fuzz_file("model.safetensors", bytes, size));
    fuzz_told(g != NULL);
    if (g == NULL)
        return;
    bool was = grad_mode(false);
    Tensor *next = gpt_forward(g, int_tensor_from(SHAPE(1, 1), IDS(0)), NULL);
    fuzz_check(next->shape[2] == g->options.vocabulary, "a number for each token");
    fuzz_look(next);
    grad_mode(was);
    module_free(&g->module);
}
