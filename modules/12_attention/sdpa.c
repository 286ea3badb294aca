/* sdpa.c - scaled dot-product attention: softmax(q k^T / sqrt(D)) v, a dictionary that blends.
 *
 * A dictionary compares a query with its keys and returns the value of the one that fits. Here every
 * key fits a little: the weights say how much, and the output is the blend of all values. Because
 * it blends, it has a derivative, and the keys can be learned.
 * Source: Vaswani et al. 2017, equation 1.
 */
#include "attention_shared.h"
#include "todo.h"

Attention scaled_dot_product_attention(Tensor *q, Tensor *k, Tensor *v, Tensor *mask)
{
    sdpa_check_keys(q, k); /* given */
    sdpa_check_values(q, k, v);

    /* TODO: the weights, and the values blended by them.
     *
     * APPROACH
     *   1. An Attention has two members: weights (attention_pattern) and output (attention_context).
     *
     * EXAMPLE
     *   with the weights [[0.670, 0.330]] of above and v = [[10, 0], [0, 10]]:
     *   output [[6.70, 3.30]]
     *
     * HINT: Attention result; result.weights = ...; result.output = ...; return result; */
    todo("12.11 scaled_dot_product_attention");
}
