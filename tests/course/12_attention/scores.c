/* scores.c - 12.1 and 12.2: similarity scores and their scale. */
#include "check.h"

/* ---- 12.1 attention_scores ------------------------------------------------------------------------ */

TEST(one_query_and_two_keys_by_hand, .points = 2, .exercise = "12.1 attention_scores",
     .file = "scores.c",
     .hints = HINTS("A score is a dot product: multiply number by number, add up.",
                    "All dot products at once are a matrix product of q with k, transposed.",
                    "return tensor_matmul(q, tensor_transpose(k, -2, -1));"))
{
    Tensor *q = input("q", SHAPE(1, 2), VALUES(1, 2));
    Tensor *k = input("k", SHAPE(2, 2), VALUES(3, 4, 5, 6));
    EXPECT(Tensor *want = values(SHAPE(1, 2), VALUES(11, 17)));
    MISTAKE(values(SHAPE(1, 2), VALUES(13, 16)),
            "k was not transposed: q @ k mixes the first numbers of both keys");
    Tensor *scores = CALL(attention_scores(q, k));
    check_tensor(scores, want, "scores[i][j] = q[i] . k[j]: 1*3 + 2*4 = 11 and 1*5 + 2*6 = 17");
}

TEST(batches_and_heads_with_different_lengths, .points = 3, .exercise = "12.1 attention_scores",
     .file = "scores.c",
     .hints = HINTS("q and k have batches and heads in front; only the last two axes are matrices.",
                    "Count the axes from the right: -2 is time, -1 is the channel.",
                    "tensor_transpose(k, -2, -1), then tensor_matmul."))
{
    Tensor *q = draw("q", SHAPE(2, 3, 4, 5)), *k = draw_transposed("k", SHAPE(2, 3, 6, 5));
    EXPECT(Tensor *want = plain_matmul(q, plain_transpose(k, -2, -1)));
    MISTAKE(plain_matmul(k, plain_transpose(q, -2, -1)),
            "q and k have changed places: rows must belong to queries, columns to keys");
    MISTAKE_MESSAGE("inner dimensions",
                    "the wrong axes were swapped: count the axes from the right, "
                    "-1 is D and -2 is T, whatever stands before");
    MISTAKE_MESSAGE("(2, 3, 4, 5) @ (2, 3, 6, 5)",
                    "k was not transposed: swap its last two axes, so that D meets D");
    Tensor *scores = CALL(attention_scores(q, k));
    check_tensor(scores, want, "rows are queries, columns are keys: (B, H, Tq, Tk)");
}

static Tensor *scores_of(Tensor *const in[], void *context)
{
    (void)context;
    return attention_scores(in[0], in[1]);
}

TEST(scores_pass_gradients_to_q_and_k, .points = 2, .exercise = "12.1 attention_scores",
     .file = "scores.c",
     .hints = HINTS("Each operation of autograd.h records itself. Did you leave that path?",
                    "Functions that end in _kernel record nothing.",
                    "Build the result from tensor_transpose and tensor_matmul only."))
{
    Tensor *q = leaf(draw("q", SHAPE(2, 3, 4))), *k = leaf(draw("k", SHAPE(2, 2, 4)));
    check_gradients(scores_of, NULL, "d scores / d q = k, d scores / d k = q", INPUTS(q, k));
}

/* ---- 12.2 attention_scale --------------------------------------------------------------------------- */

TEST(scaled_by_the_square_root, .points = 3, .exercise = "12.2 attention_scale", .file = "scores.c",
     .hints = HINTS("Divide by the square root of head_dim.",
                    "tensor_mul_scalar(scores, ...) with 1 / sqrt(head_dim).",
                    "return tensor_mul_scalar(scores, (real)(1 / sqrt((double)head_dim)));"))
{
    long head_dim = draw_long("head_dim", 2, 96);
    Tensor *scores = draw("scores", SHAPE(2, 3, 5));
    EXPECT(double D = (double)head_dim; Tensor *want = plain_scaled(scores, 1 / sqrt(D)));
    MISTAKE(copy_of(scores),
            "the scores came back unscaled: divide by the square root of head_dim");
    MISTAKE(plain_scaled(scores, 1 / D), "divided by head_dim itself, not by its square root");
    MISTAKE(plain_scaled(scores, sqrt(D)),
            "multiplied by the square root where a division belongs");
    MISTAKE(plain_scaled(scores, 1 / sqrt(5.0)),
            "divided by the root of the last axis of the scores: that is Tk, not head_dim");
    MISTAKE(plain_scaled(scores, 0),
            "all zeros: 1 / head_dim in whole numbers is 0; write 1 / sqrt((double)head_dim)");
    Tensor *scaled = CALL(attention_scale(scores, head_dim));
    check_tensor(scaled, want, "scores / sqrt(head_dim)");
}

