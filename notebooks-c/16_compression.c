// %% [markdown]
// # 16 Compression
//
// A network reads drawn digits. It is made smaller in four ways, each of which can fail: weights pruned to 0 that stay 0, channels
// removed, a weight of lower rank, and a small student of it. What is counted is counted, what is claimed is checked.

// %%
#include <math.h>
#include <string.h>
#include "notebook.h"

enum {
    SIDE = 14,
    PIXELS = SIDE * SIDE,
    HIDDEN = 128,
    DIGITS = 10,
    TRAINED = 2000,
    TESTED = 1000,
    ROWS = 50
};

static Tensor *x[2]; /* to train with, and to test with */
static IntTensor *y[2];

CELL
{
    Rng rng = rng_seed(16);
    const long count[2] = {TRAINED, TESTED};
    for (int set = 0; set < 2; set++) {
        x[set] = tensor_zeros(SHAPE(count[set], PIXELS));
        y[set] = int_tensor_new(SHAPE(count[set]));
        for (long i = 0; i < count[set]; i++) {
            y[set]->data[i] = (int)(i % DIGITS);
            digit_draw((int)(i % DIGITS), SIDE, x[set]->data + i * PIXELS, &rng);
        }
    }
    const Tensor *picture[DIGITS];
    for (long i = 0; i < DIGITS; i++)
        picture[i] = tensor_reshape(tensor_select(x[0], 0, i), SHAPE(SIDE, SIDE));
    display_heatmaps(DIGITS, picture, NULL, 5, &(HeatmapOptions){.title = "The first of them"});
}

// %% [markdown]
// ## Trained
//
// Two layers of 128 channels with ReLU between. `train` is used for everything below: with a pruning, which is applied behind each
// step of AdamW, or with a teacher.

// %%
static Module *network;

static Module *network_new(long hidden, uint64_t seed)
{
    Rng rng = rng_seed(seed);
    return sequential_new(LAYERS(&linear_new(PIXELS, hidden, true, &rng)->module, relu_new(),
                                 &linear_new(hidden, hidden, true, &rng)->module, relu_new(),
                                 &linear_new(hidden, DIGITS, true, &rng)->module));
}

static void train(Module *m, Module *teacher, const Pruning *pruning, long rounds, double lr,
                  long n)
{
    ParameterList *list = parameters_of(m);
    Optimizer *adamw = adamw_new(list, (OptimizerOptions){.lr = lr, .weight_decay = 0.01});
    Rng rng = rng_seed(5);
    for (long step = 0; step < rounds * n / ROWS; step++) {
        Scope *scope = scope_open();
        Tensor *batch = tensor_zeros(SHAPE(ROWS, PIXELS));
        IntTensor *labels = int_tensor_new(SHAPE(ROWS));
        for (long r = 0; r < ROWS; r++) {
            long i = rng_below(&rng, n);
            memcpy(batch->data + r * PIXELS, x[0]->data + i * PIXELS, PIXELS * sizeof(real));
            labels->data[r] = y[0]->data[i];
        }
        Tensor *logits = module_forward(m, batch);
        Tensor *loss = teacher == NULL ? tensor_cross_entropy(logits, labels, NO_IGNORE_INDEX, 0)
                                       : distillation_loss(logits, module_forward(teacher, batch),
                                                           labels, 4, (real)0.9);
        tensor_backward(loss);
        optimizer_step(adamw);
        if (pruning != NULL)
            pruning_apply(pruning);
        optimizer_zero_grad(adamw);
        scope_close(scope);
    }
    optimizer_free(adamw);
    parameters_free(list);
}

static double percent_right(Module *m)
{
    Scope *scope = scope_open();
    grad_mode(false);
    IntTensor *told = tensor_argmax(module_forward(m, x[1]), -1, false);
    long right = 0;
    for (long i = 0; i < TESTED; i++)
        right += told->data[i] == y[1]->data[i];
    scope_close(scope);
    return 100.0 * (double)right / TESTED;
}

static long numbers_of(Module *m)
{
    ParameterList *list = parameters_of(m);
    long n = parameters_numel(list);
    parameters_free(list);
    return n;
}

CELL
{
    network = network_new(HIDDEN, 1);
    train(network, NULL, NULL, 10, 2e-3, TRAINED);
    double right = percent_right(network);
    printf("%ld numbers, %.1f %% of the digits are read rightly\n", numbers_of(network), right);
    gate(right > 90, "it has learnt to read");
}

