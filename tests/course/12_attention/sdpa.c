/* sdpa.c - 12.10 and 12.11: the weights, and the values blended by them. */
#include "plain_attention.h"

/* ---- 12.10 attention_pattern ------------------------------------------------------------------------- */

TEST(queries_and_keys_of_different_number, .points = 4, .exercise = "12.10 attention_pattern",
     .file = "pattern.c",
     .hints =
         HINTS("Four of your functions, one after the other: scores, scale, mask, weights.",
               "The scale needs D: the last axis of q.",
               "return attention_weights(attention_mask(attention_scale(attention_scores(q, k), "
               "q->shape[q->ndim - 1]), mask));"))
{
    Tensor *q = draw("q", SHAPE(2, 3, 6)), *k = draw("k", SHAPE(2, 5, 6));
    Tensor *mask = random_mask("mask", SHAPE(3, 5));
    EXPECT(Tensor *want = plain_weights(q, k, mask, RIGHT),
           *free = plain_weights(q, k, NULL, RIGHT));
    MISTAKE_MESSAGE("head_dim is", "the last axis of q is q->shape[q->ndim - 1]: there is no axis "
                                   "number ndim, they begin with 0");
    EXPECT(register_weight_mistakes(q, k, mask););
    EXPECT(register_weight_mistakes(q, k, NULL););
    Tensor *weights = CALL(attention_pattern(q, k, mask));
    check_tensor(weights, want, "softmax(q k^T / sqrt(D), -infinity where the mask is 0)");
    Tensor *unmasked = CALL(attention_pattern(q, k, NULL));
    check_tensor(unmasked, free, "without a mask: softmax(q k^T / sqrt(D))");
}

TEST(heads_share_a_mask_per_sequence, .points = 3, .exercise = "12.10 attention_pattern",
     .file = "pattern.c",
     .hints = HINTS("With four axes, (B, H, T, D), the same four functions do.",
                    "A (B, Tq, Tk) mask means the same for all heads: mask_for_heads has already "
                    "made it (B, 1, Tq, Tk).",
                    "Pass the variable mask on to attention_mask, and D = q->shape[q->ndim - 1]."))
{
    Tensor *q = draw("q", SHAPE(2, 2, 3, 5)), *k = draw("k", SHAPE(2, 2, 4, 5));
    Tensor *mask = random_mask("mask", SHAPE(2, 3, 4));
    EXPECT(Tensor *want = plain_weights(q, k, mask, RIGHT));
    EXPECT(register_weight_mistakes(q, k, mask););
    Tensor *weights = CALL(attention_pattern(q, k, mask));
    check_tensor(weights, want, "each head on its own, all with the mask of their sequence");
}

/* The standard deviation of all scores behind these weights, up to a constant per row: from the
 * logarithms of the weights. */
static double spread(const Tensor *weights)
{
    double sum = 0;
    long Tk = weights->shape[2], rows = weights->shape[0] * weights->shape[1];
    for (long r = 0; r < rows; r++) {
        double mean = 0, square = 0;
        for (long j = 0; j < Tk; j++) {
            double s =
                log((double)at(weights, AT(r / weights->shape[1], r % weights->shape[1], j)));
            mean += s / (double)Tk;
            square += s * s / (double)Tk;
        }
        sum += square - mean * mean;
    }
    return sqrt(sum / (double)rows);
}

TEST(scores_spread_the_same_for_every_width, .points = 3, .exercise = "12.10 attention_pattern",
     .file = "pattern.c",
     .hints = HINTS("Wider heads have larger dot products, unless they are scaled.",
                    "attention_scale with the width of this very q.",
                    "attention_scale(scores, q->shape[q->ndim - 1])"))
{
    Tensor *q = draw("q", SHAPE(1, 16, 64)), *k = draw("k", SHAPE(1, 64, 64));
    MISTAKE_NUMBER(INFINITY,
                   "the scores spread too widely, and the softmax is nearly one-hot: they were not "
                   "divided, or by the root of something smaller than D, the last axis of q");
    Tensor *weights = CALL(attention_pattern(q, k, NULL));
    check_shape(weights, SHAPE(1, 16, 64), "(B, Tq, Tk)");
    check_at_most(spread(weights), 1.3,
                  "with entries of variance 1, scaled scores have variance 1");
    MISTAKE_NUMBER(
        INFINITY,
        "all weights are nearly equal: the scores were divided by more than sqrt(D), perhaps "
        "by D itself");
    check_at_least(spread(weights), 0.7,
                   "with entries of variance 1, scaled scores have variance 1");
}

/* ---- 12.11 scaled_dot_product_attention ----------------------------------------------------------------- */

