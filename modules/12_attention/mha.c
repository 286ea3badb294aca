/* mha.c - multi-head attention: H small attentions side by side, each with its own view of x.
 *
 * The three projections may lie in one matrix, side by side.
 */
#include "attention_shared.h"
#include "todo.h"

Tensor *mha_cross(MultiHeadAttention *a, Tensor *x, Tensor *memory, Tensor *mask)
{
    mha_check_inputs(a, x, memory); /* given */

    /* TODO: attention with many heads: x asks, memory answers.
     *
     * CONTRACT  x (B, Tq, C), memory (B, Tk, C) -> (B, Tq, C). Each of the layers a->q, a->k,
     *           a->v, a->out is used once; where a->qkv is not NULL, that one layer stands for
     *           the first three. mask, a->causal and a->dropout reach every head. Fewer
     *           heads of keys than of queries, and rotary positions (22), are asked of nobody here.
     * EXAMPLE   (shapes) x (2, 5, 8), memory (2, 7, 8), 4 heads: somewhere inside there is a (2, 4, 5, 7)
     * HOLDS     with one head: attention of the three projections, and no splitting is needed.
     *           No mask, not causal: two tokens of memory change places, nothing changes; two of
     *           x, two rows do. W_O = 0: every token of the result is the bias of a->out.
     * YOU HAVE  attention_output (attention_shared.h), to which a head is one more axis in front;
     *           linear_forward, project_in_one(a, x, memory); a Projected has q, k and v; what
     *           you wrote before. (region_begin, region_close and tensor_named, for pictures)
     * THINK     write down the shape of every tensor from x to the result, before the first line
     *           of C. Which have four axes? */
    return todo("12.6 mha_cross");
}
