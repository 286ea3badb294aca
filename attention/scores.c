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
 * Invariant: -infinity goes through exp as exactly 0, so a masked key has weight 0 whatever its score.
 */
#include "attention.h"
#include <math.h>

Tensor *attention_scores(Tensor *q, Tensor *k)
{
    if (q->ndim < 2 || k->ndim < 2)
        fail("attention_scores: q %s and k %s need at least two axes, (..., T, D)",
             tensor_shape_text(q), tensor_shape_text(k));
    long Dq = q->shape[q->ndim - 1], Dk = k->shape[k->ndim - 1];
    if (Dq != Dk)
        fail("attention_scores: q %s and k %s differ in their last axis, %ld against %ld. hint: a "
             "query and a key are compared number by number; k is transposed here, not before",
             tensor_shape_text(q), tensor_shape_text(k), Dq, Dk);
    return tensor_matmul(q, tensor_transpose(k, -2, -1));
}

Tensor *attention_scale(Tensor *scores, long head_dim)
{
    if (head_dim < 1)
        fail("attention_scale: head_dim is %ld, expected at least 1", head_dim);
    return tensor_mul_scalar(scores, (real)(1 / sqrt((double)head_dim)));
}

Tensor *attention_mask(Tensor *scores, Tensor *mask)
{
    if (mask == NULL)
        return scores;
    mask_check("attention_mask", mask, scores);
    Tensor *forbidden = tensor_named(mask_invert(mask), mask->name);
    return tensor_masked_fill(scores, forbidden, (real)-INFINITY);
}

Tensor *attention_weights(Tensor *scores)
{
    return tensor_softmax(scores, -1);
}

Tensor *attention_context(Tensor *weights, Tensor *v)
{
    return tensor_matmul(weights, v);
}
