// %% [markdown]
// # 09 Convolutions
//
// The same few weights look at every place, so what is learnt in one corner holds in all:
//
// $$y_{o,r,s} = b_o + \sum_{c,i,j} w_{o,c,i,j}\; x_{c,\,r+i,\,s+j}$$
//
// Below: what three kernels see in a digit, a convolution as one product, a kernel that is learnt from examples, shapes in
// places where there were none in training, and what a batch norm remembers.

// %%
#include <math.h>
#include "notebook.h"

enum { SIDE = 28 };

static Rng rng;
static Tensor *digit; /* (1, 1, SIDE, SIDE) */

static Tensor *plane(Tensor *x, long image, long channel)
{
    return tensor_select(tensor_select(x, 0, image), 0, channel);
}

static double largest_difference(const Tensor *a, const Tensor *b)
{
    double most = 0;
    for (long i = 0; i < tensor_numel(a); i++)
        most = fmax(most, fabs((double)a->data[i] - (double)b->data[i]));
    return most;
}

// %% [markdown]
// ## A digit, and three kernels
//
// Drawn with a pen of its own, as those of the notebook 1986.

// %%
CELL
{
    rng = rng_seed(9);
    digit = tensor_new(SHAPE(1, 1, SIDE, SIDE));
    digit_draw(5, SIDE, digit->data, &rng);
    printf("%s, with numbers from 0 to 1\n", tensor_shape_text(digit));
}

// %% [markdown]
// The first kernel takes what is right of a pixel less what is left of it, the second what is below less what is above, the third blurs. Blue is
// negative, orange positive.

// %%
static Tensor *three_kernels(void)
{
    Tensor *sum = tensor_from(SHAPE(3, 1, 3, 3), VALUES(-1, 0, 1, -2, 0, 2, -1, 0, 1, /* across */
                                                        -1, -2, -1, 0, 0, 0, 1, 2, 1, /* down */
                                                        .25, .5, .25, .5, 1, .5, .25, .5, .25));
    return tensor_mul_scalar(sum, (real)0.25);
}

CELL
{
    Tensor *y = tensor_conv2d(digit, three_kernels(), NULL, (Window){.padding = {1, 1}}, 1);
    printf("%s goes in, %s comes out\n", tensor_shape_text(digit), tensor_shape_text(y));
    display_heatmaps(
        4, (const Tensor *[]){plane(digit, 0, 0), plane(y, 0, 0), plane(y, 0, 1), plane(y, 0, 2)},
        (const char *[]){"the digit", "left and right", "up and down", "blur"}, 4,
        &(HeatmapOptions){.diverging = true});
}

// %% [markdown]
// ## Shifted in, shifted out
//
// The digit three pixels to the right and two down: so are its edges, to the last bit, because they are the same sums. With a stride of
// 2 a shift by an odd number of pixels has no counterpart.

// %%
CELL
{
    const Window same = {.padding = {1, 1}};
    Tensor *here = tensor_conv2d(digit, three_kernels(), NULL, same, 1);
    Tensor *x = tensor_zeros(4, digit->shape);
    for (long r = 2; r < SIDE; r++)
        for (long s = 3; s < SIDE; s++)
            tensor_set(x, AT(0, 0, r, s), tensor_get(digit, AT(0, 0, r - 2, s - 3)));
    Tensor *there = tensor_conv2d(x, three_kernels(), NULL, same, 1);
    long differ = 0;
    for (long o = 0; o < 3; o++)
        for (long r = 3; r < SIDE - 1; r++)
            for (long s = 4; s < SIDE - 1; s++)
                differ +=
                    tensor_get(there, AT(0, o, r, s)) != tensor_get(here, AT(0, o, r - 2, s - 3));
    gate(differ == 0, "%ld numbers of the shifted maps differ", differ);
}

// %% [markdown]
// ## As one product
//
// Two channels, a window of 2 x 2. A column holds the eight numbers under a window, a row of weights meets all columns at once.

// %%
CELL
{
    const Window w = {.kernel = {2, 2}};
    Tensor *x = tensor_new(SHAPE(1, 2, 3, 3)), *columns = tensor_new(SHAPE(1, 8, 4));
    for (int i = 0; i < 18; i++)
        x->data[i] = (real)(i < 9 ? i + 1 : i + 2);
    im2col_kernel(columns, x, w);
    tensor_print(columns);
    Tensor *weight = tensor_normal(SHAPE(5, 2, 2, 2), 0, 1, &rng),
           *y = tensor_new(SHAPE(1, 5, 2, 2));
    conv2d_direct(y, x, weight, NULL, w, 1);
    Tensor *product =
        tensor_matmul(tensor_reshape(weight, SHAPE(5, 8)), tensor_select(columns, 0, 0));
    double off = largest_difference(y, product);
    gate(off < 1e-4, "product and definition differ by %.0e at most", off);
}

