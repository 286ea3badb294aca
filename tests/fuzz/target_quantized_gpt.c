/* target_quantized_gpt.c - a GPT of codes in a file: options as metadata, codes, and scales that may be anything. */
#include "fuzz.h"

/* One token through it. Scales that are no numbers are told by the product that meets them. */
static void read_one(void *context)
{
    QuantizedGpt *q = context;
    grad_mode(false);
    Tensor *next = quantized_gpt_forward(q, int_tensor_from(SHAPE(1, 1), IDS(0)));
    fuzz_check(next->shape[2] == q->options.vocabulary, "a number for each token");
    fuzz_look(next);
}

FUZZ_TARGET(quantized_gpt)
{
    fuzz_ask();
    QuantizedGpt *q = quantized_gpt_load(fuzz_file("a.safetensors", bytes, size));
    fuzz_told(q != NULL);
    if (q == NULL)
        return;
    fuzz_check(quantized_bytes(&q->module) <= 8 * size, "more numbers than bytes");
    bool was = grad_mode(false);
    fuzz_may_fail(read_one, q);
    grad_mode(was);
    module_free(&q->module);
}
