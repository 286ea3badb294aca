/* sdpa.c - scaled dot-product attention: softmax(q k^T / sqrt(D)) v, a dictionary that blends.
 *
 * A dictionary compares a query with its keys and returns the value of the one that fits. Here every
 * key fits a little, and the output is the blend of all values. Because it blends, it has a
 * derivative, and the keys can be learned.
 * Source: Vaswani et al. 2017, equation 1.
 */
#include "attention_shared.h"
#include "todo.h"

Attention scaled_dot_product_attention(Tensor *q, Tensor *k, Tensor *v, Tensor *mask)
{
    sdpa_check_keys(q, k); /* given */
    sdpa_check_values(q, k, v);

    /* TODO: attention: the weights, and the values blended by them.
     *
     * CONTRACT  both members of an Attention: weights (..., Tq, Tk) and output (..., Tq, D); the
     *           output is made of these very weights. With a causal mask nothing that comes
     *           later moves an earlier output. Gradients reach q, k and v.
     * EXAMPLE   with the weights [[0.670, 0.330]] of 12.10 and v = [[10, 0], [0, 10]]: output [[6.70, 3.30]]
     * HOLDS     no mask: keys and values of two tokens change places, both, and the output
     *           stays. 3 v gives 3 times the output, and the same weights.
     * THINK     which of q, k, v has a say in the weights, and which only in the output? */
    todo("12.11 scaled_dot_product_attention");
}
