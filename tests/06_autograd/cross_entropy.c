/* cross_entropy.c - 06.15: probability minus truth. */
#include "gradients.h"

#define FILE_AND_EXERCISE .exercise = "06.15 cross_entropy_backward", .file = "op_cross_entropy.c"

/* factor * (softmax - (1 - s) one_hot - s / V) for rows whose target is not ignored. */
static Tensor *surprise(const Tensor *x, const IntTensor *targets, int ignore, double s,
                        double factor)
{
    Tensor *out = plain_softmax(x, -1);
    long V = x->shape[x->ndim - 1], N = shape_numel(x->ndim, x->shape) / V;
    for (long i = 0; i < N * V; i++) {
        int t = targets->data[i / V];
        double truth = (t == i % V) * (1 - s) + s / (double)V;
        out->data[i] = t == ignore ? 0 : (real)(((double)out->data[i] - truth) * factor);
    }
    return out;
}

TEST(probability_minus_truth, .points = 2, FILE_AND_EXERCISE,
     .hints =
         HINTS("The gradient of a row is its probabilities, minus 1 at the target.",
               "The loss is a mean over N rows: divide by N, and multiply by dout.",
               "dx->data[r * V + t] -= 1; then every number of the row times dout->data[0] / N."))
{
    Tensor *x = leaf(input("x", SHAPE(2, 2), VALUES(0, 1.0986122886681098, 2, 2)));
    IntTensor *targets = input_ids("targets", SHAPE(2), IDS(1, 0));
    Tensor *g = input("g", SCALAR, VALUES(8));
    EXPECT(Tensor *dx = values(SHAPE(2, 2), VALUES(1, -1, -2, 2)));
    MISTAKE(values(SHAPE(2, 2), VALUES(2, -2, -4, 4)),
            "1/N is missing: the loss is a mean over the rows");
    MISTAKE(values(SHAPE(2, 2), VALUES(0.125, -0.125, -0.25, 0.25)), "dout is missing");
    MISTAKE(values(SHAPE(2, 2), VALUES(1, 3, 2, 2)),
            "the truth is missing: subtract 1 at the target");
    MISTAKE(values(SHAPE(2, 2), VALUES(0.5, -0.5, -1, 1)),
            "divided by the number of logits: N is the number of rows");
    MISTAKE(values(SHAPE(2, 2), VALUES(-3, 3, 2, -2)), "the 1 was subtracted at the wrong place");
    MISTAKE(values(SHAPE(2, 2), VALUES(-1, 1, 2, -2)),
            "the sign: probability minus truth, not truth minus probability");
    CALL(tensor_backward_from(tensor_cross_entropy(x, targets, NO_IGNORE_INDEX, 0), g, false));
    check_tensor(x->grad, dx,
                 "(softmax - one_hot) * dout / N, with softmax [0.25, 0.75] and [0.5, 0.5]");
}

