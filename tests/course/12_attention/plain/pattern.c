/* pattern.c - the weights of attention, from q, k and a mask. */
#include "attention_shared.h"

Tensor *attention_pattern(Tensor *q, Tensor *k, Tensor *mask)
{
    sdpa_check_keys(q, k);
    mask = mask_for_heads(mask, q);

    long D = q->shape[q->ndim - 1];
    Tensor *scores = attention_scores(q, k);
    Tensor *scaled = attention_scale(scores, D);
    if (mask != NULL)
        scaled = attention_mask(scaled, mask);
    return attention_weights(scaled);
}
