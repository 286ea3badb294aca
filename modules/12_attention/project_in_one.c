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
     * APPROACH
     *   1. linear_forward with a->qkv: (B, T, C) becomes (B, T, 3C).
     *   2. tensor_split cuts that into three parts of C = a->embed_dim along the last axis:
     *      Tensor *part[3]; tensor_split(y, 3, sizes, -1, part) with long sizes[] = {C, C, C}.
     *   3. return (Projected){part[0], part[1], part[2]};
     *
     * EXAMPLE
     *   C = 2; y of one token = [1, 2, 3, 4, 5, 6]:  q = [1, 2], k = [3, 4], v = [5, 6]
     *
     * HINT: the columns of W_QKV lie in the order q, k, v. */
    todo("12.15 project_in_one");
}