static Tensor *scale_of(Tensor *const in[], void *context)
{
    return attention_scale(in[0], *(long *)context);
}

TEST(scaling_passes_the_gradient, .points = 2, .exercise = "12.2 attention_scale",
     .file = "scores.c",
     .hints = HINTS("The gradient is scaled by the same factor; an operation does that by itself.",
                    "Do not write into scores->data: that changes the input and records nothing.",
                    "return tensor_mul_scalar(scores, (real)(1 / sqrt((double)head_dim)));"))
{
    long head_dim = draw_long("head_dim", 2, 9);
    Tensor *scores = leaf(draw("scores", SHAPE(3, 4)));
    check_gradients(scale_of, &head_dim, "d scaled / d scores = 1 / sqrt(head_dim)",
                    INPUTS(scores));
}

/* ---- 12.7 attention_mask ------------------------------------------------------------------------------ */

static Tensor *filled(const Tensor *scores, const Tensor *mask, double forbidden, bool inverted)
{
    Tensor *out = copy_of(scores);
    long inner = mask->shape[mask->ndim - 1] * mask->shape[mask->ndim - 2];
    long n = scores->shape[0] * scores->shape[1] * scores->shape[2];
    for (long i = 0; i < n; i++)
        if ((mask->data[i % inner] == 0) != inverted)
            out->data[i] = (real)forbidden;
    return out;
}

TEST(forbidden_scores_become_minus_infinity, .points = 3, .exercise = "12.7 attention_mask",
     .file = "scores.c",
     .hints = HINTS("Where the mask is 0 the score has to become minus infinity.",
                    "tensor_masked_fill fills where its mask is 1: you need the opposite mask.",
                    "tensor_masked_fill(scores, mask_invert(mask), (real)-INFINITY)"))
{
    Tensor *scores = draw("scores", SHAPE(2, 2, 3));
    Tensor *mask = input("mask", SHAPE(2, 3), VALUES(1, 0, 0, 1, 1, 0));
    EXPECT(Tensor *want = filled(scores, mask, -INFINITY, false));
    MISTAKE(filled(scores, mask, -INFINITY, true),
            "the mask is inverted: 1 means may attend, and masked_fill fills where its mask is 1");
    MISTAKE(plain_pair(scores, mask, times),
            "multiplied by the mask: a score of 0 is not forbidden, e^0 is 1");
    MISTAKE(copy_of(scores), "the mask was ignored");
    MISTAKE(filled(scores, mask, INFINITY, false), "plus infinity: that key would win everything");
    Tensor *masked = CALL(attention_mask(scores, mask));
    check_tensor(masked, want, "scores where the mask is 1, -infinity where it is 0");
}

TEST(minus_infinity_lies_below_every_score, .points = 2, .exercise = "12.7 attention_mask",
     .file = "scores.c",
     .hints = HINTS("What if an allowed score is even smaller than the number you fill in?",
                    "Infinity is a number of C: INFINITY in math.h.",
                    "Fill with (real)-INFINITY, not with -1e9."))
{
    Tensor *scores = input("scores", SHAPE(1, 2, 2), VALUES((real)-3e10, (real)2e10, 1, 2));
    Tensor *mask = input("mask", SHAPE(2, 2), VALUES(1, 0, 1, 1));
    EXPECT(Tensor *want = filled(scores, mask, -INFINITY, false));
    MISTAKE(
        filled(scores, mask, -1e9, false),
        "a large finite number in place of minus infinity: the allowed score -3e10 lies below it "
        "and loses");
    MISTAKE(plain_pair(scores,
                       filled(values(SHAPE(1, 2, 2), VALUES(0, 0, 0, 0)), mask, -1e9, false), plus),
            "-1e9 was added: a large finite number in place of minus infinity");
    Tensor *masked = CALL(attention_mask(scores, mask));
    check_tensor(masked, want, "minus infinity, whatever the scores are");
}

