/* pattern.c - the weights of attention: softmax(q k^T / sqrt(D) + mask), four formulas in a row.
 *
 * Invariant: each row of the weights sums to 1, or to 0 if the mask allows that query no key.
 */
#include "attention_shared.h"
#include "todo.h"

Tensor *attention_pattern(Tensor *q, Tensor *k, Tensor *mask)
{
    sdpa_check_keys(q, k); /* given */
    mask = mask_for_heads(mask, q);

    /* TODO: the weights, from q, k and the mask: your functions of scores.c, in the right order.
     *
     * APPROACH
     *   1. attention_scores of q and k
     *   2. attention_scale with D, the last axis of q: q->shape[q->ndim - 1]
     *   3. attention_mask; a mask of NULL is fine there
     *   4. attention_weights
     *   5. Only if you like to see it drawn: region_begin("scores") before a step and region_close()
     *      after it put it into a box; tensor_named(scaled, "scores") writes a name beside a result.
     *
     * EXAMPLE
     *   q = [[1, 0]], k = [[1, 0], [0, 1]], no mask:
     *   scores [[1, 0]], scaled [[0.707, 0]], weights [[0.670, 0.330]]
     *
     * HINT: the mask comes before the softmax. Afterwards is too late: the row would no longer add
     * up to 1. */
    return todo("12.10 attention_pattern");
}
