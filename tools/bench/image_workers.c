/* image_workers.c - images: a training step of LeNet-5, and one convolution forward and backward.
 *
 * The same networks and steps as torch_images.py.
 */
#include <stdlib.h>
#include "bench.h"

/* ---- LeNet-5 (LeCun, Bottou, Bengio, Haffner 1998), every map of C3 seeing all of S2: 61,706 weights ------ */

typedef struct {
    Module *network;
    ParameterList *parameters;
    Optimizer *sgd;
    Tensor *x;
    IntTensor *label;
} Lenet;

static Module *conv_new(long in, long out, long padding, Rng *rng)
{
    Window w = {.kernel = {5, 5}, .padding = {padding, padding}};
    return &conv2d_new((Conv2dOptions){.in = in, .out = out, .window = w, .init = rng})->module;
}

static Module *lenet_new(Rng *rng)
{
    Window two = {.kernel = {2, 2}};
    return sequential_new(LAYERS(conv_new(1, 6, 2, rng), tanh_new(), avg_pool2d_new(two, true),
                                 conv_new(6, 16, 0, rng), tanh_new(), avg_pool2d_new(two, true),
                                 flatten_new(), &linear_new(400, 120, true, rng)->module,
                                 tanh_new(), &linear_new(120, 84, true, rng)->module, tanh_new(),
                                 &linear_new(84, 10, true, rng)->module));
}

static Tensor *lenet_loss(Lenet *l)
{
    return tensor_cross_entropy(module_forward(l->network, l->x), l->label, NO_IGNORE_INDEX, 0);
}

static void one_lenet_step(void *context)
{
    Lenet *l = context;
    Scope *scope = scope_open();
    tensor_backward(lenet_loss(l));
    optimizer_step(l->sgd);
    optimizer_zero_grad(l->sgd);
    scope_close(scope);
}

static double lenet_product_flops(Lenet *l)
{
    Scope *scope = scope_open();
    double sum = 0;
    for (const Closure *c = backward_order(lenet_loss(l)); c != NULL; c = c->next)
        if (closure_is_product(c))
            sum += flops_closure(c) + flops_gradients(c);
    scope_close(scope);
    return sum;
}

void worker_lenet(const long *n, Effort effort)
{
    Rng rng = rng_seed(1);
    worker_begin();
    Lenet l = {.network = lenet_new(&rng)};
    l.parameters = parameters_of(l.network);
    l.sgd = sgd_new(l.parameters, (OptimizerOptions){.lr = 1e-2, .momentum = 0.9});
    l.x = tensor_normal(SHAPE(n[0], 1, 28, 28), 0, 1, &rng);
    l.label = int_tensor_new(SHAPE(n[0]));
    for (long i = 0; i < n[0]; i++)
        l.label->data[i] = (int)rng_below(&rng, 10);
    Timing t = measure(one_lenet_step, &l, effort);
    worker_print("lenet", t, 0, lenet_product_flops(&l) * 1e-9);
    printf(", \"images_per_s\": %.1f, \"params\": %ld}\n", (double)n[0] / t.median_ms * 1e3,
           parameters_numel(l.parameters));
    optimizer_free(l.sgd);
    parameters_free(l.parameters);
    module_free(l.network);
}

/* ---- one convolution ------------------------------------------------------------------------------- */

typedef struct {
    Tensor *x, *weight, *bias, *dy;
    Window window;
} ConvCase;

static void one_conv(void *context)
{
    ConvCase *c = context;
    Scope *scope = scope_open();
    Tensor *leaf[] = {c->x, c->weight, c->bias};
    tensor_backward_from(tensor_conv2d(c->x, c->weight, c->bias, c->window, 1), c->dy, false);
    for (int i = 0; i < 3; i++)
        tensor_zero_grad(leaf[i]);
    scope_close(scope);
}

void worker_conv(const long *n, Effort effort)
{
    long B = n[0], in = n[1], out = n[2], H = n[3], K = n[4];
    Rng rng = rng_seed(1);
    worker_begin();
    ConvCase c = {.window = {.padding = {K / 2, K / 2}}};
    c.x = tensor_requires_grad(tensor_normal(SHAPE(B, in, H, H), 0, 1, &rng));
    c.weight = tensor_requires_grad(tensor_normal(SHAPE(out, in, K, K), 0, (real)0.05, &rng));
    c.bias = tensor_requires_grad(tensor_normal(SHAPE(out), 0, 1, &rng));
    long side = H + 2 * (K / 2) - K + 1;
    c.dy = tensor_normal(SHAPE(B, out, side, side), 0, 1, &rng);
    Timing t = measure(one_conv, &c, effort);
    worker_print("conv", t, 0, 6e-9 * (double)(B * out * side * side * in * K * K));
    printf("}\n");
}
