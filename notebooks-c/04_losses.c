// %% [markdown]
// # 04 Losses
//
// A loss turns "wrong" into one number with a slope. Which number decides what a model learns from
// a mistake, and whether it learns at all.

// %%
#include <math.h>
#include "notebook.h"

// %% [markdown]
// ## Two ways of being wrong
//
// The truth is 1, the model says $\sigma(x)$. The squared error punishes by distance, the
// cross-entropy $-\log \sigma(x)$ by surprise. Far on the left both are wrong in the same way; only one
// of them still has a slope there.

// %%
CELL {
    enum { N = 121 };
    static double at[N], squared[N], surprise[N], squared_slope[N], surprise_slope[N];
    for (long i = 0; i < N; i++) {
        Scope *scope = scope_open();
        Tensor *one = tensor_ones(SHAPE(1)), *x[2];
        for (int which = 0; which < 2; which++)
            x[which] = tensor_requires_grad(tensor_full(SHAPE(1), (real)(-6 + 0.1 * (double)i)));
        Tensor *mse = tensor_mse_loss(tensor_sigmoid(x[0]), one);
        Tensor *bce = tensor_bce_with_logits(x[1], one);
        tensor_backward(mse);
        tensor_backward(bce);
        at[i] = -6 + 0.1 * (double)i;
        squared[i] = (double)tensor_item(mse);
        surprise[i] = (double)tensor_item(bce);
        squared_slope[i] = (double)x[0]->grad->data[0];
        surprise_slope[i] = (double)x[1]->grad->data[0];
        scope_close(scope);
    }
    display_chart(2,
                  (Series[]){{"squared error", N, at, squared, false},
                             {"cross-entropy", N, at, surprise, false}},
                  &(ChartOptions){.title = "The loss, when the truth is 1", .x_title = "x"});
    display_chart(2,
                  (Series[]){{"squared error", N, at, squared_slope, false},
                             {"cross-entropy", N, at, surprise_slope, false}},
                  &(ChartOptions){.title = "Its slope: who is corrected", .x_title = "x"});
    gate(fabs(squared_slope[0]) < 0.01, "at x = -6 the squared error hardly corrects: %.4f",
         squared_slope[0]);
    gate(surprise_slope[0] < -0.99, "cross-entropy does: %.4f", surprise_slope[0]);
}

// %% [markdown]
// ## Cross-entropy, by hand
//
// Logits become shares by softmax; the loss of a row is $-\log$ of the share that the truth got.
// `tensor_cross_entropy` does both in one step and takes the mean.

// %%
static Tensor *logits;
static IntTensor *truth;
static const char *const animals[4] = {"cat", "dog", "owl", "fish"};
static const char *const rows[3] = {"sure, right", "unsure", "sure, wrong"};

CELL {
    logits =
        tensor_named(tensor_keep(tensor_from(SHAPE(3, 4), VALUES(6, 1, 0, -1, (real)0.3, (real)0.2,
                                                                 0, (real)0.1, -2, 0, 1, 5))),
                     "logits");
    tensor_requires_grad(logits);
    truth = int_tensor_from(SHAPE(3), IDS(0, 1, 0));
    Tensor *shares = tensor_softmax(tensor_detach(logits), -1);
    double sum = 0;
    table_begin("row|truth|its share|-log of it");
    for (long i = 0; i < 3; i++) {
        double share = (double)tensor_get(shares, AT(i, truth->data[i]));
        sum -= log(share) / 3;
        table_row("%s|%s|%.4f|%.4f", rows[i], animals[truth->data[i]], share, -log(share));
    }
    table_end();
    display_heatmap(
        shares, &(HeatmapOptions){.title = "Shares", .row_labels = rows, .column_labels = animals});
    double loss =
        (double)tensor_item(tensor_cross_entropy(tensor_detach(logits), truth, NO_IGNORE_INDEX, 0));
    gate(fabs(loss - sum) < 1e-5, "by hand %.5f, by the operation %.5f", sum, loss);
}

// %% [markdown]
// ## Its gradient
//
// is as simple as a gradient gets: share minus truth, $p_i - y_i$, divided by the number of rows.
// Who is right and sure is left alone; who is sure and wrong is pulled hardest.

// %%
CELL {
    tensor_backward(tensor_cross_entropy(logits, truth, NO_IGNORE_INDEX, 0));
    Tensor *expected = tensor_softmax(tensor_detach(logits), -1);
    for (long i = 0; i < 3; i++)
        tensor_set(expected, AT(i, truth->data[i]),
                   tensor_get(expected, AT(i, truth->data[i])) - 1);
    Tensor *gap = tensor_sub(tensor_mul_scalar(expected, 1 / (real)3), logits->grad);
    display_heatmap(logits->grad, &(HeatmapOptions){.title = "d loss / d logits",
                                                    .row_labels = rows,
                                                    .column_labels = animals,
                                                    .diverging = true});
    double most = (double)tensor_item(tensor_max(tensor_abs(gap), ALL_AXES, false));
    gate(most < 1e-6, "share minus truth, to %.0e", most);
}