// %% [markdown]
// ## Pruned, and trained on
//
// More and more weights go, each time from the network that was trained on. Zeros are counted after the last step.

// %%
enum { LEVELS = 5 };
static const double fraction[LEVELS] = {0.5, 0.8, 0.9, 0.95, 0.98};

/* The same numbers in a new network. */
static Module *copy_of_network(Module *from)
{
    Module *to = network_new(HIDDEN, 2);
    ParameterList *a = parameters_of(from), *b = parameters_of(to);
    for (long i = 0; i < a->count; i++)
        copy_kernel(b->tensor[i], a->tensor[i]);
    parameters_free(a);
    parameters_free(b);
    return to;
}

static double zeros_in(const ParameterList *list)
{
    double zeros = 0;
    for (long i = 0; i < list->count; i++)
        zeros += tensor_sparsity(list->tensor[i]) * (double)tensor_numel(list->tensor[i]);
    return zeros;
}

CELL
{
    Module *m = copy_of_network(network);
    ParameterList *list = prune_candidates(m);
    double n = (double)parameters_numel(list), at_once[LEVELS], trained[LEVELS], zeros[LEVELS];
    bool exact = true;
    table_begin("asked for|zeros at the end|right at once|right, trained on");
    for (int k = 0; k < LEVELS; k++) {
        Pruning *pruning = pruning_new(list);
        pruning_by_magnitude(pruning, fraction[k]);
        at_once[k] = percent_right(m);
        train(m, NULL, pruning, 4, 1e-3, TRAINED);
        trained[k] = percent_right(m);
        zeros[k] = 100 * fraction[k];
        exact = exact && lround(zeros_in(list)) == (long)floor(fraction[k] * n + 0.5);
        table_row("%.0f %%|%.0f of %.0f|%.1f %%|%.1f %%", zeros[k], zeros_in(list), n, at_once[k],
                  trained[k]);
        pruning_free(pruning);
    }
    table_end();
    display_chart(2,
                  (Series[]){{"at once", LEVELS, zeros, at_once, false},
                             {"trained on", LEVELS, zeros, trained, false}},
                  &(ChartOptions){.title = "Digits read rightly", .x_title = "zeros, percent"});
    gate(exact, "exactly so many weights are 0, after hundreds of steps of AdamW, too");
    gate(trained[2] > 85, "with 90 percent zeros it still reads");
    parameters_free(list);
    module_free(m);
}

// %% [markdown]
// ## What does not hold
//
// The weights set to 0 once, and then trained on. How many zeros are left? (Those that are belong to pixels which are 0 in every digit: no
// gradient ever reaches them.)

// %%
CELL
{
    Module *m = copy_of_network(network);
    ParameterList *list = prune_candidates(m);
    train(m, NULL, NULL, 1, 1e-3, TRAINED);
    Pruning *pruning = pruning_new(list);
    pruning_by_magnitude(pruning, 0.9);
    double before = zeros_in(list);
    train(m, NULL, NULL, 1, 1e-3, TRAINED);
    printf("%.0f zeros at first, %.0f after a round of training without pruning_apply\n", before,
           zeros_in(list));
    gate(zeros_in(list) < 0.6 * before, "the optimizer brings them back");
    pruning_free(pruning);
    parameters_free(list);
    module_free(m);
}

// %% [markdown]
// ## Channels removed
//
// Half of the channels of both hidden layers, by the lengths of their columns. First they are zeroed, then removed: the logits must have
// the same bits.

// %%
static void zero_columns(Linear *l, long keep, const long *which)
{
    long out = l->weight->shape[1], next = 0;
    for (long j = 0; j < out; j++) {
        if (next < keep && which[next] == j) {
            next++;
            continue;
        }
        for (long i = 0; i < l->weight->shape[0]; i++)
            l->weight->data[i * out + j] = 0;
        l->bias->data[j] = 0;
    }
}

static Module *small;

