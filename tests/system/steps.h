/* steps.h - steps of training that share their work between threads: images, text, and operations that those leave
 * out. Together they go through every parallel loop of the engine. */
#ifndef STEPS_H
#define STEPS_H

#include "test.h"

enum { IMAGES = 8, SIDE = 32, ROWS = 2, TOKENS = 96, WIDTH = 64 };

static Rng rng;
static int numbers[ROWS * TOKENS]; /* labels, ids and targets */
static Tensor *images;
static Module *net;
static Gpt *gpt;
static ParameterList *net_parameters, *gpt_parameters;
static Optimizer *adam, *sgd;

static inline void make_fixtures(void)
{
    rng = rng_seed(1);
    for (int i = 0; i < ROWS * TOKENS; i++)
        numbers[i] = i % WIDTH;
    Window near = {.kernel = {3, 3}, .padding = {1, 1}}, two = {.kernel = {2, 2}};
    Conv2dOptions conv = {.in = 3, .out = 8, .window = near, .init = &rng};
    net = sequential_new(
        7, (Module *[]){&conv2d_new(conv)->module, &batch_norm2d_new(8)->module, relu_new(),
                        max_pool2d_new(two), avg_pool2d_new(two, true), flatten_new(),
                        &linear_new(8 * SIDE * SIDE / 16, WIDTH, true, &rng)->module});
    gpt = gpt_new((GptOptions){.vocabulary = WIDTH,
                               .context = TOKENS,
                               .embed_dim = WIDTH,
                               .num_heads = 2,
                               .num_layers = 1,
                               .causal = true,
                               .dropout = (real)0.1});
    images = tensor_keep(tensor_normal(SHAPE(IMAGES, 3, SIDE, SIDE), 0, 1, &rng));
    net_parameters = parameters_of(net);
    gpt_parameters = parameters_of(&gpt->module);
    sgd = sgd_new(net_parameters, (OptimizerOptions){.lr = 0.01});
    adam = adam_new(gpt_parameters, (OptimizerOptions){.lr = 0.01});
}

static inline void free_fixtures(void)
{
    optimizer_free(sgd);
    optimizer_free(adam);
    parameters_free(net_parameters);
    parameters_free(gpt_parameters);
    tensor_free(images);
    module_free(net);
    module_free(&gpt->module);
}

/* ---- steps ------------------------------------------------------------------------------------------- */

static inline bool step(Tensor *loss, Optimizer *o)
{
    tensor_backward(loss);
    clip_grad_norm(o->parameters, 1);
    optimizer_step(o);
    optimizer_zero_grad(o);
    return true;
}

static inline bool step_of_images(void)
{
    optimizer_zero_grad(sgd); /* what a failure left */
    IntTensor *labels = int_tensor_from(SHAPE(IMAGES), IMAGES, numbers);
    return step(tensor_cross_entropy(module_forward(net, images), labels, -100, 0), sgd);
}

static inline bool step_of_text(void)
{
    optimizer_zero_grad(adam);
    IntTensor *ids = int_tensor_from(SHAPE(ROWS, TOKENS), ROWS * TOKENS, numbers);
    return step(gpt_loss(gpt, ids, ids), adam);
}

/* What the two steps leave out: attention in steps, sums along the first axis, losses of numbers, shares of
 * strided tensors, a product that is large enough for both threads. */
static inline bool operations(void)
{
    Tensor *x = tensor_requires_grad(tensor_normal(SHAPE(300, 300), 0, 1, &rng));
    Tensor *y = tensor_matmul(tensor_transpose(x, 0, 1), x);
    Tensor *z = tensor_add(tensor_softmax(y, 0), tensor_log_softmax(y, 1));
    Tensor *w = tensor_tanh(tensor_mul(tensor_transpose(z, 0, 1), tensor_gelu(x)));
    Tensor *heads = tensor_reshape(w, SHAPE(1, 3, 100, 300));
    w = scaled_dot_product_attention(heads, heads, heads, NULL).output;
    Tensor *sums = tensor_sum(tensor_layer_norm(w, NULL, NULL, (real)1e-5), AXES(0), false);
    Tensor *most = tensor_max(tensor_abs(sums), AXES(-1), true);
    tensor_backward(tensor_mse_loss(tensor_mul(sums, most), tensor_abs(sums)));
    return true;
}

/* ---- what was learnt ---------------------------------------------------------------------------------- */

static inline uint64_t mix(uint64_t mixed, const Tensor *t)
{
    const unsigned char *byte = (const unsigned char *)t->data;
    for (long i = 0; i < tensor_numel(t) * (long)sizeof(real); i++)
        mixed = (mixed ^ byte[i]) * 1099511628211u;
    return mixed;
}

static inline uint64_t weights(const ParameterList *p)
{
    uint64_t mixed = 14695981039346656037u;
    for (long i = 0; i < p->count; i++)
        mixed = mix(mixed, p->tensor[i]);
    return mixed;
}

#endif