TEST(ignored_targets_and_smoothing, .points = 2, FILE_AND_EXERCISE,
     .hints = HINTS("An ignored row gets no gradient, and does not count in N.",
                    "N is c->attr[1].i: only the rows that count. Smoothing moves s of the truth "
                    "to all classes.",
                    "truth = (1 - s) at the target, plus s / V everywhere."))
{
    Tensor *x = leaf(draw("x", SHAPE(2, 2, 3))), *w = leaf(draw("w", SHAPE(4, 5))),
           *none = leaf(draw("none", SHAPE(2, 3)));
    IntTensor *targets = input_ids("targets", SHAPE(2, 2), IDS(2, -100, 0, 1));
    IntTensor *ids = input_ids("ids", SHAPE(4), IDS(4, 0, 0, 2)),
              *all = input_ids("all", SHAPE(2), IDS(-100, -100));
    Tensor *g = input("g", SCALAR, VALUES(3));
    EXPECT(Tensor *dx = surprise(x, targets, -100, 0, 1);
           Tensor *dw = surprise(w, ids, -100, 0.25, 0.75));
    MISTAKE(plain_scaled(dx, 0.75), "divided by all rows: ignored ones do not count in N");
    MISTAKE(plain_scaled(dx, 3), "1/N is missing: the loss is a mean over the rows that count");
    MISTAKE(surprise(x, targets, NO_IGNORE_INDEX, 0, 1),
            "the ignored row got a gradient: it must be 0");
    MISTAKE(surprise(w, ids, -100, 0, 0.75), "label smoothing is missing: c->attr[3].r");
    MISTAKE(surprise(w, ids, -100, 0.25, 3),
            "1/N is missing: the loss is a mean over the rows that count");
    MISTAKE(plain_scaled(dw, 4.0 / 5),
            "divided by the number of classes: N is the number of rows that count");
    CALL(tensor_backward_from(tensor_cross_entropy(x, targets, -100, 0), g, false));
    check_tensor(x->grad, dx, "three rows count, the one with target -100 gets 0");
    CALL(tensor_backward_from(tensor_cross_entropy(w, ids, -100, (real)0.25), g, false));
    check_tensor(w->grad, dw, "the truth is 0.75 at the target, plus 0.05 for each of 5 classes");
    MISTAKE_MESSAGE("divide",
                    "no row counts: there is nothing to divide by, and the gradient is 0");
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
     .hints = HINTS("Logits may have more axes, may be a view, and may be large.",
                    "c->saved[0] has the logits row by row; grad_add adds what you made of them.",
                    "tensor_softmax(c->saved[0], -1) does not overflow."))
{
    Tensor *x = leaf(draw_transposed("x", SHAPE(3, 2, 4))),
           *big = leaf(input("big", SHAPE(1, 3), VALUES(1000, 999, -1000)));
    IntTensor *targets = draw_ids("targets", SHAPE(3, 2), 0, 3),
              *last = input_ids("last", SHAPE(1), IDS(2));
    Tensor *g = draw("g", SCALAR), *twice = leaf(draw("twice", SHAPE(1, 3)));
    Loss smooth = {targets, (real)0.1};
    EXPECT(Tensor *dbig = surprise(big, last, -1, 0, (double)g->data[0]));
    EXPECT(Tensor *both = surprise(twice, last, -1, 0, 2 * (double)g->data[0]));
    MISTAKE(plain_scaled(both, 0.5),
            "the second loss replaced the share of the first: use grad_add");
    CALL(tensor_backward_from(tensor_cross_entropy(big, last, NO_IGNORE_INDEX, 0), g, false));
    /* 1000 - lse: one unit in the last place of a float there is 6e-5. */
    check_tensor_within(big->grad, dbig, IS_DOUBLE ? CHECK_TOLERANCE : 2e-4,
                        "logits of a thousand: softmax subtracts the maximum first");
    for (int i = 0; i < 2; i++)
        CALL(tensor_backward_from(tensor_cross_entropy(twice, last, NO_IGNORE_INDEX, 0), g, false));
    check_tensor(twice->grad, both, "two losses of the same logits: two shares");
    Tensor *turned = leaf(draw("turned", SHAPE(4, 2)));
    IntTensor *two = input_ids("two", SHAPE(2), IDS(3, 0));
    EXPECT(Tensor *flat = plain_transpose(turned, 0, 1));
    EXPECT(Tensor *dflat = surprise(flat, two, -1, 0, (double)g->data[0] / 2));
    CALL(tensor_backward_from(
        tensor_cross_entropy(tensor_transpose(turned, 0, 1), two, NO_IGNORE_INDEX, 0), g, false));
    check_tensor(turned->grad, plain_transpose(dflat, 0, 1), "logits that are a transposed view");
    check_gradients(loss_of, &smooth, "(softmax - truth) * dout / N; target 1 is ignored here",
                    INPUTS(x));
}
