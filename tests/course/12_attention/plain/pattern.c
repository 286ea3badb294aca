/* pattern.c - the weights of attention, from q, k and a mask. */
#include "attention_shared.h"
#include <math.h>

Tensor *attention_weights(Tensor *scores)
{
    Tensor *largest = tensor_max(tensor_detach(scores), AXES(-1), true);
    /* A query that may see nothing: -infinity minus -infinity would be NaN, and 0 / 0, too. */
    Tensor *nothing = tensor_eq_scalar(largest, -INFINITY);
    largest = tensor_masked_fill(largest, nothing, 0);

    Tensor *e = tensor_exp(tensor_sub(scores, largest));
    Tensor *total = tensor_sum(e, AXES(-1), true);
    total = tensor_masked_fill(total, nothing, 1);
    return tensor_div(e, total);
}

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
