/* pattern.c - the weights of attention: softmax(q k^T / sqrt(D) + mask), four formulas in a row.
 *
 * Invariant: each row of the weights sums to 1, or to 0 if the mask allows that query no key.
 */
#include "attention_shared.h"

EXERCISE
Tensor *attention_pattern(Tensor *q, Tensor *k, Tensor *mask)
{
    sdpa_check_keys(q, k);
    mask = mask_for_heads(mask, q);
    region_begin("scores"); /* a box in drawings of the graph */
    Tensor *scores = attention_scores(q, k);
    Tensor *scaled = attention_scale(scores, q->shape[q->ndim - 1]);
    tensor_named(scaled, "scores"); /* its name there */
    region_close();

    region_begin("mask");
    Tensor *masked = attention_mask(scaled, mask);
    region_close();

    region_begin_collapsed("softmax");
    Tensor *weights = attention_weights(masked);
    region_close();
    return tensor_named(weights, "weights");
}
