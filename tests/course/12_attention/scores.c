/* scores.c - 12.1 and 12.3: from queries and keys to scores, and what no query may see. */
#include "draws.h"
#include "want.h"

/* ---- 12.1 attention_scores ----------------------------------------------------------------------- */

TEST(one_query_and_two_keys_by_hand, .points = 1, .exercise = "12.1 attention_scores",
     .file = "scores.c")
{
    Tensor *q = input("q", SHAPE(2, 1, 2), VALUES(1, 2, 0, 1)); /* a batch of two, the same keys */
    Tensor *k = input("k", SHAPE(2, 2, 2), VALUES(3, 4, 5, 6, 3, 4, 5, 6));

    Tensor *want = EXPECT(scores_want(q, k));
    Tensor *scores = CALL(attention_scores(q, k));
    check_tensor(scores, want, "scores[i][j] = q[i] . k[j]: 1*3 + 2*4 = 11 and 1*5 + 2*6 = 17");
}

TEST(batches_and_heads_with_different_lengths, .points = 2, .exercise = "12.1 attention_scores",
     .file = "scores.c")
{
    Tensor *q = draw("q", SHAPE(2, 3, 4, 5)), *k = draw_transposed("k", SHAPE(2, 3, 6, 5));

    Tensor *want = EXPECT(scores_want(q, k));
    Tensor *scores = CALL(attention_scores(q, k));
    check_tensor(scores, want, "rows are queries, columns are keys: (B, H, Tq, Tk)");
}

static Tensor *scores_of(Tensor *const in[], void *context)
{
    (void)context;
    return attention_scores(in[0], in[1]);
}

TEST(scores_pass_gradients_to_q_and_k, .points = 1, .exercise = "12.1 attention_scores",
     .file = "scores.c")
{
    Tensor *q = leaf(draw("q", SHAPE(2, 3, 4))), *k = leaf(draw("k", SHAPE(2, 2, 4)));

    check_gradients(scores_of, NULL, "d scores / d q = k, d scores / d k = q", INPUTS(q, k));
}

/* ---- and their scale ----------------------------------------------------------------------------- */

/* From 6 on, 1, the root cut to a whole number and the root of Tk = 5 all differ. */
TEST(scaled_by_the_square_root, .points = 4, .exercise = "12.1 attention_scores",
     .file = "scores.c")
{
    long head_dim = draw_long("head_dim", 6, 96);
    Tensor *scores = draw("scores", SHAPE(2, 3, 5));

    Tensor *want = EXPECT(scale_want(scores, head_dim));
    Tensor *scaled = CALL(attention_scale(scores, head_dim));
    check_tensor(scaled, want, "scores / sqrt(head_dim)");
}

static Tensor *scale_of(Tensor *const in[], void *context)
{
    return attention_scale(in[0], *(long *)context);
}

TEST(scaling_passes_the_gradient, .points = 2, .exercise = "12.1 attention_scores",
     .file = "scores.c")
{
    long head_dim = draw_long("head_dim", 2, 9);
    Tensor *scores = leaf(draw("scores", SHAPE(3, 4)));

    Tensor *want = EXPECT(scale_want(scores, head_dim));
    Tensor *scaled = CALL(attention_scale(scores, head_dim));
    check_tensor(scaled, want, "scaled scores first: what has a gradient must be right");

    check_gradients(scale_of, &head_dim, "d scaled / d scores = 1 / sqrt(head_dim)",
                    INPUTS(scores));
}

/* ---- 12.3 attention_mask ------------------------------------------------------------------------- */

TEST(forbidden_scores_become_minus_infinity, .points = 4, .exercise = "12.3 attention_mask",
     .file = "scores.c")
{
    Tensor *scores = draw("scores", SHAPE(2, 2, 3));
    Tensor *mask = input("mask", SHAPE(2, 3), VALUES(1, 0, 0, 1, 1, 0));
    scores->data[0] = 0; /* allowed, as any other */
    resealed(scores);

    Tensor *want = EXPECT(masked_want(scores, mask));
    Tensor *masked = CALL(attention_mask(scores, mask));
    check_tensor(masked, want, "scores where the mask is 1, -infinity where it is 0");
}

TEST(minus_infinity_lies_below_every_score, .points = 2, .exercise = "12.3 attention_mask",
     .file = "scores.c")
{
    long Tk = draw_long("Tk", 4, 6);
    Tensor *scores = draw_between("scores", SHAPE(2, 3, Tk), -3e10, 3e10);
    Tensor *mask = random_mask("mask", SHAPE(3, Tk));

    Tensor *want = EXPECT(masked_want(scores, mask));
    Tensor *masked = CALL(attention_mask(scores, mask));
    check_tensor(masked, want, "minus infinity, whatever the scores are");
}

TEST(masks_that_are_none_and_masks_that_broadcast, .points = 3, .exercise = "12.3 attention_mask",
     .file = "scores.c")
{
    Tensor *scores = leaf(draw("scores", SHAPE(2, 3, 4))), *mask = absent("mask");
    Tensor *rows = input("rows", SHAPE(2, 1, 4), VALUES(1, 1, 0, 0, 1, 1, 1, 0));
    Tensor *half = input("half", SHAPE(3, 4), VALUES(1, 1, 1, 1, 1, (real)0.5, 1, 1, 1, 1, 1, 1));
    Tensor *wide =
        input("wide", SHAPE(2, 2, 4), VALUES(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1));

    Tensor *same = EXPECT(masked_want(scores, NULL));
    Tensor *unmasked = CALL(attention_mask(scores, mask));
    check_tensor(unmasked, same, "no mask: the scores as they are");
    Tensor *by_rows = EXPECT(masked_want(scores, rows));
    Tensor *masked = CALL(attention_mask(scores, rows));
    check_tensor(masked, by_rows, "a row of the mask for each sequence");
    Tensor *alone = leaf(draw("alone", SHAPE(2, 3, 4))), *g = draw("g", SHAPE(2, 3, 4));
    Tensor *of_allowed = EXPECT(plain_pair(g, rows, times));
    CALL(tensor_backward_from(attention_mask(alone, rows), g, false));
    check_tensor(alone->grad, of_allowed, "no gradient where the mask is 0, whatever comes in");
    check_fails(attention_mask(scores, half), "mask entry (1, 1) is 0.5",
                "anything but 0 and 1 is refused");
    check_fails(attention_mask(scores, wide), "attention_mask: a mask (2, 2, 4) does not broadcast",
                "a mask that does not fit is refused");
}
