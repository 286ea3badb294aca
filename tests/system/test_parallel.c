/* test_parallel.c - steps of training on two threads, with each allocation failing: out of memory is told by
 * the thread that called, for no thread takes memory while several compute. And a child of a program that
 * computed on several threads computes, too. */
#include "torture.h"
#include <signal.h>
#include <sys/wait.h>

enum { IMAGES = 8, SIDE = 32, ROWS = 2, TOKENS = 96, WIDTH = 64 };

static Rng rng;
static int numbers[ROWS * TOKENS]; /* labels, ids and targets */
static Tensor *images;
static Module *net;
static Gpt *gpt;
static ParameterList *net_parameters, *gpt_parameters;
static Optimizer *adam, *sgd;

static void make_fixtures(void)
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

static void free_fixtures(void)
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

static bool step(Tensor *loss, Optimizer *o)
{
    tensor_backward(loss);
    clip_grad_norm(o->parameters, 1);
    optimizer_step(o);
    optimizer_zero_grad(o);
    return true;
}

static bool step_of_images(void)
{
    optimizer_zero_grad(sgd); /* what a failure left */
    IntTensor *labels = int_tensor_from(SHAPE(IMAGES), IMAGES, numbers);
    return step(tensor_cross_entropy(module_forward(net, images), labels, -100, 0), sgd);
}

static bool step_of_text(void)
{
    optimizer_zero_grad(adam);
    IntTensor *ids = int_tensor_from(SHAPE(ROWS, TOKENS), ROWS * TOKENS, numbers);
    return step(gpt_loss(gpt, ids, ids), adam);
}

/* What the two steps leave out: attention in steps, sums along the first axis, losses of numbers, shares of
 * strided tensors, a product that is large enough for both threads. */
static bool operations(void)
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

static void test_out_of_memory_on_two_threads(void **state)
{
    bool (*const all[])(void) = {step_of_images, step_of_text, operations};
    kindling_set_threads(2);
    make_fixtures();
    allocations_in_parallel = 0;
    for (int i = 0; i < 3; i++) {
        all[i](); /* gradients and moments are there to stay */
        torture(all[i], fail_after, 4);
        torture(all[i], fail_from, 4);
    }
    assert_int_equal(allocations_in_parallel, 0);
    free_fixtures();
    *state = scope_open();
}

/* ---- fork --------------------------------------------------------------------------------------------- */

static Tensor *product(void)
{
    Tensor *x = tensor_full(SHAPE(300, 300), (real)0.1);
    return tensor_exp(tensor_matmul(x, x));
}

static void test_a_child_computes(void **state)
{
    (void)state;
    kindling_set_threads(2);
    Tensor *before = product();
    pid_t child = fork();
    if (child == 0) {
        alarm(60); /* it would wait for threads that it has not */
        _exit(tensor_get(product(), AT(1, 1)) == tensor_get(before, AT(1, 1)) ? 0 : 1);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_true(kindling_threads() <= 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_out_of_memory_on_two_threads),
        UNIT_TEST(test_a_child_computes),
    };
    setenv("KINDLING_GEMM", "builtin", 1);
    return run_tests_in_scratch("system/parallel", tests);
}
