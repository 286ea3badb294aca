// %% [markdown]
// # 1986 Digits
//
// David Rumelhart, Geoffrey Hinton and Ronald Williams sent errors backwards through the layers, and
// hidden units began to find out by themselves what to look for. Here a network with one hidden layer reads
// handwriting, of a kind: digits drawn with strokes that tremble, lean, shift and fade, on 8 x 8
// pixels with noise.
//
// With `MNIST=folder make notebook-1986` it reads the real thing: the four IDX files
// (`train-images-idx3-ubyte` and so on), at 28 x 28.

// %%
#include <math.h>
#include <stdlib.h>
#include "notebook.h"

enum { HIDDEN = 64, BATCH = 32 };

static Rng rng;
static Tensor *x[2];         /* training, held out: (N, pixels) */
static IntTensor *digits[2]; /* (N) */
static long side = 8;
static Module *model;

// %% [markdown]
// ## Drawing
//
// A digit is a line through a few points of a 0 to 1 square, as a pen would go. Every example bends
// it anew: each point trembles, the whole leans, shifts and changes size, the pen is thick or thin,
// the ink strong or weak, and at the end every pixel gets noise (`tools/notebook/digits.c`).

// %%
static void draw_set(int which, long n)
{
    x[which] = tensor_zeros(SHAPE(n, side * side));
    digits[which] = int_tensor_new(SHAPE(n));
    for (long i = 0; i < n; i++) {
        digits[which]->data[i] = (int)(i % 10);
        digit_draw((int)(i % 10), side, x[which]->data + i * side * side, &rng);
    }
}

static void read_set(int which, const char *folder, const char *kind, long most)
{
    long found = mnist_read(folder, kind, most, &x[which], &digits[which]);
    if (found < 0)
        kindling_fail("%s", kindling_error());
    if (which == 1 && found != side)
        kindling_fail("%s: held-out pictures are %ld wide, those for training %ld", folder, found, side);
    side = found;
}

CELL {
    rng = rng_seed(1986);
    const char *folder = getenv("MNIST");
    if (folder != NULL && *folder != '\0') {
        read_set(0, folder, "train", 60000);
        read_set(1, folder, "t10k", 10000);
    } else {
        draw_set(0, 16000);
        draw_set(1, 1000);
    }
    printf("training %s, held out %s\n", tensor_shape_text(x[0]), tensor_shape_text(x[1]));
    const Tensor *pictures[20];
    for (long i = 0; i < 20; i++)
        pictures[i] = tensor_reshape(tensor_select(x[0], 0, i), SHAPE(side, side));
    display_heatmaps(20, pictures, NULL, 10, &(HeatmapOptions){.title = "Two of each, drawn"});
}

// %% [markdown]
// ## Training
//
// Pixels go to 64 hidden units and those to 10 logits; cross-entropy compares them with the truth.

// %%
static double share_right(int which)
{
    Scope *scope = scope_open();
    grad_mode(false);
    IntTensor *best = tensor_argmax(module_forward(model, x[which]), -1, false);
    long n = x[which]->shape[0], right = 0;
    for (long i = 0; i < n; i++)
        right += best->data[i] == digits[which]->data[i];
    scope_close(scope);
    return (double)right / (double)n;
}

enum { EPOCHS = 12 };
static double right_in[2][EPOCHS + 1];

CELL {
    model = mlp_new(SHAPE(side * side, HIDDEN, 10), ACT_TANH, &rng);
    ParameterList *parameters = parameters_of(model);
    Optimizer *adam = adam_new(parameters, (OptimizerOptions){.lr = 3e-3});
    Dataset *data = tensor_dataset_new(x[0], NULL, digits[0]);
    DataLoader *loader = loader_new(data, BATCH, true, false, 1);
    printf("%ld numbers to learn\n", parameters_numel(parameters));
    for (int epoch = 0; epoch <= EPOCHS; epoch++) {
        for (int which = 0; which < 2; which++)
            right_in[which][epoch] = 100 * share_right(which);
        Scope *scope = scope_open();
        for (Batch batch; epoch < EPOCHS && loader_next(loader, &batch); scope_reset(scope)) {
            Tensor *logits = module_forward(model, batch.x);
            tensor_backward(tensor_cross_entropy(logits, batch.labels, NO_IGNORE_INDEX, 0));
            optimizer_step(adam);
            optimizer_zero_grad(adam);
        }
        scope_close(scope);
    }
    display_chart(2,
                  (Series[]){{"training", EPOCHS + 1, NULL, right_in[0], false},
                             {"held out", EPOCHS + 1, NULL, right_in[1], false}},
                  &(ChartOptions){.title = "Digits read rightly",
                                  .x_title = "epoch",
                                  .y_title = "%",
                                  .y_low = 0,
                                  .y_high = 102});
}

