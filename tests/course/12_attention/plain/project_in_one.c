/* project_in_one.c - queries, keys and values in one product. */
#include "attention_shared.h"

Projected project_in_one(MultiHeadAttention *a, Tensor *x, Tensor *memory)
{
    if (x != memory)
        return project_apart(a, x, memory);

    long C = a->embed_dim;
    Tensor *all = linear_forward(a->qkv, x); /* (B, T, 3C) */
    long sizes[3] = {C, C, C};
    Tensor *parts[3];
    tensor_split(all, 3, sizes, -1, parts);

    Projected p;
    p.q = parts[0];
    p.k = parts[1];
    p.v = parts[2];
    return p;
}