// %% [markdown]
// ## A kernel, learnt
//
// Somebody hands us images of noise, and what an unknown kernel has made of them. Nine weights start at 0, and gradient descent finds the kernel.

// %%
CELL
{
    enum { STEPS = 200 };
    static double losses[STEPS];
    const Window same = {.padding = {1, 1}};
    Tensor *secret = tensor_slice(three_kernels(), 0, 0, 1, 1);
    Tensor *weight = tensor_requires_grad(tensor_zeros(SHAPE(1, 1, 3, 3)));
    ParameterList *list = parameters_new();
    parameters_add(list, "kernel", weight);
    Optimizer *adam = adam_new(list, (OptimizerOptions){.lr = 0.05});
    for (int step = 0; step < STEPS; step++) {
        Scope *scope = scope_open();
        Tensor *x = tensor_normal(SHAPE(4, 1, 12, 12), 0, 1, &rng);
        Tensor *wanted = tensor_conv2d(x, secret, NULL, same, 1);
        Tensor *loss = tensor_mse_loss(tensor_conv2d(x, weight, NULL, same, 1), wanted);
        losses[step] = (double)tensor_item(loss);
        tensor_backward(loss);
        optimizer_step(adam);
        optimizer_zero_grad(adam);
        scope_close(scope);
    }
    display_chart(
        1, (Series[]){{NULL, STEPS, NULL, losses, false}},
        &(ChartOptions){.title = "Loss", .x_title = "step", .y_title = "mean square", .y_low = 0});
    tensor_print(plane(weight, 0, 0));
    gate(largest_difference(weight, secret) < 0.05, "the kernel is found, to %.0e",
         largest_difference(weight, secret));
    optimizer_free(adam);
    parameters_free(list);
}

// %% [markdown]
// ## Where there was nothing to learn from
//
// Plus or cross, five pixels wide, somewhere on 16 x 16 pixels of noise. In training their middle is in the left half, afterwards
// in the right half.

// %%
enum { SIZE = 16, KINDS = 2 };

static void draw_shape(real *pixels, int kind, long row, long column)
{
    for (int i = 0; i < SIZE * SIZE; i++)
        pixels[i] = (real)(0.2 * rng_normal(&rng));
    for (int i = -2; i <= 2; i++) {
        pixels[(row + i) * SIZE + column + (kind == 0 ? 0 : i)] += 1;
        if (i != 0)
            pixels[(row + (kind == 0 ? 0 : -i)) * SIZE + column + i] += 1;
    }
}

/* Shapes whose middle stands in columns [first, last]. */
static Tensor *shapes(long n, long first, long last, IntTensor *kinds)
{
    Tensor *x = tensor_new(SHAPE(n, 1, SIZE, SIZE));
    for (long i = 0; i < n; i++) {
        kinds->data[i] = (int)(rng_bits(&rng) % KINDS);
        draw_shape(x->data + i * SIZE * SIZE, kinds->data[i],
                   2 + (long)(rng_bits(&rng) % (SIZE - 4)),
                   first + (long)(rng_bits(&rng) % (uint64_t)(last - first + 1)));
    }
    return x;
}

static void learn_shapes(Module *model)
{
    ParameterList *parameters = parameters_of(model);
    Optimizer *adam = adam_new(parameters, (OptimizerOptions){.lr = 5e-3});
    for (int step = 0; step < 600; step++) {
        Scope *scope = scope_open();
        IntTensor *kinds = int_tensor_new(SHAPE(32));
        Tensor *logits = module_forward(model, shapes(32, 2, 6, kinds));
        tensor_backward(tensor_cross_entropy(logits, kinds, NO_IGNORE_INDEX, 0));
        optimizer_step(adam);
        optimizer_zero_grad(adam);
        scope_close(scope);
    }
    optimizer_free(adam);
    parameters_free(parameters);
}

static double percent_right(Module *model, long first, long last)
{
    enum { N = 1000 };
    Scope *scope = scope_open();
    grad_mode(false);
    IntTensor *kinds = int_tensor_new(SHAPE(N));
    IntTensor *said =
        tensor_argmax(module_forward(model, shapes(N, first, last, kinds)), -1, false);
    long right = 0;
    for (long i = 0; i < N; i++)
        right += said->data[i] == kinds->data[i];
    scope_close(scope);
    return 100.0 * (double)right / N;
}

