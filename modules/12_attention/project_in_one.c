/* project_in_one.c - queries, keys and values in one product.
 *
 * W_Q | W_K | W_V side by side in a (C, 3C) matrix: one product instead of three, and the same numbers.
 */
#include "attention_shared.h"
#include "todo.h"

Projected project_in_one(MultiHeadAttention *a, Tensor *x, Tensor *memory)
{
    if (x != memory) /* given: queries of x, keys and values of another tensor */
        return project_apart(a, x, memory);

    /* TODO: all three projections of x in one product.
     *
     * CONTRACT  a->qkv is one layer from C to 3C channels; the columns of its matrix are those
     *           of W_Q, then W_K, then W_V. q, k and v (B, T, C) come out of one product.
     *           Gradients of all three meet in the one matrix.
     * EXAMPLE   C = 2; one token comes out as [1, 2, 3, 4, 5, 6]:  q = [1, 2], k = [3, 4], v = [5, 6]
     * HOLDS     the numbers are those of three layers that hold the columns of W_QKV one third
     *           each.
     * YOU HAVE  linear_forward, a->embed_dim, and what cuts a tensor (autograd/ops/operations.h)
     * THINK     why copy what can be looked at where it is? Along which axis do q, k and v lie
     *           side by side? */
    todo("12.12 project_in_one");
}
