/* sdpa.c - scaled dot-product attention: softmax(q k^T / sqrt(D)) v, a dictionary that blends.
 *
 * A dictionary compares a query with its keys and returns the value of the one that fits. Here every
 * key fits a little: the weights say how much, and the output is the blend of all values. Because
 * it blends, it has a derivative, and the keys can be learned.
 * Invariant: each row of the weights sums to 1, or to 0 if the mask allows that query no key.
 * Source: Vaswani et al. 2017, equation 1.
 */
#include "attention.h"
#include "todo.h"

#define SDPA "scaled_dot_product_attention"

/* ---- checks: given ------------------------------------------------------------------------------ */

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

/* ---- 12.10 --------------------------------------------------------------------------------------- */

Tensor *attention_pattern(Tensor *q, Tensor *k, Tensor *mask)
{
    check_shapes(q, k); /* given */
    mask = mask_for_heads(mask, q->ndim);

    /* TODO: the weights, from q, k and the mask: your functions of scores.c, in the right order.
     *
     * APPROACH
     *   1. attention_scores of q and k
     *   2. attention_scale with D, the last axis of q: q->shape[q->ndim - 1]
     *   3. attention_mask; a mask of NULL is fine there
     *   4. attention_weights
     *
     * EXAMPLE
     *   q = [[1, 0]], k = [[1, 0], [0, 1]], no mask:
     *   scores [[1, 0]], scaled [[0.707, 0]], weights [[0.670, 0.330]]
     *
     * HINT: the mask comes before the softmax. Afterwards is too late: the row would no longer add
     * up to 1. */
    return todo("12.10 attention_pattern");
}

/* ---- 12.11 --------------------------------------------------------------------------------------- */

Attention scaled_dot_product_attention(Tensor *q, Tensor *k, Tensor *v, Tensor *mask)
{
    check_shapes(q, k); /* given */
    check_values(q, k, v);

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

/* ---- given --------------------------------------------------------------------------------------- */

Attention self_attention(Tensor *x, Tensor *mask)
{
    return scaled_dot_product_attention(x, x, x, mask);
}
