// %% [markdown]
// # 03 Layers
//
// A layer is a function with numbers of its own. What it can do is decided by its shape; what
// it does, by these numbers. Here are layers before they have learned anything: how they mix,
// where they start, why there are bends between them, and what it looks like to forget on
// purpose.

// %%
#include <math.h>
#include "notebook.h"

static Linear *mixer;

CELL
{
    Rng rng = rng_seed(3);
    mixer = linear_new(6, 4, true, &rng);
    Tensor *x = tensor_normal(SHAPE(8, 6), 0, 1, &rng), *y = linear_forward(mixer, x);
    Tensor *w = tensor_detach(mixer->weight), *b = tensor_detach(mixer->bias);
    printf("%s through %s and %s gives %s\n", tensor_shape_text(x), tensor_shape_text(w),
           tensor_shape_text(b), tensor_shape_text(y));
    display_heatmaps(
        4, (const Tensor *[]){x, w, tensor_reshape(b, SHAPE(1, 4)), y},
        (const char *[]){"x (8, 6)", "W (6, 4)", "b (4)", "y = x W + b (8, 4)"}, 4,
        &(HeatmapOptions){.title = "Every row of y is made from one row of x", .diverging = true});
    Tensor *plain = tensor_add(tensor_matmul(x, w), b);
    Tensor *gap = tensor_abs(tensor_sub(y, plain));
    gate(tensor_item(tensor_max(gap, ALL_AXES, false)) < (real)1e-5, "one product and one sum");
}

// %% [markdown]
// Only the last axis is mixed. What stands in front of it is a batch, of any shape; what does
// not fit is refused by the layer itself.

// %%
CELL
{
    Tensor *texts = tensor_ones(SHAPE(2, 5, 6)), *y = linear_forward(mixer, texts);
    printf("%s -> %s\n", tensor_shape_text(texts), tensor_shape_text(y));
}

// %%
CELL_FAILS
{
    linear_forward(mixer, tensor_ones(SHAPE(6, 8)));
}

// %% [markdown]
// ## Where the weights start
//
// A sum of $n$ products has $n$ times the variance of one: $\mathrm{var}(y) = n\,v$. So
// weights of variance $v = 1$ make numbers grow by $\sqrt n$ in every layer, weights that are
// too small let them fade, and $v = 1/n$ keeps them as they are. Below, 40 layers in a row, on
// a scale of powers of ten.

// %%
enum { WIDTH = 128, DEPTH = 40 };

// The size of the numbers in powers of ten, before the first layer and after each.
static void sizes(double variance, double *size)
{
    Scope *scope = scope_open();
    Rng rng = rng_seed(3);
    Tensor *x = tensor_normal(SHAPE(32, WIDTH), 0, 1, &rng);
    double power = 0; // kept apart, so that nothing overflows
    for (int layer = 0; layer <= DEPTH; layer++) {
        double square = (double)tensor_item(tensor_mean(tensor_mul(x, x), ALL_AXES, false));
        power += log10(square) / 2;
        size[layer] = power;
        x = tensor_mul_scalar(x, (real)(1 / sqrt(square)));
        x = tensor_matmul(x, tensor_normal(SHAPE(WIDTH, WIDTH), 0, (real)sqrt(variance), &rng));
    }
    scope_close(scope);
}

CELL
{
    double ones[DEPTH + 1], torch[DEPTH + 1], glorot[DEPTH + 1], tiny[DEPTH + 1];
    sizes(1, ones);
    sizes(1.0 / (3 * WIDTH), torch);
    sizes(1.0 / WIDTH, glorot);
    sizes(0.01 * 0.01, tiny);
    display_chart(4,
                  (Series[]){{"variance 1", DEPTH + 1, NULL, ones, false},
                             {"2 / (in + out)", DEPTH + 1, NULL, glorot, false},
                             {"1 / (3 in), PyTorch's Linear", DEPTH + 1, NULL, torch, false},
                             {"0.01 squared", DEPTH + 1, NULL, tiny, false}},
                  &(ChartOptions){.title = "Size of the numbers after so many layers",
                                  .x_title = "layers",
                                  .y_title = "powers of ten"});
    printf("after %d layers: 10^%.2f, 10^%.2f, 10^%.2f, 10^%.2f; a float ends at 10^38\n", DEPTH,
           ones[DEPTH], glorot[DEPTH], torch[DEPTH], tiny[DEPTH]);
    gate(fabs(glorot[DEPTH]) < 0.5, "2 / (in + out) keeps the size");
    gate(fabs(torch[DEPTH] + DEPTH * log10(3) / 2) < 0.5, "1 / (3 in) divides by sqrt(3)");
}

// %% [markdown]
// ## Why there are bends
//
// Each panel is one network with random weights, asked at every point of the plane. Without
// bends, however many layers there are, it is a ramp, since $(xA)B = x(AB)$. With tanh between
// the layers, more layers draw more folds. Training will choose among such pictures; without
// bends there is nothing to choose.

