/* pattern.c - 12.4: the weights of attention, from scores and from q and k. */
#include "draws.h"
#include "want.h"

/* ---- shares of one query ------------------------------------------------------------------------- */

TEST(each_query_spreads_a_weight_of_one, .points = 3, .exercise = "12.4 attention_pattern",
     .file = "pattern.c")
{
    Tensor *scores = draw("scores", SHAPE(2, 3, 4, 5));

    Tensor *want = EXPECT(weights_want(scores));
    Tensor *weights = CALL(attention_weights(scores));
    check_tensor(weights, want, "softmax over the keys, the last axis");
}

TEST(huge_scores_and_rows_without_a_key, .points = 2, .exercise = "12.4 attention_pattern",
     .file = "pattern.c")
{
    long Tk = draw_long("Tk", 3, 5), only = draw_long("only", 0, Tk - 1);
    Tensor *scores = draw("scores", SHAPE(3, Tk));
    for (long j = 0; j < Tk; j++) { /* huge ones, one key allowed, none */
        scores->data[j] += 2000;
        scores->data[Tk + j] = j == only ? 3 : (real)-INFINITY;
        scores->data[2 * Tk + j] = (real)-INFINITY;
    }
    resealed(scores);

    Tensor *want = EXPECT(weights_want(scores));
    Tensor *weights = CALL(attention_weights(scores));
    check_tensor(weights, want, "large scores give no infinity, a row without a key gives zeros");
}

static Tensor *weights_of(Tensor *const in[], void *context)
{
    (void)context;
    return attention_weights(in[0]);
}

TEST(weights_pass_gradients_to_the_scores, .points = 2, .exercise = "12.4 attention_pattern",
     .file = "pattern.c")
{
    Tensor *scores = leaf(draw("scores", SHAPE(2, 3, 4)));

    Tensor *want = EXPECT(weights_want(scores));
    Tensor *weights = CALL(attention_weights(scores));
    check_tensor(weights, want, "shares first: what has a gradient must be right");
    check_gradients(weights_of, NULL, "weights * (g - sum(g * weights)) along the keys",
                    INPUTS(scores));
}

/* ---- all steps together -------------------------------------------------------------------------- */

/* All sizes and the number of axes differ, and so do their roots, the cut root of D, and 1: each mistake is a value of its own. */
TEST(queries_and_keys_of_different_number, .points = 3, .exercise = "12.4 attention_pattern",
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

TEST(heads_share_a_mask_per_sequence, .points = 2, .exercise = "12.4 attention_pattern",
     .file = "pattern.c")
{
    Tensor *q = draw("q", SHAPE(2, 3, 5, 6)), *k = draw("k", SHAPE(2, 3, 7, 6));
    Tensor *mask = random_mask("mask", SHAPE(2, 5, 7));

    Tensor *want = EXPECT(pattern_want(q, k, mask));
    Tensor *weights = CALL(attention_pattern(q, k, mask));
    check_tensor(weights, want, "each head on its own, all with the mask of their sequence");
}

TEST(scores_spread_the_same_for_every_width, .points = 1, .exercise = "12.4 attention_pattern",
     .file = "pattern.c")
{
    Tensor *q = draw("q", SHAPE(1, 16, 70)), *k = draw("k", SHAPE(1, 48, 70));

    Tensor *want = EXPECT(pattern_want(q, k, NULL));
    Tensor *weights = CALL(attention_pattern(q, k, NULL));
    check_tensor(weights, want, "with entries of variance 1, scaled scores have variance 1");
}

static Tensor *pattern_of(Tensor *const in[], void *mask)
{
    return attention_pattern(in[0], in[1], mask);
}

TEST(queries_and_keys_learn, .points = 2, .exercise = "12.4 attention_pattern", .file = "pattern.c")
{
    Tensor *q = leaf(draw("q", SHAPE(2, 3, 4))), *k = leaf(draw("k", SHAPE(2, 3, 4)));
    Tensor *mask = input("mask", SHAPE(3, 3), VALUES(1, 1, 0, 0, 1, 1, 0, 0, 0));

    Tensor *want = EXPECT(pattern_want(q, k, mask));
    Tensor *weights = CALL(attention_pattern(q, k, mask));
    check_tensor(weights, want, "weights first: what has a gradient must be right");
    check_gradients(pattern_of, mask, "q and k learn; a query without keys teaches nothing",
                    INPUTS(q, k));
}
