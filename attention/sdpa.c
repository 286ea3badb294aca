/* sdpa.c - scaled dot-product attention: softmax(q k^T / sqrt(D)) v, a dictionary that blends.
 *
 * A dictionary compares a query with its keys and returns the value of the one that fits. Here every
 * key fits a little: the weights say how much, and the output is the blend of all values. Because
 * it blends, it has a derivative, and the keys can be learned.
 * Invariant: each row of the weights sums to 1, or to 0 if the mask allows that query no key.
 * Source: Vaswani et al. 2017, equation 1.
 */
#include "attention.h"

#define SDPA "scaled_dot_product_attention"

/* Everything left of (T, D) must agree: nothing is broadcast between q, k and v. */
static void check_batch(const Tensor *q, const Tensor *other, const char *name)
{
    static const char *const axis_name[] = {"batch size", "number of heads"};
    for (int d = 0; d < q->ndim - 2; d++)
        if (q->shape[d] != other->shape[d])
            fail(SDPA ": q %s and %s %s differ in the %s (axis %d), %ld against %ld",
                 tensor_shape_text(q), name, tensor_shape_text(other), axis_name[d], d, q->shape[d],
                 other->shape[d]);
}

static void check_shapes(const Tensor *q, const Tensor *k)
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

static void check_values(const Tensor *q, const Tensor *k, const Tensor *v)
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

/* (B, Tq, Tk) with scores (B, H, Tq, Tk) means: the same for all heads. Broadcasting alone would
 * line B up with H. */
static Tensor *mask_for_heads(Tensor *mask, int score_axes)
{
    if (mask == NULL || mask->ndim != 3 || score_axes != 4)
        return mask;
    return tensor_named(tensor_unsqueeze(mask, 1), mask->name);
}

Tensor *attention_pattern(Tensor *q, Tensor *k, Tensor *mask)
{
    check_shapes(q, k);
    region_open("scores", -1);
    Tensor *scores = attention_scores(q, k);
    Tensor *scaled = attention_scale(scores, q->shape[q->ndim - 1]);
    region_close();

    region_open("mask", -1);
    Tensor *masked = attention_mask(scaled, mask_for_heads(mask, q->ndim));
    region_close();

    region_open("softmax", -1);
    Tensor *weights = attention_weights(masked);
    region_close();
    return weights;
}

/* Checks everything before anything is recorded; attention_pattern, which may be called alone, checks
 * q and k once more. */
Attention scaled_dot_product_attention(Tensor *q, Tensor *k, Tensor *v, Tensor *mask)
{
    check_shapes(q, k);
    check_values(q, k, v);
    Attention result;
    result.weights = attention_pattern(q, k, mask);
    region_open("merge", -1);
    result.output = attention_context(result.weights, v);
    region_close();
    return result;
}

Attention self_attention(Tensor *x, Tensor *mask)
{
    return scaled_dot_product_attention(x, x, x, mask);
}
