// %% [markdown]
// # 21 Many machines
//
// A batch is cut into eight shares, whoever works on them. The sums of the shares are added along one tree and divided once:
//
// $$g = \frac{\sum_i g_i}{\sum_i n_i}$$
//
// Below: how rows are shared, a small model that learns on 1, 2, 4 and 8 ranks with the same bits, what other orders and
// other means do to it, and what goes over the wire. Ranks are loops here; nothing is sent.

// %%
#include <math.h>
#include <string.h>
#include "notebook.h"
#include "share.h"

enum { S = 8, ROWS = 30, IN = 6, HIDDEN = 24, CLASSES = 4, STEPS = 150, MOST = 400 };

// %% [markdown]
// ## Which rows are whose
//
// 30 rows in 8 shares; and which shares are a rank's, by the same function.

// %%
CELL
{
    table_begin("share|rows|rank, of 2|rank, of 3");
    for (long i = 0; i < S; i++) {
        Share s = share_of(ROWS, i, S);
        long of_2 = 0, of_3 = 0;
        for (long r = 0; r < 2; r++)
            of_2 = i >= share_of(S, r, 2).first ? r : of_2;
        for (long r = 0; r < 3; r++)
            of_3 = i >= share_of(S, r, 3).first ? r : of_3;
        table_row("%ld|%ld to %ld|%ld|%ld", i, s.first, s.first + s.count - 1, of_2, of_3);
    }
    table_end();
    Share last = share_of(ROWS, S - 1, S);
    gate(last.first + last.count == ROWS, "the last share ends with the last row");
}

// %% [markdown]
// ## A model in shares
//
// Points of six numbers, four classes, a third of the targets ignored. Each share gives a sum of losses, how many
// targets that were, and a gradient of the sum. `Way` says how they become one: the ranks, the order, the mean.

// %%
typedef void (*Sum)(real *const leaf[], long leaves, long n);
typedef struct {
    long ranks;
    Sum sum;
    bool mean_of_means;
} Way;

static void from_left_to_right(real *const leaf[], long leaves, long n)
{
    for (long i = 1; i < leaves; i++)
        for (long j = 0; j < n; j++)
            leaf[0][j] += leaf[i][j];
}

/* A batch is a function of its step, whoever asks: no rank has a stream of its own. */
static void draw_batch(long step, Tensor *x, IntTensor *y)
{
    Rng rng = rng_stream(21, (uint64_t)step);
    for (long row = 0; row < ROWS; row++) {
        double of_class[CLASSES] = {0};
        int best = 0;
        for (long i = 0; i < IN; i++) {
            double number = rng_normal(&rng);
            x->data[row * IN + i] = (real)number;
            of_class[i % CLASSES] += i < CLASSES ? number : number * number - 1;
        }
        for (int k = 1; k < CLASSES; k++)
            best = of_class[k] > of_class[best] ? k : best;
        y->data[row] = rng_below(&rng, 3) == 0 ? -1 : best;
    }
}

/* What a share knows: its gradient of the sum in leaf (n numbers), loss and count. */
static ShareSum share_gradient(Module *model, ParameterList *list, Tensor *x, const IntTensor *y,
                               Share rows, real *leaf)
{
    ShareSum sum = {.loss = 0, .targets = 0};
    Scope *scope = scope_open();
    for (long i = 0; i < rows.count; i++)
        sum.targets += y->data[rows.first + i] >= 0;
    if (rows.count > 0) {
        Tensor *logits =
            module_forward(model, tensor_slice(x, 0, rows.first, rows.first + rows.count, 1));
        IntTensor *targets = int_tensor_from(SHAPE(rows.count), rows.count, y->data + rows.first);
        Tensor *loss = loss_cross_entropy(logits, targets, -1, 0, NULL, REDUCTION_SUM);
        sum.loss = (double)tensor_item(loss);
        tensor_backward(loss);
    }
    long at = 0;
    for (long p = 0; p < list->count; p++) {
        Tensor *t = list->tensor[p];
        for (long j = 0; j < tensor_numel(t); j++)
            leaf[at++] = t->grad != NULL ? t->grad->data[j] : 0;
    }
    parameters_zero_grad(list);
    scope_close(scope);
    return sum;
}

// %%
static double losses[STEPS];
static real weights[MOST];