static double compare(const char *name, Module *model)
{
    learn_shapes(model);
    ParameterList *parameters = parameters_of(model);
    double left = percent_right(model, 2, 6), right = percent_right(model, 9, SIZE - 3);
    table_row("%s|%ld|%.1f %%|%.1f %%", name, parameters_numel(parameters), left, right);
    parameters_free(parameters);
    module_free(model);
    return right;
}

CELL
{
    const Tensor *examples[6];
    IntTensor *kinds = int_tensor_new(SHAPE(6));
    Tensor *x[2] = {shapes(3, 2, 6, kinds), shapes(3, 9, SIZE - 3, kinds)};
    for (int i = 0; i < 6; i++)
        examples[i] = plane(x[i / 3], i % 3, 0);
    display_heatmaps(6, examples, NULL, 6,
                     &(HeatmapOptions){.title = "Three to learn from, three to be asked"});
    Conv2d *conv =
        conv2d_new((Conv2dOptions){.in = 1, .out = 8, .window = {.kernel = {5, 5}}, .init = &rng});
    Module *looking =
        sequential_new(5, (Module *[]){&conv->module, activation_new(ACT_RELU),
                                       max_pool2d_new((Window){.kernel = {SIZE - 4, SIZE - 4}}),
                                       flatten_new(), &linear_new(8, KINDS, true, &rng)->module});
    Module *knowing = sequential_new(
        2, (Module *[]){flatten_new(), mlp_new(SHAPE(SIZE * SIZE, 64, KINDS), ACT_RELU, &rng)});
    table_begin("model|parameters|left half, as in training|right half");
    double same_weights = compare("convolution, max pool", looking);
    double own_weights = compare("a weight for each pixel", knowing);
    table_end();
    gate(same_weights > 95, "the same weights look everywhere: %.1f %%", same_weights);
    gate(own_weights < 75, "weights that have seen nothing know little: %.1f %%", own_weights);
}

// %% [markdown]
// ## A block, as a graph

// %%
CELL
{
    Tensor *x = tensor_named(tensor_normal(SHAPE(2, 1, 8, 8), 0, 1, &rng), "x");
    Conv2d *conv = conv2d_new((Conv2dOptions){.in = 1,
                                              .out = 4,
                                              .window = {.kernel = {3, 3}, .padding = {1, 1}},
                                              .no_bias = true,
                                              .init = &rng});
    BatchNorm2d *norm = batch_norm2d_new(4);
    Tensor *y = tensor_relu(batch_norm2d_forward(norm, conv2d_forward(conv, x)));
    display_graph(tensor_max_pool2d(y, (Window){.kernel = {2, 2}}),
                  &(GraphOptions){.title = "convolution, batch norm, relu, pool"});
    module_free(&norm->module);
    module_free(&conv->module);
}

// %% [markdown]
// ## What a batch norm remembers
//
// Numbers of mean 3 and spread 2 go by, eight images at a time. What is remembered starts at 0 and 1 and moves a tenth of the way with each
// batch. Then one image among dark ones, and among bright ones: in training its result depends on them, in use it does not.

// %%
static double middle_of(BatchNorm2d *norm, Tensor *image, real brighter, bool training)
{
    module_train(&norm->module, training);
    Tensor *others = tensor_full(SHAPE(3, 1, 4, 4), brighter);
    Tensor *y = batch_norm2d_forward(norm, tensor_concat(2, (Tensor *[]){image, others}, 0));
    return (double)tensor_get(y, AT(0, 0, 2, 2));
}

CELL
{
    BatchNorm2d *norm = batch_norm2d_new(1);
    table_begin("batches|remembered mean|remembered variance");
    for (int batch = 0; batch <= 40; batch++) {
        if (batch % 10 == 0)
            table_row("%d|%.3f|%.3f", batch, (double)norm->running_mean->data[0],
                      (double)norm->running_var->data[0]);
        batch_norm2d_forward(norm, tensor_normal(SHAPE(8, 1, 4, 4), 3, 2, &rng));
    }
    table_end();
    Tensor *image = tensor_full(SHAPE(1, 1, 4, 4), 5);
    double dark = middle_of(norm, image, 3, false), bright = middle_of(norm, image, 9, false);
    gate(dark == bright, "in use a pixel becomes %.3f, whoever is beside it", dark);
    dark = middle_of(norm, image, 3, true), bright = middle_of(norm, image, 9, true);
    gate(dark > 1 && bright < -1,
         "in training it becomes %.3f among dark images, %.3f among bright ones", dark, bright);
    module_free(&norm->module);
}

// %% [markdown]
// Next: `make notebook-1998`, in which LeNet reads digits with these layers.
