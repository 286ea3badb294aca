/* cross_entropy.c - 06.15: probability minus truth. */
#include "gradients.h"

#define FILE_AND_EXERCISE .exercise = "06.15 cross_entropy_backward_row", .file = "backward_rows.c"

/* factor * (softmax - truth) for rows whose target is not ignored: the truth is `all` everywhere, but
 * at the target `own`, and `most` more. */
static Tensor *surprise(const Tensor *x, const IntTensor *targets, int ignore, double most,
                        double own, double all, double factor)
{
    Tensor *out = plain_softmax(x, -1);
    long V = x->shape[x->ndim - 1], N = shape_numel(x->ndim, x->shape) / V;
    for (long i = 0; i < N * V; i++) {
        int t = targets->data[i / V];
        double truth = t == i % V ? most + own : all;
        out->data[i] = t == ignore ? 0 : (real)(((double)out->data[i] - truth) * factor);
    }
    return out;
}

TEST(probability_minus_truth, .points = 2, FILE_AND_EXERCISE,
     .hints = HINTS("The gradient of a row is its probabilities, minus 1 at the target.",
                    "softmax(x)_i is e^(x_i - lse), and scale belongs to both terms.",
                    "dx[i] = scale * real_exp(x[i] - lse); and at the end dx[target] -= scale;"))
{
    Tensor *x = leaf(input("x", SHAPE(2, 2), VALUES(0, 1.0986122886681098, 2, 2)));
    IntTensor *targets = input_ids("targets", SHAPE(2), IDS(1, 0));
    Tensor *g = input("g", SCALAR, VALUES(8));
    EXPECT(Tensor *dx = values(SHAPE(2, 2), VALUES(1, -1, -2, 2)));
    EXPECT(double e2 = 4 * exp(2.0));
    MISTAKE(values(SHAPE(2, 2), VALUES(0.25, -0.25, -0.5, 0.5)), "scale is missing: it is dy / N");
    MISTAKE(values(SHAPE(2, 2), VALUES(1, 2, 1, 2)),
            "scale is missing at the truth: scale * (softmax - truth)");
    MISTAKE(values(SHAPE(2, 2), VALUES(0.25, -3.25, -3.5, 0.5)),
            "scale is missing at the probabilities: scale * (softmax - truth)");
    MISTAKE(values(SHAPE(2, 2), VALUES(1, 3, 2, 2)),
            "the truth is missing: subtract 1 at the target");
    MISTAKE(values(SHAPE(2, 2), VALUES(0, -4, -4, 0)),
            "the probabilities are missing: e^(x - lse)");
    MISTAKE(values(SHAPE(2, 2), VALUES(-3, 3, 2, -2)), "the 1 was subtracted at the wrong place");
    MISTAKE(values(SHAPE(2, 2), VALUES(1 - 4, 3 - 4, 2 - 4, 2 - 4)),
            "the 1 was subtracted everywhere: the truth is 1 at the target only");
    MISTAKE(values(SHAPE(2, 2), VALUES(-1, 1, 2, -2)),
            "the sign: probability minus truth, not truth minus probability");
    MISTAKE(values(SHAPE(2, 2), VALUES(1, 7, 6, 2)),
            "the truth was added: probability minus truth");
    MISTAKE(values(SHAPE(2, 2), VALUES(4, 8, (real)(e2 - 4), (real)e2)),
            "e^x alone is no probability: softmax(x)_i is e^(x_i - lse)");
    CALL(tensor_backward_from(tensor_cross_entropy(x, targets, NO_IGNORE_INDEX, 0), g, false));
    check_tensor(x->grad, dx,
                 "(softmax - one_hot) * dy / N, with softmax [0.25, 0.75] and [0.5, 0.5]");
}

