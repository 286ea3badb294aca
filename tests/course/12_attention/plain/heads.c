/* heads.c - one wide vector as H narrow ones, and back. */
#include "attention_shared.h"
#include <stdlib.h>

Tensor *split_heads(Tensor *x, long num_heads)
{
    heads_check_split(x, num_heads);

    long B = x->shape[0], T = x->shape[1], C = x->shape[2];
    long D = C / num_heads;
    Tensor *pieces = tensor_reshape(x, SHAPE(B, T, num_heads, D));
    return tensor_permute(pieces, AXES(0, 2, 1, 3));
}

Tensor *merge_heads(Tensor *x)
{
    heads_check_merge(x);

    long H = x->shape[1];
    Tensor **heads = malloc((size_t)H * sizeof(Tensor *));
    for (long h = 0; h < H; h++)
        heads[h] = tensor_select(x, 1, h); /* (B, T, D) */
    Tensor *merged = tensor_concat((int)H, heads, 2);
    free(heads);
    return merged;
}
