/* pattern.c - the weights of attention, from q, k and a mask.
 *
 * Invariant: what the mask forbids has a weight of 0, exactly; a query that may see no key has zeros.
 */
#include "attention_shared.h"
#include "todo.h"

Tensor *attention_pattern(Tensor *q, Tensor *k, Tensor *mask)
{
    sdpa_check_keys(q, k); /* given */
    mask = mask_for_heads(mask, q);

    /* TODO: the weights of attention, from q, k and a mask.
     *
     * CONTRACT  the weights of the formula, 0 where the mask forbids, for any number of batches
     *           and heads in front, and heads of any width. mask may be NULL.
     * EXAMPLE   q = [[1, 0]], k = [[1, 0], [0, 1]], no mask:   [[0.670, 0.330]]
     * HOLDS     a query's weights still add up to 1 with a mask (or to 0, if it allows nothing).
     *           Scores of random q and k spread the same for heads of 4 and of 64. 100 times all
     *           forbidden keys: nothing changes.
     * YOU HAVE  your functions of scores.c. (region_begin, region_close, tensor_named if you
     *           like to see it drawn)
     * THINK     what would they add up to if you masked them after they had become shares?
     *           Whose width is D: the model's, the text's, or that of this very q? */
    return todo("12.8 attention_pattern");
}