static Tensor *softmax_of_masked(Tensor *const in[], void *mask)
{
    return tensor_softmax(attention_mask(in[0], mask), -1);
}

TEST(masks_that_are_none_and_masks_that_broadcast, .points = 2, .exercise = "12.7 attention_mask",
     .file = "scores.c",
     .hints = HINTS(
         "mask may be NULL: then nothing is forbidden.",
         "A mask holds 0 and 1 and nothing else: mask_check says so for you.",
         "if (mask == NULL) return scores; then mask_check(\"attention_mask\", mask, scores);"))
{
    Tensor *scores = leaf(draw("scores", SHAPE(2, 3, 4))), *mask = absent("mask");
    EXPECT(Tensor *same = copy_of(scores));
    Tensor *unmasked = CALL(attention_mask(scores, mask));
    check_tensor(unmasked, same, "no mask: the scores as they are");
    Tensor *rows = input("rows", SHAPE(2, 1, 4), VALUES(1, 1, 0, 0, 1, 1, 1, 0));
    check_gradients(softmax_of_masked, rows, "forbidden scores get no gradient, others all of it",
                    INPUTS(scores));
    Tensor *half = input("half", SHAPE(3, 4), VALUES(1, 1, 1, 1, 1, (real)0.5, 1, 1, 1, 1, 1, 1));
    check_fails(attention_mask(scores, half), "mask entry (1, 1) is 0.5",
                "anything but 0 and 1 is refused: mask_check(\"attention_mask\", mask, scores)");
    Tensor *wide =
        input("wide", SHAPE(2, 2, 4), VALUES(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1));
    check_fails(
        attention_mask(scores, wide), "attention_mask: a mask (2, 2, 4) does not broadcast",
        "a mask that does not fit is refused: mask_check(\"attention_mask\", mask, scores)");
}

/* ---- 12.8 attention_weights ----------------------------------------------------------------------------- */

/* exp(x) / sum exp(x) in the numbers of this build, without taking off the maximum. */
static Tensor *naive_softmax(const Tensor *s)
{
    Tensor *out = copy_of(s);
    long columns = s->shape[s->ndim - 1], n = 1;
    for (int d = 0; d < s->ndim; d++)
        n *= s->shape[d];
    for (long row = 0; row < n / columns; row++) {
        real sum = 0;
        for (long j = 0; j < columns; j++)
            sum += (real)exp((double)out->data[row * columns + j]);
        for (long j = 0; j < columns; j++)
            out->data[row * columns + j] = (real)exp((double)out->data[row * columns + j]) / sum;
    }
    return out;
}

TEST(each_query_spreads_a_weight_of_one, .points = 3, .exercise = "12.8 attention_weights",
     .file = "scores.c",
     .hints = HINTS("Each row belongs to a query; its weights must add up to 1.",
                    "Softmax along the keys, and the keys are the last axis.",
                    "return tensor_softmax(scores, -1);"))
{
    Tensor *scores = draw("scores", SHAPE(2, 3, 4, 5));
    EXPECT(Tensor *want = plain_softmax(scores, -1));
    MISTAKE(
        plain_softmax(scores, -2),
        "softmax over the queries: columns add up to 1 where rows should. The keys are the last "
        "axis");
    MISTAKE(plain_softmax(scores, 0), "softmax over the batch: the keys are the last axis");
    MISTAKE(plain_softmax(scores, 1), "softmax over the heads: the keys are the last axis");
    MISTAKE(plain_map(naive_softmax(scores), log),
            "these are logarithms of the weights: softmax, not log_softmax");
    MISTAKE(plain_map(scores, exp), "e^score alone: the rows are not divided by their sum");
    Tensor *weights = CALL(attention_weights(scores));
    check_tensor(weights, want, "softmax over the keys, the last axis");
}

