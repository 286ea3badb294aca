/* pattern.c - the weights of attention, from q, k and a mask.
 *
 * Invariant: what the mask forbids has a weight of 0, exactly; a query that may see no key has zeros.
 */
#include "attention_shared.h"
#include "todo.h"
#include <math.h>

/* ---- 12.4 ---------------------------------------------------------------------------------------- */

Tensor *attention_weights(Tensor *scores)
{
    /* TODO: each query's scores become weights.
     *
     * CONTRACT  (..., Tq, Tk) to the same shape: positive shares of what a query has to give
     *           away, which is 1; a difference of d between two scores is a factor of e^d
     *           between their weights. Scores of 1000 and more are no trouble; a query that may see
     *           nothing (all its scores are minus infinity) gets zeros. Gradients come back.
     * EXAMPLE   scores = [[0, log 3], [log 3, 0]]   ->   [[0.25, 0.75], [0.75, 0.25]]
     * HOLDS     a number added to all scores of a query changes none of its weights.
     * THINK     two axes are T long: what does a query share out, and among whom? */
    return todo("12.4 attention_pattern");
}

/* ---- 12.4 ---------------------------------------------------------------------------------------- */

Tensor *attention_pattern(Tensor *q, Tensor *k, Tensor *mask)
{
    sdpa_check_keys(q, k); /* given */
    mask = mask_for_heads(mask, q);

    /* TODO: the weights of attention, from q, k and a mask.
     *
     * CONTRACT  0 where the mask forbids; for any number of batches and heads in front, and heads
     *           of any width. mask may be NULL.
     * EXAMPLE   q = [[1, 0]], k = [[1, 0], [0, 1]], no mask:   [[0.670, 0.330]]
     * HOLDS     a query's weights still add up to 1 with a mask (or to 0, if it allows nothing).
     *           Two weights of a row differ by a factor e^d; of random q and k, with mean 0 and
     *           variance 1, these d spread the same for heads of 4 and of 64. 100 times all
     *           forbidden keys: nothing changes.
     * YOU HAVE  what you wrote before. (region_begin, region_close, tensor_named if you like to
     *           see it drawn)
     * THINK     which of the steps may change places, and what tells you of the others that they
     *           may not? Whose width is D: the model's, the text's, or that of this very q? */
    return todo("12.4 attention_pattern");
}
