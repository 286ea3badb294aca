/* block_mlp.c - the half of a block in which a token works alone, with the GELU written out. */
#include "attention.h"

/* a / 2 (1 + tanh(sqrt(2 / pi) (a + 0.044715 a^3))) */
static Tensor *gelu_of_gpt2(Tensor *a)
{
    Tensor *cube = tensor_mul(tensor_mul(a, a), a);
    Tensor *inner = tensor_add(a, tensor_mul_scalar(cube, (real)0.044715));
    Tensor *u = tensor_mul_scalar(inner, (real)0.7978845608028654);
    Tensor *share = tensor_add_scalar(tensor_tanh(u), 1);
    return tensor_mul(tensor_mul_scalar(a, (real)0.5), share);
}

Tensor *block_mlp(Block *b, Tensor *x)
{
    Tensor *wide = linear_forward(b->up, x); /* (B, T, 4C) */
    Tensor *bent = gelu_of_gpt2(wide);
    return linear_forward(b->down, bent);
}
