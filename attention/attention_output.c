/* attention_output.c - softmax(q k^T / sqrt(D) + mask) v as one operation, tile by tile.
 *
 * plain/attention_output.c says the same in steps. Whoever wants those links it in place of this
 * file.
 */
#include "attention_shared.h"

Tensor *attention_output_with(Tensor *q, Tensor *k, Tensor *v, FlashAttentionOptions o)
{
    return flash_attention(q, k, v, o);
}

Tensor *attention_output(Tensor *q, Tensor *k, Tensor *v, Tensor *mask, bool causal,
                         Dropout *dropout)
{
    if (causal && q->ndim > 1 && k->ndim > 1)
        causal_check("attention_output", q->shape[q->ndim - 2], k->shape[k->ndim - 2]);
    FlashAttentionOptions o = {.causal = causal, .mask = mask, .enable_gqa = true};
    if (dropout != NULL) {
        o.dropout = dropout->p;
        o.rng = dropout->rng;
        o.training = dropout->module.training;
    }
    return flash_attention(q, k, v, o);
}
