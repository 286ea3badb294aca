/* attention_output.c - softmax(q k^T / sqrt(D) + mask) v, step by step.
 *
 * It stands in for the file of the same name one folder up, which is tiled and fast, wherever the
 * steps themselves are wanted: the steps of sdpa.c run here, a student's or ours, and every one is
 * in the graph.
 */
#include "attention_shared.h"

Tensor *attention_output_with(Tensor *q, Tensor *k, Tensor *v, FlashAttentionOptions o)
{
    return composed_attention(q, k, v, o).output;
}

Tensor *attention_output(Tensor *q, Tensor *k, Tensor *v, Tensor *mask, bool causal,
                         Dropout *dropout)
{
    k = repeat_heads(k, q);
    v = repeat_heads(v, q);
    mask = causal_as_mask("attention_output", mask, causal, q, k);
    Tensor *weights = attention_pattern(q, k, mask);
    if (dropout != NULL)
        weights = dropout_forward(dropout, weights);
    return attention_context(weights, v);
}
