/* target_codes.c - codes: a file of them for a model that is there, and the bytes themselves as blocks of Q8_0 and Q4_0. */
#include "fuzz.h"

static Module *model(void)
{
    Rng rng = rng_seed(1);
    Module *m = sequential_new(LAYERS(&linear_new(32, 4, true, &rng)->module, relu_new(),
                                      &linear_new(4, 3, false, &rng)->module));
    return quantize_model(m, (QuantScheme){8, PER_COLUMN});
}

static void forward(void *context)
{
    grad_mode(false);
    fuzz_look(module_forward(context, tensor_ones(SHAPE(2, 32))));
}

static void look_at_blocks(const uint8_t *bytes, size_t size)
{
    BlockQ8 q8[4] = {{0}};
    BlockQ4 q4[4] = {{0}};
    real x[4 * QUANT_BLOCK];
    memcpy(q8, bytes, size < sizeof q8 ? size : sizeof q8);
    memcpy(q4, bytes, size < sizeof q4 ? size : sizeof q4);
    dequantize_q8_0(x, q8, 4 * QUANT_BLOCK);
    dequantize_q4_0(x, q4, 4 * QUANT_BLOCK);
}

FUZZ_TARGET(codes)
{
    look_at_blocks(bytes, size);
    Module *m = model();
    size_t before = quantized_bytes(m);
    int status = quantized_load(m, fuzz_file("codes.safetensors", bytes, size));
    fuzz_told(status == 0);
    fuzz_check(quantized_bytes(m) == before, "the model has grown");
    bool was = grad_mode(false);
    fuzz_may_fail(forward, m); /* scales may be no numbers, which the product tells */
    grad_mode(was);
    module_free(m);
}
