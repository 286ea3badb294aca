/* scores.c - the five formulas of attention, one function each.
 *
 *     scores  = q k^T               how well does query i fit key j?      (..., Tq, Tk)
 *     scaled  = scores / sqrt(D)    keep their spread near 1
 *     masked  = -infinity where the mask is 0
 *     weights = softmax(masked)     each row becomes a distribution over the keys
 *     context = weights @ v         the values, averaged by these weights (..., Tq, D)
 *
 * Why the scale: with entries of q and k of variance 1, their product sums D terms and has variance
 * D. Unscaled, a softmax over such numbers is nearly one-hot, and passes almost no gradient.
 * Invariant: -infinity goes through exp as exactly 0, so a masked key has weight 0 whatever its
 * score.
 */
#include "attention_shared.h"
#include <math.h>

EXERCISE
Tensor *attention_scores(Tensor *q, Tensor *k)
{
    scores_check(q, k);
    return tensor_matmul(q, tensor_transpose(k, -2, -1));
}

EXERCISE
Tensor *attention_scale(Tensor *scores, long head_dim)
{
    scale_check(head_dim);
    return tensor_mul_scalar(scores, (real)(1 / sqrt((double)head_dim)));
}

EXERCISE
Tensor *attention_mask(Tensor *scores, Tensor *mask)
{
    if (mask == NULL)
        return scores;
    mask_check("attention_mask", mask, scores);
    return tensor_masked_fill(scores, mask_invert(mask), (real)-INFINITY);
}

EXERCISE
Tensor *attention_weights(Tensor *scores)
{
    return tensor_softmax(scores, -1);
}

EXERCISE
Tensor *attention_context(Tensor *weights, Tensor *v)
{
    return tensor_matmul(weights, v);
}