TEST(smoothing_and_ignored_targets, .points = 1, FILE_AND_EXERCISE,
     .hints = HINTS("Smoothing moves s of the truth from the target to all classes.",
                    "The truth is s / V everywhere, and 1 - s more at the target.",
                    "real even = smoothing / (real)V; dx[target] -= scale * (1 - smoothing);"))
{
    Tensor *x = leaf(draw("x", SHAPE(2, 2, 3))), *w = leaf(draw("w", SHAPE(4, 5))),
           *none = leaf(draw("none", SHAPE(2, 3)));
    IntTensor *targets = input_ids("targets", SHAPE(2, 2), IDS(2, -100, 0, 1));
    IntTensor *ids = input_ids("ids", SHAPE(4), IDS(4, 0, 0, 2)),
              *all = input_ids("all", SHAPE(2), IDS(-100, -100));
    Tensor *g = input("g", SCALAR, VALUES(3));
    EXPECT(Tensor *dx = surprise(x, targets, -100, 1, 0, 0, 1);
           Tensor *dw = surprise(w, ids, -100, 0.75, 0.05, 0.05, 0.75));
    MISTAKE(surprise(x, targets, -100, 1, 0, 0, 3), "scale is missing: it is dy / N");
    MISTAKE(surprise(w, ids, -100, 0.75, 0.05, 0.05, 3), "scale is missing: it is dy / N");
    MISTAKE(surprise(w, ids, -100, 1, 0, 0, 0.75), "label smoothing is missing");
    MISTAKE(surprise(w, ids, -100, 1, 0.05, 0.05, 0.75),
            "the truth sums to more than 1: what smoothing gives to all is taken from the target, "
            "1 - s");
    MISTAKE(
        surprise(w, ids, -100, 0.75, 0, 0, 0.75),
        "the truth sums to less than 1: what is taken from the target goes to all classes, s / V");
    MISTAKE(surprise(w, ids, -100, 0.75, 0, 0.05, 0.75),
            "the target's own s / V is missing: all V classes get it, the target, too");
    MISTAKE(surprise(w, ids, -100, 0.75, 0.25, 0.25, 0.75),
            "every class got s: the V classes share it, s / V each");
    MISTAKE(surprise(w, ids, -100, 0.75, -0.05, -0.05, 0.75),
            "the share of smoothing was added: it is a part of the truth, and subtracted");
    CALL(tensor_backward_from(tensor_cross_entropy(x, targets, -100, 0), g, false));
    check_tensor(x->grad, dx, "three rows count, the one with target -100 gets 0");
    CALL(tensor_backward_from(tensor_cross_entropy(w, ids, -100, (real)0.25), g, false));
    check_tensor(w->grad, dw, "the truth is 0.75 at the target, plus 0.05 for each of 5 classes");
    CALL(tensor_backward_from(tensor_cross_entropy(none, all, -100, 0), g, false));
    check_tensor(none->grad, blank(SHAPE(2, 3)), "no row counts: loss 0, gradient 0");
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

TEST(losses_against_differences, .points = 2, FILE_AND_EXERCISE,
     .hints = HINTS("Logits may be large: e^1000 is no number.",
                    "x[i] - lse is never above 0, so its exponential does not overflow.",
                    "real_exp(x[i] - lse), never real_exp(x[i]) / real_exp(lse)."))
{
    Tensor *x = leaf(draw_transposed("x", SHAPE(3, 2, 4))),
           *big = leaf(input("big", SHAPE(1, 3), VALUES(1000, 999, -1000)));
    IntTensor *targets = draw_ids("targets", SHAPE(3, 2), 0, 3),
              *last = input_ids("last", SHAPE(1), IDS(2));
    Tensor *g = draw("g", SCALAR), *twice = leaf(draw("twice", SHAPE(1, 3)));
    Loss smooth = {targets, (real)0.1};
    EXPECT(Tensor *dbig = surprise(big, last, -1, 1, 0, 0, (double)g->data[0]));
    EXPECT(Tensor *both = surprise(twice, last, -1, 1, 0, 0, 2 * (double)g->data[0]));
    CALL(tensor_backward_from(tensor_cross_entropy(big, last, NO_IGNORE_INDEX, 0), g, false));
    /* 1000 - lse: one unit in the last place of a float there is 6e-5. */
    check_tensor_within(big->grad, dbig, IS_DOUBLE ? CHECK_TOLERANCE : 2e-4,
                        "logits of a thousand: e^(x - lse) does not overflow");
    for (int i = 0; i < 2; i++)
        CALL(tensor_backward_from(tensor_cross_entropy(twice, last, NO_IGNORE_INDEX, 0), g, false));
    check_tensor(twice->grad, both, "two losses of the same logits: two shares");
    check_gradients(loss_of, &smooth, "(softmax - truth) * dy / N; target 1 is ignored here",
                    INPUTS(x));
}
