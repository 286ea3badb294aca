/* bars.c - the images, a small network of two convolutions, and two ways to examine it. */
#include "bars.h"

enum { SIDE = 12, LENGTH = 5, WAYS = 4, BATCH = 32, STEPS = 600, IMAGES = 320 };

Module *bars_new(uint64_t seed)
{
    Rng rng = rng_stream(seed, 2);
    Window three = {.kernel = {3, 3}, .padding = {1, 1}}, two = {.kernel = {2, 2}};
    Conv2d *first = conv2d_new((Conv2dOptions){.in = 1, .out = 8, .window = three, .init = &rng});
    Conv2d *second = conv2d_new((Conv2dOptions){.in = 8, .out = 8, .window = three, .init = &rng});
    Linear *last = linear_new(8 * (SIDE / 4) * (SIDE / 4), WAYS, true, &rng);
    Module *parts[] = {&first->module,      &batch_norm2d_new(8)->module,
                       relu_new(),          max_pool2d_new(two),
                       &second->module,     relu_new(),
                       max_pool2d_new(two), flatten_new(),
                       &last->module};
    return sequential_new(sizeof parts / sizeof *parts, parts);
}

/* A bar of LENGTH bright pixels: -, |, \ or /, somewhere in darker noise. */
static void draw_image(Rng *rng, real *pixels, int way)
{
    static const int down[WAYS] = {0, 1, 1, 1}, right[WAYS] = {1, 0, 1, -1};
    for (int i = 0; i < SIDE * SIDE; i++)
        pixels[i] = (real)(0.5 * rng_normal(rng));
    long rows = down[way] ? LENGTH : 1, columns = right[way] ? LENGTH : 1;
    long row = rng_below(rng, SIDE - rows + 1), column = rng_below(rng, SIDE - columns + 1);
    if (right[way] < 0)
        column += columns - 1;
    for (int i = 0; i < LENGTH; i++)
        pixels[(row + i * down[way]) * SIDE + column + i * right[way]] += 2;
}

static Tensor *draw_images(Rng *rng, long n, IntTensor *ways)
{
    Tensor *x = tensor_new(SHAPE(n, 1, SIDE, SIDE));
    for (long b = 0; b < n; b++) {
        ways->data[b] = (int)rng_below(rng, WAYS);
        draw_image(rng, x->data + b * SIDE * SIDE, ways->data[b]);
    }
    return x;
}

void bars_train(Module *network, uint64_t seed)
{
    Rng rng = rng_stream(seed, 3);
    ParameterList *parameters = parameters_of(network);
    Optimizer *adam = adam_new(parameters, (OptimizerOptions){.lr = 5e-3});
    for (int step = 0; step < STEPS; step++) {
        Scope *scope = scope_open();
        IntTensor *ways = int_tensor_new(SHAPE(BATCH));
        Tensor *x = draw_images(&rng, BATCH, ways);
        tensor_backward(tensor_cross_entropy(module_forward(network, x), ways, -100, 0));
        optimizer_step(adam);
        optimizer_zero_grad(adam);
        scope_close(scope);
    }
    optimizer_free(adam);
    parameters_free(parameters);
}

static long right_of(Module *network, Rng *rng, long n)
{
    Scope *scope = scope_open();
    IntTensor *ways = int_tensor_new(SHAPE(n));
    Tensor *x = draw_images(rng, n, ways);
    IntTensor *best = tensor_argmax(module_forward(network, x), -1, false);
    long right = 0;
    for (long b = 0; b < n; b++)
        right += best->data[b] == ways->data[b];
    scope_close(scope);
    return right;
}

static double share(Module *network, uint64_t seed, long n)
{
    bool was = grad_mode(false);
    Rng rng = rng_stream(seed, 5);
    long right = 0;
    for (long i = 0; i < IMAGES / n; i++)
        right += right_of(network, &rng, n);
    grad_mode(was);
    return (double)right / (double)IMAGES;
}

double bars_right_in_use(Module *network, uint64_t seed)
{
    module_train(network, false);
    double right = share(network, seed, 1);
    module_train(network, true);
    return right;
}

double bars_right_in_batches(Module *network, uint64_t seed)
{
    return share(network, seed, BATCH);
}
