/* sdpa.c - scaled dot-product attention: softmax(q k^T / sqrt(D)) v, a dictionary that blends.
 *
 * A dictionary compares a query with its keys and returns the value of the one that fits. Here
 * every key fits a little: the weights say how much, and the output is the blend of all values.
 * Because it blends, it has a derivative, and the keys can be learned.
 * Source: Vaswani et al. 2017, equation 1.
 */
#include "attention_shared.h"

/* Checks everything before anything is recorded; attention_pattern, which may be called alone,
 * checks q and k once more. */
EXERCISE
Attention scaled_dot_product_attention(Tensor *q, Tensor *k, Tensor *v, Tensor *mask)
{
    sdpa_check_keys(q, k);
    sdpa_check_values(q, k, v);
    Attention result;
    result.weights = attention_pattern(q, k, mask);
    region_begin("context"); /* a box in drawings of the graph */
    result.output = attention_context(result.weights, v);
    region_close();
    return result;
}
