/* project_columns.c - parts of one matrix W_Q | W_K | W_V, where not all three are of the same
 * x. */
#include "attention_shared.h"

Tensor *project_columns(Linear *l, Tensor *x, long from, long to)
{
    Tensor *y = tensor_matmul(x, tensor_slice(l->weight, 1, from, to, 1));
    return l->bias == NULL ? y : tensor_add(y, tensor_slice(l->bias, 0, from, to, 1));
}

Projected project_apart(MultiHeadAttention *a, Tensor *x, Tensor *memory)
{
    long C = a->embed_dim;
    Tensor *part[2];
    tensor_split(project_columns(a->qkv, memory, C, 3 * C), 2, (long[]){C, C}, -1, part);
    return (Projected){project_columns(a->qkv, x, 0, C), part[0], part[1]};
}