// %% [markdown]
// ## What an untrained model must say
//
// A model that knows nothing gives every one of $V$ classes the same share, and its loss is
// $\log V$. If the first number in a log is far from that, something is wrong before training began.

// %%
CELL {
    Rng rng = rng_seed(4);
    double worst = 0;
    table_begin("V|log V|loss of small random logits");
    for (long V = 2; V <= 4096; V *= 8) {
        Scope *scope = scope_open();
        IntTensor *any = int_tensor_new(SHAPE(500));
        for (long i = 0; i < 500; i++)
            any->data[i] = (int)rng_below(&rng, V);
        Tensor *few = tensor_normal(SHAPE(500, V), 0, (real)0.1, &rng);
        double loss = (double)tensor_item(tensor_cross_entropy(few, any, NO_IGNORE_INDEX, 0));
        table_row("%ld|%.3f|%.3f", V, log((double)V), loss);
        worst = fmax(worst, fabs(loss - log((double)V)));
        scope_close(scope);
    }
    table_end();
    gate(worst < 0.05, "all are close to log V: %.3f at most", worst);
}

// %% [markdown]
// ## In one step, because of large numbers
//
// Softmax first and the logarithm afterwards fails where a share is rounded to 0: its logarithm is
// $-\infty$. $\log \mathrm{softmax}(x)_i = x_i - \log \sum_j e^{x_j}$ needs no share.

// %%
CELL {
    Tensor *x = tensor_from(SHAPE(1, 2), VALUES(0, 200));
    IntTensor *first = int_tensor_from(SHAPE(1), IDS(0));
    double two_steps = -(double)tensor_item(tensor_select(tensor_log(tensor_softmax(x, -1)), 1, 0));
    double one_step = (double)tensor_item(tensor_cross_entropy(x, first, NO_IGNORE_INDEX, 0));
    printf("two steps: %g, one step: %g\n", two_steps, one_step);
    gate(one_step == 200, "the loss of a logit that is 200 behind is 200");
}

// %% [markdown]
// ## What does not count, and what is never sure
//
// Targets with the `ignore_index` count for nothing: padding at the end of a sentence. Label
// smoothing $s$ takes $s$ from the truth and spreads it over all classes, so that a model gains nothing
// from being sure without end.

// %%
CELL {
    enum { N = 61 };
    static double margin[N], loss[3][N];
    static const double smoothing[3] = {0, 0.1, 0.3};
    IntTensor *first = int_tensor_from(SHAPE(1), IDS(0));
    for (int s = 0; s < 3; s++)
        for (long i = 0; i < N; i++) {
            margin[i] = 0.2 * (double)i;
            Tensor *x = tensor_from(SHAPE(1, 4), VALUES((real)margin[i], 0, 0, 0));
            loss[s][i] = (double)tensor_item(
                tensor_cross_entropy(x, first, NO_IGNORE_INDEX, (real)smoothing[s]));
        }
    display_chart(3,
                  (Series[]){{"none", N, margin, loss[0], false},
                             {"0.1", N, margin, loss[1], false},
                             {"0.3", N, margin, loss[2], false}},
                  &(ChartOptions){.title = "Label smoothing: too sure costs again",
                                  .x_title = "how far the right logit is ahead",
                                  .y_title = "loss"});
    Tensor *kept = tensor_slice(tensor_detach(logits), 0, 0, 2, 1);
    double all = (double)tensor_item(tensor_cross_entropy(
        tensor_detach(logits), int_tensor_from(SHAPE(3), IDS(0, 1, -100)), -100, 0));
    double two = (double)tensor_item(
        tensor_cross_entropy(kept, int_tensor_from(SHAPE(2), IDS(0, 1)), -100, 0));
    gate(fabs(all - two) < 1e-6, "an ignored row is as good as none: %.4f", all);
    gate(loss[2][N - 1] > loss[2][15], "with smoothing, too sure is worse than sure");
}

// %% [markdown]
// A class that does not exist is a mistake, and it is told in full.

// %%
CELL_FAILS {
    tensor_cross_entropy(logits, int_tensor_from(SHAPE(3), IDS(0, 1, 4)), NO_IGNORE_INDEX, 0);
}

// %% [markdown]
// ## What to try
//
// Give the squared error a truth of 0 instead of 1. Set the logits of "sure, wrong" to ten times as
// much: how does its share of the gradient change, and how its share of the loss?
