/* sdpa.c - scaled dot-product attention, a dictionary that blends.
 *
 * A dictionary compares a query with its keys and returns the value of the one that fits. Here
 * every key fits a little: the weights say how much, and the output is the blend of all values.
 * Because it blends, it has a derivative, and the keys can be learned.
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
 * score; each row of the weights sums to 1, or to 0 if the mask allows that query no key.
 * Source: Vaswani et al. 2017, equation 1.
 */
#include "attention_shared.h"
#include <math.h>

/* ---- the five formulas, one function each ---------------------------------------------------- */

void scores_check(const Tensor *q, const Tensor *k)
{
    if (q->ndim < 2 || k->ndim < 2)
        fail("attention_scores: q %s and k %s need at least two axes, (..., T, D)",
             tensor_shape_text(q), tensor_shape_text(k));
    long Dq = q->shape[q->ndim - 1], Dk = k->shape[k->ndim - 1];
    if (Dq != Dk)
        fail("attention_scores: q %s and k %s differ in their last axis, %ld against %ld. hint: a "
             "query and a key are compared number by number; k is transposed here, not before",
             tensor_shape_text(q), tensor_shape_text(k), Dq, Dk);
}

EXERCISE
Tensor *attention_scores(Tensor *q, Tensor *k)
{
    scores_check(q, k);
    return tensor_matmul(q, tensor_transpose(k, -2, -1));
}

void scale_check(long head_dim)
{
    if (head_dim < 1)
        fail("attention_scale: head_dim is %ld, expected at least 1", head_dim);
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

Tensor *attention_context(Tensor *weights, Tensor *v)
{
    return tensor_matmul(weights, v);
}

/* ---- queries, keys and values that do not belong together ------------------------------------ */

#define SDPA "scaled_dot_product_attention"

/* Everything left of (T, D) must agree: nothing is broadcast between q, k and v. */
static void check_batch(const Tensor *q, const Tensor *other, const char *name)
{
    static const char *const axis_name[] = {"batch size", "number of heads"};
    for (int d = 0; d < q->ndim - 2; d++)
        if (q->shape[d] != other->shape[d])
            fail(SDPA ": q %s and %s %s differ in the %s (axis %d), %ld against %ld%s",
                 tensor_shape_text(q), name, tensor_shape_text(other), axis_name[d], d, q->shape[d],
                 other->shape[d],
                 d == 1 && other->shape[d] > 0 && q->shape[d] % other->shape[d] == 0
                     ? ". hint: flash_attention with .enable_gqa lets several heads of q share one"
                     : "");
}

void sdpa_check_keys(const Tensor *q, const Tensor *k)
{
    if (q->ndim != k->ndim || q->ndim < 3 || q->ndim > 4)
        fail(SDPA ": q %s and k %s must both be (B, T, D) or (B, H, T, D)", tensor_shape_text(q),
             tensor_shape_text(k));
    check_batch(q, k, "k");
    int last = q->ndim - 1;
    if (q->shape[last] != k->shape[last])
        fail(SDPA ": q %s and k %s differ in D (axis %d), %ld against %ld. hint: a query and a key "
                  "are compared number by number",
             tensor_shape_text(q), tensor_shape_text(k), last, q->shape[last], k->shape[last]);
}

void sdpa_check_values(const Tensor *q, const Tensor *k, const Tensor *v)
{
    if (v->ndim != k->ndim)
        fail(SDPA ": q %s, k %s and v %s must all be (B, T, D) or (B, H, T, D)",
             tensor_shape_text(q), tensor_shape_text(k), tensor_shape_text(v));
    check_batch(q, v, "v");
    int time = k->ndim - 2;
    if (k->shape[time] != v->shape[time])
        fail(SDPA ": k %s and v %s differ in Tk (axis %d), %ld against %ld. hint: every key needs "
                  "its value",
             tensor_shape_text(k), tensor_shape_text(v), time, k->shape[time], v->shape[time]);
}

/* ---- the formulas in a row ------------------------------------------------------------------- */

EXERCISE
Tensor *attention_pattern(Tensor *q, Tensor *k, Tensor *mask)
{
    sdpa_check_keys(q, k);
    mask = mask_for_heads(mask, q);
    region_begin("scores"); /* a box in drawings of the graph */
    Tensor *scores = attention_scores(q, k);
    Tensor *scaled = attention_scale(scores, q->shape[q->ndim - 1]);
    tensor_named(scaled, "scores"); /* its name there */
    region_close();

    region_begin("mask");
    Tensor *masked = attention_mask(scaled, mask);
    region_close();

    region_begin_collapsed("softmax");
    Tensor *weights = attention_weights(masked);
    region_close();
    return tensor_named(weights, "weights");
}

/* Checks everything before anything is recorded; attention_pattern, which may be called alone,
 * checks q and k once more. */
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

Attention self_attention(Tensor *x, Tensor *mask)
{
    return scaled_dot_product_attention(x, x, x, mask);
}
