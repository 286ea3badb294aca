/* mha.c - multi-head attention: H small attentions side by side, each with its own view of x.
 *
 *     Q = x W_Q, K = memory W_K, V = memory W_V      project       (B, T, C)
 *     split into heads                                             (B, H, T, D)
 *     softmax(Q K^T / sqrt(D) + mask) V              each head     (B, H, Tq, D)
 *     merge the heads                                              (B, Tq, C)
 *     times W_O                                      mix them      (B, Tq, C)
 *
 * The three projections may lie in one matrix: project_in_one.c.
 */
#include "attention_shared.h"
#include "todo.h"

Tensor *mha_cross(MultiHeadAttention *a, Tensor *x, Tensor *memory, Tensor *mask)
{
    mha_check_inputs(a, x, memory); /* given */

    /* TODO: project, split, attend, merge, project. Queries are of x, keys and values of memory.
     *
     * APPROACH
     *   1. Project: if a->qkv is not NULL, project_in_one(a, x, memory) of the next exercise gives a
     *      Projected with q, k and v. Else three linear layers, linear_forward(a->q, ...), a->k, a->v.
     *      Which of them reads x, which memory?
     *   2. split_heads each of the three; a->num_heads
     *   3. attention_output(q, k, v, mask, a->causal, a->dropout) lets each head attend: it goes through
     *      your attention_pattern and attention_context
     *   4. merge_heads
     *   5. linear_forward with a->out mixes what the heads found.
     *   (region_begin, region_close and tensor_named, as in pattern.c, if you like to see it drawn)
     *
     * EXAMPLE (shapes)
     *   x (2, 5, 8), 4 heads: q (2, 5, 8) -> (2, 4, 5, 2); context (2, 4, 5, 2) -> (2, 5, 8)
     *   -> out (2, 5, 8)
     *
     * HINT: nothing here knows about heads but split_heads and merge_heads: to attention_output a
     * head is one more axis in front. */
    return todo("12.14 mha_cross");
}
