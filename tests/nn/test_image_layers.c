/* test_image_layers.c - convolutions, pools and norms as modules: starting values, buffers, a small network. */
#include "../support/scratch.h"
#include "test.h"

static void test_conv_layer(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Conv2d *l = conv2d_new((Conv2dOptions){.in = 4,
                                           .out = 6,
                                           .window = {.kernel = {3, 2}, .padding = {1, 0}},
                                           .groups = 2,
                                           .init = &rng});
    assert_shape(l->weight, SHAPE(6, 2, 3, 2));
    assert_shape(l->bias, SHAPE(6));
    double bound = 1 / sqrt(12), largest = 0;
    for (long i = 0; i < 72; i++)
        largest = fmax(largest, fabs((double)l->weight->data[i]));
    assert_true(largest <= bound && largest > 0.8 * bound);
    Tensor *x = random_tensor(SHAPE(2, 4, 5, 5)), *y = module_forward(&l->module, x);
    assert_tensor_identical(y, tensor_conv2d(x, l->weight, l->bias, l->window, 2));
    assert_shape(y, SHAPE(2, 6, 5, 4));
    assert_fails_with(
        "conv2d_forward: x is (2, 3, 5, 5) but this layer takes (B, 4, H, W): 3 channels, "
        "expected 4",
        conv2d_forward(l, tensor_zeros(SHAPE(2, 3, 5, 5))));
    module_free(&l->module);
    l = conv2d_new((Conv2dOptions){
        .in = 1, .out = 1, .window = {.kernel = {1, 1}}, .no_bias = true, .init = &rng});
    assert_null(l->bias);
    module_free(&l->module);
}

static void test_conv_mistakes(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Conv2dOptions right = {.in = 4, .out = 6, .window = {.kernel = {3, 3}}, .init = &rng},
                  o = right;
    o.groups = 4;
    assert_fails_with(
        "conv2d_new: groups is 4, expected a number that divides 4 and 6, the channels",
        conv2d_new(o));
    o = right;
    o.in = 0;
    assert_fails_with("conv2d_new: channels are 0 in and 6 out, expected at least 1",
                      conv2d_new(o));
    o = right;
    o.init = NULL;
    assert_fails_with("conv2d_new: init is NULL", conv2d_new(o));
    o = right;
    o.window.kernel[1] = 0;
    assert_fails_with("conv2d_new: the window's kernel is {3, 0}", conv2d_new(o));
    assert_fails_with("max_pool2d_new: the window's kernel is {0, 0}", max_pool2d_new((Window){0}));
    assert_fails_with("batch_norm2d_new: channels is 0, expected at least 1", batch_norm2d_new(0));
}

static void test_batch_norm_layer_trains_and_evaluates(void **state)
{
    (void)state;
    BatchNorm2d *n = batch_norm2d_new(3);
    Tensor *x = tensor_add_scalar(random_tensor(SHAPE(4, 3, 5, 5)), 2);
    assert_tensor_close(module_forward(&n->module, x),
                        tensor_batch_norm2d(x, NULL, NULL, NULL, NULL, true, 1, n->eps), 0, 1e-6);
    assert_true(n->running_mean->data[0] > 0.1);
    Tensor *mean = tensor_keep(n->running_mean);
    module_train(&n->module, false);
    Tensor *y = module_forward(&n->module, x);
    assert_tensor_identical(n->running_mean, mean);
    Tensor *alone = module_forward(&n->module, tensor_slice(x, 0, 2, 3, 1));
    assert_tensor_identical(alone, tensor_slice(y, 0, 2, 3, 1));
    assert_fails_with(
        "batch_norm2d_forward: x is (4, 2, 5, 5) but this layer normalizes (B, 3, H, W): 2 "
        "channels, expected 3",
        batch_norm2d_forward(n, tensor_zeros(SHAPE(4, 2, 5, 5))));
    ParameterList *trained = parameters_of(&n->module), *kept = module_state(&n->module);
    assert_int_equal(trained->count, 2);
    assert_int_equal(kept->count, 4);
    parameters_free(trained);
    parameters_free(kept);
    tensor_free(mean);
    module_free(&n->module);
}

static Module *small_network(uint64_t seed)
{
    Rng rng = rng_seed(seed);
    Window three = {.kernel = {3, 3}, .padding = {1, 1}}, two = {.kernel = {2, 2}};
    Conv2d *first = conv2d_new((Conv2dOptions){.in = 1, .out = 4, .window = three, .init = &rng});
    Conv2d *second = conv2d_new((Conv2dOptions){.in = 4, .out = 6, .window = three, .init = &rng});
    return sequential_new(LAYERS(&first->module, &batch_norm2d_new(4)->module, relu_new(),
                                 max_pool2d_new(two), &second->module, relu_new(),
                                 avg_pool2d_new(two, true), flatten_new(),
                                 &linear_new(24, 2, true, &rng)->module));
}

/* Bars that stand or lie, at any place: two classes that differ in no single pixel. */
static void draw_bars(Tensor *x, IntTensor *label, Rng *rng)
{
    tensor_fill(x, 0);
    for (long b = 0; b < x->shape[0]; b++) {
        long place = rng_below(rng, 8);
        label->data[b] = (int)rng_below(rng, 2);
        for (long i = 0; i < 8; i++)
            x->data[b * 64 + (label->data[b] ? i * 8 + place : place * 8 + i)] = 1;
    }
}

static void train_on_bars(Module *m, int steps)
{
    Rng rng = rng_seed(7);
    ParameterList *weights = parameters_of(m);
    Optimizer *adam = adam_new(weights, (OptimizerOptions){.lr = 1e-2});
    for (int step = 0; step < steps; step++) {
        Scope *scope = scope_open();
        Tensor *x = tensor_new(SHAPE(32, 1, 8, 8));
        IntTensor *label = int_tensor_new(SHAPE(32));
        draw_bars(x, label, &rng);
        tensor_backward(tensor_cross_entropy(module_forward(m, x), label, NO_IGNORE_INDEX, 0));
        optimizer_step(adam);
        optimizer_zero_grad(adam);
        scope_close(scope);
    }
    optimizer_free(adam);
    parameters_free(weights);
}

static int right_of(Module *m, const Tensor *x, const IntTensor *label)
{
    IntTensor *said = tensor_argmax(module_forward(m, (Tensor *)x), 1, false);
    int right = 0;
    for (long b = 0; b < x->shape[0]; b++)
        right += said->data[b] == label->data[b];
    return right;
}

/* Evaluation after loading needs the running values, which are in the file. */
static void test_a_network_learns_and_is_loaded(void **state)
{
    (void)state;
    Module *m = small_network(1), *loaded = small_network(2);
    train_on_bars(m, 60);
    module_train(m, false);
    module_train(loaded, false);
    Rng rng = rng_seed(99);
    Tensor *x = tensor_new(SHAPE(64, 1, 8, 8));
    IntTensor *label = int_tensor_new(SHAPE(64));
    draw_bars(x, label, &rng);
    assert_true(right_of(m, x, label) >= 60);
    const char *path = scratch("network.safetensors");
    assert_int_equal(module_save(m, path), 0);
    assert_int_equal(module_load(loaded, path), 0);
    assert_tensor_identical(module_forward(loaded, x), module_forward(m, x));
    module_free(m);
    module_free(loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_conv_layer),
        UNIT_TEST(test_conv_mistakes),
        UNIT_TEST(test_batch_norm_layer_trains_and_evaluates),
        UNIT_TEST(test_a_network_learns_and_is_loaded),
    };
    return run_tests_in_scratch("nn/image_layers", tests);
}
