/* cross_entropy.c - 06.15: probability minus truth. */
#include "want.h"

#define FILE_AND_EXERCISE .exercise = "06.15 cross_entropy_backward_row", .file = "backward_rows.c"

TEST(probability_minus_truth, .points = 1, FILE_AND_EXERCISE)
{
    Tensor *x = leaf(input("x", SHAPE(2, 2), VALUES(0, (real)1.0986122886681098, 2, 2)));
    IntTensor *targets = input_ids("targets", SHAPE(2), IDS(1, 0));
    Tensor *g = input("g", SCALAR, VALUES(8));

    Tensor *want = EXPECT(cross_entropy_share_want(x, targets, NO_IGNORE_INDEX, 0, 8));
    CALL(tensor_backward_from(tensor_cross_entropy(x, targets, NO_IGNORE_INDEX, 0), g, false));
    check_tensor(x->grad, want,
                 "(softmax - one_hot) * dy / N, with softmax [0.25, 0.75] and [0.5, 0.5]");
}

TEST(smoothing_and_ignored_targets, .points = 2, FILE_AND_EXERCISE)
{
    Tensor *x = leaf(draw("x", SHAPE(2, 2, 3))), *w = leaf(draw("w", SHAPE(4, 5)));
    Tensor *none = leaf(draw("none", SHAPE(2, 3))), *g = input("g", SCALAR, VALUES(6));
    IntTensor *targets = input_ids("targets", SHAPE(2, 2), IDS(2, -100, 0, 1));
    IntTensor *ids = input_ids("ids", SHAPE(4), IDS(4, 0, 0, 2));
    IntTensor *all = input_ids("all", SHAPE(2), IDS(-100, -100));

    Tensor *of_x = EXPECT(cross_entropy_share_want(x, targets, -100, 0, 6));
    CALL(tensor_backward_from(tensor_cross_entropy(x, targets, -100, 0), g, false));
    check_tensor(x->grad, of_x, "three rows count, the one with target -100 gets 0");
    Tensor *of_w = EXPECT(cross_entropy_share_want(w, ids, -100, 0.25, 6));
    CALL(tensor_backward_from(tensor_cross_entropy(w, ids, -100, (real)0.25), g, false));
    check_tensor(w->grad, of_w, "the truth is 0.75 at the target, plus 0.05 for each of 5 classes");
    Tensor *of_none = EXPECT(cross_entropy_share_want(none, all, -100, 0, 6));
    CALL(tensor_backward_from(tensor_cross_entropy(none, all, -100, 0), g, false));
    check_tensor(none->grad, of_none, "no row counts: loss 0, gradient 0");
}

typedef struct {
    const IntTensor *targets;
    real smoothing;
} Loss;

static Tensor *loss_of(Tensor *const in[], void *context)
{
    const Loss *loss = context;
    return tensor_cross_entropy(in[0], loss->targets, 1, loss->smoothing);
}

TEST(losses_against_differences, .points = 2, FILE_AND_EXERCISE)
{
    Tensor *x = leaf(draw_transposed("x", SHAPE(3, 2, 4)));
    Tensor *big = leaf(input("big", SHAPE(1, 3), VALUES(1000, 999, -1000)));
    IntTensor *targets = draw_ids("targets", SHAPE(3, 2), 0, 3),
              *last = input_ids("last", SHAPE(1), IDS(2));
    Tensor *g = input("g", SCALAR, VALUES(3)), *twice = leaf(draw("twice", SHAPE(1, 3)));
    Loss smooth = {targets, (real)0.1};

    Tensor *of_big = EXPECT(cross_entropy_share_want(big, last, NO_IGNORE_INDEX, 0, 3));
    CALL(tensor_backward_from(tensor_cross_entropy(big, last, NO_IGNORE_INDEX, 0), g, false));
    /* 1000 - lse: one unit in the last place of a float there is 6e-5. */
    check_tensor_within(big->grad, of_big, IS_DOUBLE ? CHECK_TOLERANCE : 2e-4,
                        "logits of a thousand: e^(x - lse) does not overflow");
    Tensor *one = EXPECT(cross_entropy_share_want(twice, last, NO_IGNORE_INDEX, 0, 3));
    CALL(tensor_backward_from(tensor_cross_entropy(twice, last, NO_IGNORE_INDEX, 0), g, false));
    check_tensor(twice->grad, one, "(softmax - one_hot) * dy");
    Tensor *two = EXPECT(cross_entropy_share_want(twice, last, NO_IGNORE_INDEX, 0, 6));
    CALL(tensor_backward_from(tensor_cross_entropy(twice, last, NO_IGNORE_INDEX, 0), g, false));
    check_tensor(twice->grad, two, "two losses of the same logits: two shares");
    check_gradients(loss_of, &smooth, "(softmax - truth) * dy / N; target 1 is ignored here",
                    INPUTS(x));
}
