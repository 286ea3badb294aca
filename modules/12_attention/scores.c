/* scores.c - the steps from queries and keys to scores, and what no query may see.
 *
 * Invariant: gradients flow back through each of them, so results come from operations that record themselves
 * (tensor_..., autograd/ops/operations.h); whatever stands in front of the last two axes goes along.
 */
#include "attention_shared.h"
#include "todo.h"
#include <math.h>

/* ---- 12.1 ---------------------------------------------------------------------------------------- */

Tensor *attention_scores(Tensor *q, Tensor *k)
{
    scores_check(q, k); /* given: what a caller can do wrong */

    /* TODO: how well does each query fit each key?
     *
     * CONTRACT  q (..., Tq, D) and k (..., Tk, D) give (..., Tq, Tk); entry (i, j) is the dot
     *           product of query i and key j, whatever stands in front (nothing, batches,
     *           heads). Gradients reach q and k.
     * EXAMPLE   q = [[1, 2]], k = [[3, 4], [5, 6]]   ->   [[11, 17]]
     * HOLDS     scores(k, q) is scores(q, k) transposed. Two keys change places: two columns do.
     *           2 q gives twice the scores.
     * THINK     D disappears, Tq and Tk stay: which operation does that to an axis, and where
     *           must the axis stand? Why would a loop that writes into ->data give the same
     *           numbers, and a model that learns nothing? */
    return todo("12.1 attention_scores");
}

/* ---- 12.1 ---------------------------------------------------------------------------------------- */

Tensor *attention_scale(Tensor *scores, long head_dim)
{
    scale_check(head_dim); /* given */

    /* TODO: scores times one number c that depends on head_dim alone.
     *
     * CONTRACT  if the entries of q and k are independent, with mean 0 and variance 1, the
     *           scaled scores have variance 1, whatever head_dim is. The gradient is scaled by
     *           the same c.
     * EXAMPLE   head_dim = 4: [[4, 8]] -> [[2, 4]]
     * THINK     what is the variance of one product q_d k_d? Of a sum of D of them? Of c times a
     *           number? */
    return todo("12.1 attention_scores");
}

/* ---- 12.3 ---------------------------------------------------------------------------------------- */

Tensor *attention_mask(Tensor *scores, Tensor *mask)
{
    /* TODO: what no query may see gets a score that can never win.
     *
     * CONTRACT  where the mask is 0 the score becomes minus infinity, elsewhere it stays. A mask
     *           of NULL forbids nothing. The mask may have fewer axes than the scores, and
     *           broadcasts; what is no mask is refused.
     * EXAMPLE   scores = [[5, 6], [7, 8]]   mask = [[1, 0], [1, 1]]   ->   [[5, -inf], [7, 8]]
     * HOLDS     scores of -1e30 that are allowed stay larger than all that are not. Two masks,
     *           one after the other: the same as mask_combine of both. The gradient of a forbidden score
     *           is 0.
     * YOU HAVE  mask_check (attention_shared.h), operations of operations.h
     * THINK     why not a number such as -1e9? What is e^(-1e9) beside e^(-2e9), if that is all
     *           a row has? What is 0 times infinity? */
    return todo("12.3 attention_mask");
}