CELL
{
    enum { KEEP = HIDDEN / 2 };
    small = copy_of_network(network);
    long before = numbers_of(small);
    Tensor *zeroed;
    for (int layer = 0; layer < 2; layer++) {
        Linear *l = (Linear *)small->children[2 * layer].module,
               *next = (Linear *)small->children[2 * layer + 2].module;
        double norm[HIDDEN];
        long which[HIDDEN];
        linear_output_norms(norm, l);
        channels_largest(which, norm, HIDDEN, KEEP);
        zero_columns(l, KEEP, which);
        zeroed = module_forward(small, x[1]);
        linear_keep_outputs(l, KEEP, which);
        linear_keep_inputs(next, KEEP, which);
        Tensor *smaller = module_forward(small, x[1]);
        bool same = memcmp(smaller->data, zeroed->data, TESTED * DIGITS * sizeof(real)) == 0;
        gate(same || strncmp(gemm_backend(), "built-in", 8) != 0,
             "layer %d: the smaller network has the bits of the zeroed one", layer);
    }
    double at_once = percent_right(small);
    train(small, NULL, NULL, 4, 1e-3, TRAINED);
    double trained = percent_right(small);
    table_begin("|numbers|right");
    table_row("before|%ld|%.1f %%", before, percent_right(network));
    table_row("half of the channels|%ld|%.1f %%", numbers_of(small), at_once);
    table_row("trained on|%ld|%.1f %%", numbers_of(small), trained);
    table_end();
    gate(trained > 85, "and it reads as before, or nearly");
}

// %% [markdown]
// ## Singular values
//
// Those of the second layer's weight, trained and as it was drawn; and the digits read rightly if it is two thin layers of rank r.

// %%
CELL
{
    Linear *trained = (Linear *)network->children[2].module;
    Module *fresh = network_new(HIDDEN, 1);
    Svd a = svd_of(trained->weight), b = svd_of(((Linear *)fresh->children[2].module)->weight);
    double of_trained[HIDDEN], of_fresh[HIDDEN];
    for (long k = 0; k < HIDDEN; k++) {
        of_trained[k] = (double)a.s->data[k];
        of_fresh[k] = (double)b.s->data[k];
    }
    display_chart(
        2,
        (Series[]){{"trained", HIDDEN, NULL, of_trained, false},
                   {"as drawn", HIDDEN, NULL, of_fresh, false}},
        &(ChartOptions){.title = "Singular values of a weight of 128 x 128", .x_title = "which"});
    table_begin("rank|numbers|lost, trained|lost, as drawn|right");
    for (long rank = 8; rank <= 64; rank *= 2) {
        Module *thin = linear_low_rank(trained, rank);
        Tensor *h = tensor_relu(module_forward(network->children[0].module, x[1]));
        Tensor *logits =
            module_forward(network->children[4].module, tensor_relu(module_forward(thin, h)));
        IntTensor *told = tensor_argmax(logits, -1, false);
        long right = 0;
        for (long i = 0; i < TESTED; i++)
            right += told->data[i] == y[1]->data[i];
        double lost = low_rank_error(a.s, rank), all = low_rank_error(a.s, 0);
        table_row("%ld|%ld|%.0f %%|%.0f %%|%.1f %%", rank, rank * 2 * HIDDEN, 100 * lost / all,
                  100 * low_rank_error(b.s, rank) / low_rank_error(b.s, 0),
                  100.0 * (double)right / TESTED);
        Tensor *off = tensor_sub(tensor_matmul(((Linear *)thin->children[0].module)->weight,
                                               ((Linear *)thin->children[1].module)->weight),
                                 trained->weight);
        double length =
            sqrt((double)tensor_item(tensor_sum(tensor_mul(off, off), ALL_AXES, false)));
        gate(fabs(length - lost) < 1e-3 * all, "rank %ld: lost is what the singular values say",
             rank);
        module_free(thin);
    }
    table_end();
    module_free(fresh);
}

// %% [markdown]
// ## A student
//
// A network with 12 channels in each layer and only 200 of the digits: from labels, and with the teacher's logits at temperature 4.
//
// $$L = \alpha T^2 \, \mathrm{KL}(p \,\Vert\, q) + (1 - \alpha)\, \mathrm{CE}$$

// %%
CELL
{
    enum { FEW = 200 };
    double by_labels = 0, by_teacher = 0;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        Module *alone = network_new(12, seed), *student = network_new(12, seed);
        train(alone, NULL, NULL, 100, 3e-3, FEW);
        train(student, network, NULL, 100, 3e-3, FEW);
        by_labels += percent_right(alone) / 3;
        by_teacher += percent_right(student) / 3;
        module_free(alone);
        module_free(student);
    }
    table_begin("taught by|right, the mean of three");
    table_row("200 labels|%.1f %%", by_labels);
    table_row("200 digits and a teacher|%.1f %%", by_teacher);
    table_row("(the teacher itself)|%.1f %%", percent_right(network));
    table_end();
    gate(by_teacher > by_labels, "the student of a teacher reads better");
    module_free(small);
    module_free(network);
}

// %% [markdown]
// Next: `make measure-16`, with your predictions first: there the time of all this is measured.