TEST(huge_scores_and_rows_without_a_key, .points = 3, .exercise = "12.8 attention_weights",
     .file = "scores.c",
     .hints =
         HINTS("e^1000 is infinity in every number format C has.",
               "The engine's softmax subtracts the maximum of each row first, and gives zeros for "
               "a row of minus infinity.",
               "return tensor_softmax(scores, -1);"))
{
    Tensor *scores =
        input("scores", SHAPE(3, 2),
              VALUES(2000, 1999, 3, (real)-INFINITY, (real)-INFINITY, (real)-INFINITY));
    EXPECT(Tensor *want = plain_softmax(scores, -1));
    MISTAKE(
        naive_softmax(scores),
        "softmax without the maximum taken off first: e^2000 is infinity, and infinity / infinity "
        "is NaN");
    MISTAKE(values(SHAPE(3, 2),
                   VALUES((real)want->data[0], (real)want->data[1], 1, 0, (real)0.5, (real)0.5)),
            "a query with no key allowed gets weights of 0, not an even spread");
    Tensor *weights = CALL(attention_weights(scores));
    check_tensor(weights, want, "large scores give no infinity, a row without a key gives zeros");
}

static Tensor *weights_of(Tensor *const in[], void *context)
{
    (void)context;
    return attention_weights(in[0]);
}

TEST(weights_pass_gradients_to_the_scores, .points = 2, .exercise = "12.8 attention_weights",
     .file = "scores.c",
     .hints = HINTS("Build the result from operations, not from numbers.",
                    "tensor_softmax records itself; softmax_kernel does not.",
                    "return tensor_softmax(scores, -1);"))
{
    Tensor *scores = leaf(draw("scores", SHAPE(2, 3, 4)));
    check_gradients(weights_of, NULL, "weights * (g - sum(g * weights)) along the keys",
                    INPUTS(scores));
}

/* ---- 12.9 attention_context ------------------------------------------------------------------------------- */

TEST(two_values_blended_by_hand, .points = 2, .exercise = "12.9 attention_context",
     .file = "scores.c",
     .hints = HINTS("The output is the average of the values, weighted.",
                    "A weighted average for every query at once is a matrix product.",
                    "return tensor_matmul(weights, v);"))
{
    Tensor *weights = input("weights", SHAPE(1, 2), VALUES((real)0.25, (real)0.75));
    Tensor *v = input("v", SHAPE(2, 2), VALUES(4, 0, 8, 4));
    EXPECT(Tensor *want = values(SHAPE(1, 2), VALUES(7, 3)));
    MISTAKE(values(SHAPE(1, 2), VALUES(1, 5)),
            "v was transposed: its rows already belong to the keys");
    MISTAKE_SHAPE(SHAPE(2, 2), "v came back: the weights are not used");
    MISTAKE_MESSAGE("tensor_matmul: inner dimensions", "the arguments stand the wrong way round: "
                                                       "weights (Tq, Tk) times v (Tk, D)");
    MISTAKE_MESSAGE("(2, 1) @ (2, 2)",
                    "the weights were transposed: their rows already belong to the queries");
    Tensor *context = CALL(attention_context(weights, v));
    check_tensor(context, want, "0.25*4 + 0.75*8 = 7 and 0.25*0 + 0.75*4 = 3");
}

static Tensor *context_of(Tensor *const in[], void *context)
{
    (void)context;
    return attention_context(in[0], in[1]);
}

TEST(every_query_gets_its_own_blend, .points = 3, .exercise = "12.9 attention_context",
     .file = "scores.c",
     .hints = HINTS("Rows of the weights are queries; columns are keys, and so rows of v.",
                    "(..., Tq, Tk) @ (..., Tk, D)", "return tensor_matmul(weights, v);"))
{
    Tensor *weights = leaf(draw_between("weights", SHAPE(2, 3, 3), 0, 1));
    Tensor *v = leaf(draw("v", SHAPE(2, 3, 4)));
    EXPECT(Tensor *want = plain_matmul(weights, v));
    MISTAKE(plain_matmul(plain_transpose(weights, -2, -1), v),
            "the weights were transposed: their rows belong to the queries");
    MISTAKE(copy_of(v), "v came back: the weights are not used");
    Tensor *context = CALL(attention_context(weights, v));
    check_tensor(context, want, "weights @ v, (B, Tq, D)");
    check_gradients(context_of, NULL, "both the weights and the values learn", INPUTS(weights, v));
}