// %% [markdown]
// ## The claim

// %%
/* Over 9 seeds, held out: 97.6 to 99.0 % are read, at first 7 to 16 %, shuffled 23 to 26 %. Over 4, with a
 * part knocked out: no hidden layer 91.5 % at most, none that learns 89.6 %, no bend 92.0 %. */
CELL {
    gate(right_in[1][0] < 30, "before training %.1f %% are right, near chance", right_in[1][0]);
    gate(right_in[1][EPOCHS] >= 95, "%.1f %% of %ld held-out digits are read, at least 95 %%",
         right_in[1][EPOCHS], x[1]->shape[0]);
}

// %% [markdown]
// ## Could an easier model do it?
//
// A single layer, the perceptron with ten outputs, is the thing to beat; and a network that cannot see,
// because every picture is shuffled in its own way, must be back at chance.

// %%
static void train_other(long steps)
{
    ParameterList *parameters = parameters_of(model);
    Optimizer *adam = adam_new(parameters, (OptimizerOptions){.lr = 3e-3});
    Dataset *data = tensor_dataset_new(x[0], NULL, digits[0]);
    for (long step = 0; step < steps; step++) {
        Scope *scope = scope_open();
        Batch batch;
        dataset_sample(data, BATCH, &rng, &batch);
        Tensor *logits = module_forward(model, batch.x);
        tensor_backward(tensor_cross_entropy(logits, batch.labels, NO_IGNORE_INDEX, 0));
        optimizer_step(adam);
        optimizer_zero_grad(adam);
        scope_close(scope);
    }
    dataset_free(data);
    optimizer_free(adam);
    parameters_free(parameters);
}

/* Each picture's pixels in an order of its own. */
static Tensor *shuffled(const Tensor *pictures)
{
    Tensor *out = tensor_keep(pictures);
    long pixels = pictures->shape[1];
    long *order = scope_alloc(scope_current(), (size_t)pixels * sizeof *order);
    for (long i = 0; i < pictures->shape[0]; i++) {
        for (long k = 0; k < pixels; k++)
            order[k] = k;
        rng_shuffle(&rng, pixels, order);
        for (long k = 0; k < pixels; k++)
            out->data[i * pixels + k] = pictures->data[i * pixels + order[k]];
    }
    return out;
}

CELL {
    long pixels = side * side;
    model = mlp_new(SHAPE(pixels, 10), ACT_TANH, &rng);
    train_other(1500);
    double single = 100 * share_right(1);
    Tensor *plain[2] = {x[0], x[1]};
    for (int which = 0; which < 2; which++)
        x[which] = shuffled(plain[which]);
    model = mlp_new(SHAPE(pixels, HIDDEN, 10), ACT_TANH, &rng);
    train_other(1500);
    double blind = 100 * share_right(1);
    for (int which = 0; which < 2; which++) {
        tensor_free(x[which]);
        x[which] = plain[which];
    }
    table_begin("model|held out");
    table_row("hidden layer|%.1f %%", right_in[1][EPOCHS]);
    table_row("single layer|%.1f %%", single);
    table_row("shuffled pixels|%.1f %%", blind);
    table_end();
    gate(right_in[1][EPOCHS] > single, "the hidden layer reads more than a single one");
    gate(blind < 50, "without the arrangement of pixels only %.1f %% are read", blind);
}

// %% [markdown]
// ## What the hidden units look for

// %%
CELL {
    model = mlp_new(SHAPE(side * side, 20, 10), ACT_TANH, &rng); /* a small one, to look inside */
    train_other(2000);
    Tensor *first = parameters_of(model)->tensor[0]; /* (pixels, 20) */
    const Tensor *pictures[20];
    for (long i = 0; i < 20; i++)
        pictures[i] = tensor_reshape(
            tensor_select(tensor_transpose(tensor_detach(first), 0, 1), 0, i), SHAPE(side, side));
    display_heatmaps(
        20, pictures, NULL, 10,
        &(HeatmapOptions){.title = "Weights of 20 hidden units: ink wanted, ink unwanted",
                          .diverging = true});
}
