/* sdpa.c - 12.10 and 12.11: the weights, and the values blended by them. */
#include "draws.h"
#include "want.h"

/* ---- 12.10 attention_pattern ------------------------------------------------------------------------- */

/* All sizes and the number of axes differ, and so do their roots, the cut root of D, and 1: each mistake is a value of its own. */
TEST(queries_and_keys_of_different_number, .points = 2, .exercise = "12.10 attention_pattern",
     .file = "pattern.c")
{
    Tensor *q = draw("q", SHAPE(2, 7, 6)), *k = draw("k", SHAPE(2, 5, 6));
    Tensor *mask = random_mask("mask", SHAPE(7, 5));

    Tensor *want = EXPECT(pattern_want(q, k, mask));
    Tensor *weights = CALL(attention_pattern(q, k, mask));
    check_tensor(weights, want, "softmax(q k^T / sqrt(D), -infinity where the mask is 0)");
    Tensor *free = EXPECT(pattern_want(q, k, NULL));
    Tensor *unmasked = CALL(attention_pattern(q, k, NULL));
    check_tensor(unmasked, free, "without a mask: softmax(q k^T / sqrt(D))");
}

TEST(heads_share_a_mask_per_sequence, .points = 2, .exercise = "12.10 attention_pattern",
     .file = "pattern.c")
{
    Tensor *q = draw("q", SHAPE(2, 3, 5, 6)), *k = draw("k", SHAPE(2, 3, 7, 6));
    Tensor *mask = random_mask("mask", SHAPE(2, 5, 7));

    Tensor *want = EXPECT(pattern_want(q, k, mask));
    Tensor *weights = CALL(attention_pattern(q, k, mask));
    check_tensor(weights, want, "each head on its own, all with the mask of their sequence");
}

TEST(scores_spread_the_same_for_every_width, .points = 2, .exercise = "12.10 attention_pattern",
     .file = "pattern.c")
{
    Tensor *q = draw("q", SHAPE(1, 16, 70)), *k = draw("k", SHAPE(1, 48, 70));

    Tensor *want = EXPECT(pattern_want(q, k, NULL));
    Tensor *weights = CALL(attention_pattern(q, k, NULL));
    check_tensor(weights, want, "with entries of variance 1, scaled scores have variance 1");
}

/* ---- 12.11 scaled_dot_product_attention ----------------------------------------------------------------- */

TEST(output_and_weights, .points = 2, .exercise = "12.11 scaled_dot_product_attention",
     .file = "sdpa.c")
{
    Tensor *q = draw("q", SHAPE(2, 3, 4)), *k = draw("k", SHAPE(2, 5, 4)),
           *v = draw("v", SHAPE(2, 5, 6));
    Tensor *mask = random_mask("mask", SHAPE(2, 3, 5));

    Tensor *weights = EXPECT(pattern_want(q, k, mask));
    Tensor *output = EXPECT(output_want(q, k, v, mask));
    Attention a = CALL(scaled_dot_product_attention(q, k, v, mask));
    check_tensor(a.weights, weights, "softmax(q k^T / sqrt(D) + mask): (B, Tq, Tk)");
    check_tensor(a.output, output, "weights @ v: (B, Tq, D)");
}

static Tensor *output_of(Tensor *const in[], void *mask)
{
    return scaled_dot_product_attention(in[0], in[1], in[2], mask).output;
}

TEST(queries_keys_and_values_all_learn, .points = 2,
     .exercise = "12.11 scaled_dot_product_attention", .file = "sdpa.c")
{
    Tensor *q = leaf(draw("q", SHAPE(2, 3, 4))), *k = leaf(draw("k", SHAPE(2, 3, 4)));
    Tensor *v = leaf(draw("v", SHAPE(2, 3, 4)));
    Tensor *mask = input("mask", SHAPE(3, 3), VALUES(1, 1, 0, 0, 1, 1, 0, 0, 0));

    check_gradients(output_of, mask,
                    "q and k learn through the weights, v directly; a query without "
                    "keys teaches nothing",
                    INPUTS(q, k, v));
}

TEST(the_future_cannot_reach_the_past, .points = 2,
     .exercise = "12.11 scaled_dot_product_attention", .file = "sdpa.c")
{
    long T = draw_long("T", 5, 8), cut = draw_long("cut", 1, 3);
    Tensor *x = draw("x", SHAPE(2, T, 4)), *causal = causal_mask(T), *x2 = changed_from(x, cut);

    Tensor *want = EXPECT(output_want(x, x, x, causal));
    Attention before = CALL(self_attention(x, causal));
    check_tensor(before.output, want, "softmax(x x^T / sqrt(D) + mask) x");
    Tensor *want2 = EXPECT(output_want(x2, x2, x2, causal));
    Attention after = CALL(self_attention(x2, causal));
    check_tensor(after.output, want2,
                 "tokens from `cut` on were changed: outputs before it must stay");
}
