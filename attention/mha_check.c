/* mha_check.c - who cannot attend to whom. */
#include "attention_shared.h"

static void check_input(const MultiHeadAttention *a, const char *name, const Tensor *x)
{
    if (x->ndim != 3 || x->shape[2] != a->embed_dim)
        fail("mha_forward: %s has shape %s, expected (B, T, C) with C = embed_dim = %ld", name,
             tensor_shape_text(x), a->embed_dim);
}

void mha_check_inputs(const MultiHeadAttention *a, const Tensor *x, const Tensor *memory)
{
    check_input(a, "x", x);
    check_input(a, "memory", memory);
    if (x->shape[0] != memory->shape[0])
        fail("mha_cross: x %s and memory %s differ in the batch size, %ld against %ld",
             tensor_shape_text(x), tensor_shape_text(memory), x->shape[0], memory->shape[0]);
}
