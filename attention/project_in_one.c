/* project_in_one.c - queries, keys and values in one product.
 *
 * W_Q | W_K | W_V side by side in a (C, 3C) matrix: one product instead of three, and the same
 * numbers.
 */
#include "attention_shared.h"

EXERCISE
Projected project_in_one(MultiHeadAttention *a, Tensor *x, Tensor *memory)
{
    if (x != memory)
        return project_apart(a, x, memory);
    long C = a->embed_dim;
    Tensor *part[3];
    tensor_split(linear_forward(a->qkv, x), 3, (long[]){C, C, C}, -1, part);
    return (Projected){part[0], part[1], part[2]};
}