TEST(output_and_weights, .points = 4, .exercise = "12.11 scaled_dot_product_attention",
     .file = "sdpa.c",
     .hints =
         HINTS("Two members: the weights, and the values blended by them.",
               "result.weights = attention_pattern(...), result.output = attention_context(...)",
               "Attention result; result.weights = attention_pattern(q, k, mask); result.output = "
               "attention_context(result.weights, v); return result;"))
{
    Tensor *q = draw("q", SHAPE(2, 3, 4)), *k = draw("k", SHAPE(2, 4, 4)),
           *v = draw("v", SHAPE(2, 4, 5));
    Tensor *mask = random_mask("mask", SHAPE(2, 3, 4));
    EXPECT(Tensor *w = plain_weights(q, k, mask, RIGHT), *want = plain_matmul(w, v));
    EXPECT(register_weight_mistakes(q, k, mask););
    MISTAKE(plain_matmul(plain_weights(q, k, NULL, RIGHT), v), "the mask was dropped: pass it on");
    MISTAKE(copy_of(v), "v came back: the weights are not used");
    MISTAKE(plain_matmul(plain_weights(q, k, mask, MASK_LATE), v),
            "the mask came after the softmax: rows no longer add up to 1");
    MISTAKE(plain_matmul(w, k), "the keys were blended: keys make the weights, values the output");
    MISTAKE_SHAPE(SHAPE(2, 3, 5), "output and weights have changed places: weights is what "
                                  "attention_pattern gives, output the blend of v");
    MISTAKE_MESSAGE("matmul: inner dimensions", "weights (Tq, Tk) times v (Tk, D): not k, not q");
    Attention a = CALL(scaled_dot_product_attention(q, k, v, mask));
    check_tensor(a.weights, w, "softmax(q k^T / sqrt(D) + mask): (B, Tq, Tk)");
    check_tensor(a.output, want, "weights @ v: (B, Tq, D)");
}

static Tensor *output_of(Tensor *const in[], void *mask)
{
    return scaled_dot_product_attention(in[0], in[1], in[2], mask).output;
}

TEST(queries_keys_and_values_all_learn, .points = 3,
     .exercise = "12.11 scaled_dot_product_attention", .file = "sdpa.c",
     .hints = HINTS("Gradients flow through every operation on the way.",
                    "Is any of q, k, v unused, or used twice where another belongs?",
                    "Keys make scores, values make the output."))
{
    Tensor *q = leaf(draw("q", SHAPE(2, 3, 4))), *k = leaf(draw("k", SHAPE(2, 3, 4)));
    Tensor *v = leaf(draw("v", SHAPE(2, 3, 4)));
    Tensor *mask = input("mask", SHAPE(3, 3), VALUES(1, 1, 0, 0, 1, 1, 0, 0, 0));
    check_gradients(output_of, mask,
                    "q and k learn through the weights, v directly; a query without "
                    "keys teaches nothing",
                    INPUTS(q, k, v));
}

TEST(the_future_cannot_reach_the_past, .points = 3,
     .exercise = "12.11 scaled_dot_product_attention", .file = "sdpa.c",
     .hints = HINTS("With a causal mask, changing a later token must not move an earlier output.",
                    "Is the mask passed on? Does it come before the softmax?",
                    "result.weights = attention_pattern(q, k, mask);"))
{
    long T = draw_long("T", 5, 8), cut = draw_long("cut", 1, 3);
    Tensor *x = draw("x", SHAPE(2, T, 4)), *causal = draw("causal", SHAPE(T, T));
    for (long i = 0; i < T * T; i++)
        causal->data[i] = i % T <= i / T;
    resealed(causal);
    Tensor *x2 = changed_from(x, cut);
    EXPECT(Tensor *w = plain_weights(x, x, causal, RIGHT),
           *w2 = plain_weights(x2, x2, causal, RIGHT));
    EXPECT(Tensor *want = plain_matmul(w, x), *want2 = plain_matmul(w2, x2));
    MISTAKE(plain_matmul(plain_weights(x2, x2, NULL, RIGHT), x2),
            "the mask was dropped: the future leaks");
    MISTAKE(plain_matmul(plain_weights(x, x, NULL, RIGHT), x),
            "the mask was dropped: the future leaks");
    Tensor *before = CALL(self_attention(x, causal)).output;
    check_tensor(before, want, "softmax(x x^T / sqrt(D) + mask) x");
    Tensor *y = CALL(self_attention(x2, causal)).output;
    check_tensor(y, want2, "tokens from `cut` on were changed: outputs before it must stay");
}