// %%
enum { SIDE = 48 };

// A network 2, 24, ..., 24, 1 with so many hidden layers, at SIDE times SIDE points.
static Tensor *picture(int hidden, bool bends)
{
    Rng rng = rng_seed(23);
    Tensor *points = tensor_new(SHAPE(SIDE * SIDE, 2));
    for (long i = 0; i < SIDE * SIDE; i++) {
        points->data[2 * i] = (real)(4.0 * (double)(i % SIDE) / (SIDE - 1) - 2);
        points->data[2 * i + 1] = (real)(2 - 4.0 * (double)(i / SIDE) / (SIDE - 1));
    }
    Tensor *x = points;
    for (int layer = 0; layer <= hidden; layer++) {
        long in = layer == 0 ? 2 : 24, out = layer == hidden ? 1 : 24;
        Linear *l = linear_new(in, out, true, &rng);
        init_normal(l->weight, 0, (real)(2 / sqrt((double)in)), &rng); // variance 4 / in: steep
        x = linear_forward(l, x);
        if (bends && layer < hidden)
            x = tensor_tanh(x);
        x = tensor_detach(x);
        module_free(&l->module);
    }
    Tensor *largest = tensor_max(tensor_abs(x), ALL_AXES, false);
    return tensor_reshape(tensor_div(x, largest), SHAPE(SIDE, SIDE));
}

CELL
{
    Tensor *flat = picture(4, false);
    display_heatmaps(
        4, (const Tensor *[]){flat, picture(1, true), picture(2, true), picture(4, true)},
        (const char *[]){"5 layers, no bends", "2 layers, tanh", "3 layers, tanh",
                         "5 layers, tanh"},
        4, &(HeatmapOptions){.title = "Random networks, before any learning", .diverging = true});
    const real *row = flat->data;
    double bend = 0;
    for (long j = 1; j + 1 < SIDE; j++)
        bend = fmax(bend, fabs((double)(row[j - 1] - 2 * row[j] + row[j + 1])));
    gate(bend < 1e-4, "without bends every row is a straight line");
}

// %% [markdown]
// ## Forgetting on purpose
//
// While a model learns, dropout sets each number to 0 with probability $p$ and divides the
// others by $1 - p$. Three draws of the same picture, and the mean of 300: it tends to what
// went in, which is why nothing has to be corrected when the model is used.

// %%
CELL
{
    Rng rng = rng_seed(4);
    Tensor *x = tensor_new(SHAPE(16, 16));
    for (long i = 0; i < 256; i++)
        x->data[i] =
            (real)(0.5 + 0.5 * cos(hypot((double)(i % 16) - 7.5, (double)(i / 16) - 7.5) / 2));
    Dropout *d = dropout_new((real)0.4, &rng);
    Tensor *mean = tensor_zeros(SHAPE(16, 16)), *draws[3];
    for (int i = 0; i < 300; i++) {
        Tensor *y = dropout_forward(d, x);
        if (i < 3)
            draws[i] = y;
        mean = tensor_add(mean, tensor_mul_scalar(y, (real)(1.0 / 300)));
    }
    display_heatmaps(5, (const Tensor *[]){x, draws[0], draws[1], draws[2], mean},
                     (const char *[]){"x", "first draw", "second", "third", "mean of 300"}, 5,
                     &(HeatmapOptions){.title = "Dropout with p = 0.4", .low = 0, .high = 1.7});
    Tensor *gap = tensor_mean(tensor_abs(tensor_sub(mean, x)), ALL_AXES, false);
    gate(tensor_item(gap) < (real)0.05, "the mean is off by %.3f", (double)tensor_item(gap));
    module_train(&d->module, false);
    gate(dropout_forward(d, x) == x, "in use, x itself comes back");
    module_free(&d->module);
}

// %% [markdown]
// ## A model is a tree
//
// Layers inside of layers; every parameter has a path. Whoever counts, saves, trains or frees
// walks this tree, and need not know what the layers do.

// %%
CELL
{
    Rng rng = rng_seed(5);
    Module *encoder = mlp_new(SHAPE(784, 64, 16), ACT_RELU, &rng);
    Dropout *forget = dropout_new((real)0.2, &rng);
    Linear *scores = linear_new(16, 10, true, &rng);
    Module *model = sequential_new(LAYERS(encoder, &forget->module, &scores->module));
    module_summary(stdout, model);
    module_train(model, false);
    Tensor *y = module_forward(model, tensor_ones(SHAPE(3, 784)));
    printf("three images of 784 points give %s scores\n", tensor_shape_text(y));
    ParameterList *list = parameters_of(model);
    gate(parameters_numel(list) == 784 * 64 + 64 + 64 * 16 + 16 + 16 * 10 + 10,
         "%ld parameters, as on paper", parameters_numel(list));
    gate(!forget->module.training, "module_train has reached the dropout");
    parameters_free(list);
    module_free(model);
}