/* Trains, and leaves losses and weights above; returns how many weights there are. */
static long train(Way way)
{
    static real numbers[S][MOST];
    Rng init = rng_seed(1);
    Module *model = sequential_new(LAYERS(&linear_new(IN, HIDDEN, true, &init)->module, relu_new(),
                                          &linear_new(HIDDEN, CLASSES, true, &init)->module));
    ParameterList *list = parameters_of(model);
    long n = parameters_numel(list);
    Tensor *x = tensor_zeros(SHAPE(ROWS, IN));
    IntTensor *y = int_tensor_new(SHAPE(ROWS));
    for (long step = 0; step < STEPS; step++) {
        ShareSum share[S];
        real *leaf[S], *top[S];
        draw_batch(step, x, y);
        for (long r = 0; r < way.ranks; r++) { /* each rank adds its own */
            Share own = share_of(S, r, way.ranks);
            for (long i = own.first; i < own.first + own.count; i++) {
                leaf[i] = numbers[i];
                share[i] = share_gradient(model, list, x, y, share_of(ROWS, i, S), leaf[i]);
                for (long j = 0; way.mean_of_means && j < n && share[i].targets > 0; j++)
                    leaf[i][j] /= (real)share[i].targets;
            }
            way.sum(leaf + own.first, own.count, n);
            top[r] = leaf[own.first];
        }
        way.sum(top, way.ranks, n); /* and all add what the ranks have */
        losses[step] = global_mean(top[0], way.mean_of_means ? 0 : n, share, S);
        real rate = (real)(way.mean_of_means ? 0.3 / S : 0.3);
        for (long p = 0, at = 0; p < list->count; p++)
            for (long j = 0; j < tensor_numel(list->tensor[p]); j++)
                list->tensor[p]->data[j] -= rate * top[0][at++];
    }
    for (long p = 0, at = 0; p < list->count; p++)
        for (long j = 0; j < tensor_numel(list->tensor[p]); j++)
            weights[at++] = list->tensor[p]->data[j];
    parameters_free(list);
    module_free(model);
    return n;
}

// %% [markdown]
// ## One, two, four and eight ranks
//
// How many of the weights differ from those of one rank after 150 steps, in any bit.

// %%
static double one_rank[STEPS];

static long differing(const real *a, const real *b, long n)
{
    long count = 0;
    for (long i = 0; i < n; i++)
        count += a[i] != b[i];
    return count;
}

CELL
{
    const struct {
        const char *name;
        Sum sum;
    } order[] = {{"along the tree", tree_sum}, {"from left to right", from_left_to_right}};
    long along = 0;
    table_begin("order|1 rank|2 ranks|4 ranks|8 ranks");
    for (int o = 0; o < 2; o++) {
        real alone[MOST];
        long other[4];
        for (int k = 0; k < 4; k++) {
            long n = train((Way){.ranks = 1L << k, .sum = order[o].sum});
            if (k == 0)
                memcpy(alone, weights, sizeof alone);
            if (k == 0 && o == 0)
                memcpy(one_rank, losses, sizeof losses);
            other[k] = differing(weights, alone, n);
            along += o == 0 ? other[k] : 0;
        }
        table_row("%s|%ld|%ld|%ld|%ld", order[o].name, other[0], other[1], other[2], other[3]);
    }
    table_end();
    printf("loss: %.3f at first, %.3f at last\n", one_rank[0], one_rank[STEPS - 1]);
    gate(along == 0, "along the tree no weight differs, on any number of ranks");
    gate(one_rank[STEPS - 1] < 0.8 * one_rank[0], "and it learns");
}

// %% [markdown]
// ## The mean of means
//
// The same run, but each share divides by its own targets, and the shares are averaged. It learns, too: nobody would notice.

// %%
CELL
{
    real right[MOST];
    long n = train((Way){.ranks = 1, .sum = tree_sum});
    memcpy(right, weights, sizeof right);
    train((Way){.ranks = 1, .sum = tree_sum, .mean_of_means = true});
    double far = 0, size = 0;
    for (long i = 0; i < n; i++) {
        far += (double)((weights[i] - right[i]) * (weights[i] - right[i]));
        size += (double)(right[i] * right[i]);
    }
    display_chart(2,
                  (Series[]){{"one division", STEPS, NULL, one_rank, false},
                             {"mean of means", STEPS, NULL, losses, false}},
                  &(ChartOptions){.title = "Loss", .x_title = "step"});
    printf("weights differ by %.1f %% of their length\n", 100 * sqrt(far / size));
    gate(far > 1e-6 * size, "another mean is another model");
}

// %% [markdown]
// ## Over the wire
//
// Bytes that a rank sends in a step, by reduce-scatter and all-gather, and milliseconds at 10 Gbit/s, for GPT-2 small in floats.

// %%
CELL
{
    const double bytes = 124439808.0 * 4;
    table_begin("ranks|MB sent by each|ms");
    for (long ranks = 1; ranks <= 64; ranks *= 4) {
        double sent = 2 * (double)(ranks - 1) / (double)ranks * bytes;
        table_row("%ld|%.0f|%.0f", ranks, sent * 1e-6, sent * 8 / 1e10 * 1e3);
    }
    table_end();
}

// %% [markdown]
// Next: `make measure-21`, with your predictions first.
