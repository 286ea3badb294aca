/* sdpa.c - scaled dot-product attention: weights, and what they fetch. */
#include "attention_shared.h"

Attention scaled_dot_product_attention(Tensor *q, Tensor *k, Tensor *v, Tensor *mask)
{
    sdpa_check_keys(q, k);
    sdpa_check_values(q, k, v);

    Attention result;
    result.weights = attention_pattern(q, k, mask);
    result.output = attention_context(result.weights, v);
    return result;
}
