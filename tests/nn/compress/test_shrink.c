/* test_shrink.c - channels removed: the smaller network has the bits of the zeroed one. */
#include "test.h"

/* The channels that are not in which lose weights and bias. */
static void zero_others(Tensor *weight, int axis, Tensor *bias, long keep, const long *which)
{
    long n = weight->shape[axis], next = 0;
    for (long j = 0; j < n; j++) {
        if (next < keep && which[next] == j) {
            next++;
            continue;
        }
        Scope *scope = scope_open();
        tensor_fill(tensor_select(tensor_new_view(weight), axis, j), 0);
        scope_close(scope);
        bias->data[j] = 0;
    }
}

/* Our own products give the very bits; a library may add in another order. */
static void assert_same_answer(const Tensor *out, const Tensor *zeroed)
{
    if (strncmp(gemm_backend(), "built-in", 8) == 0)
        assert_tensor_identical(out, zeroed);
    else
        assert_tensor_close(out, zeroed, 1e-5, 1e-5);
}

typedef Module *(*MakeActivation)(void);

/* Of equal norms the first are kept. */
static void test_ties(void **state)
{
    (void)state;
    const double norm[] = {2, 1, 2, 3, 1, 2};
    const long wanted[][6] = {{3}, {0, 3}, {0, 2, 3}, {0, 2, 3, 5}, {0, 1, 2, 3, 5}};
    for (long keep = 1; keep <= 5; keep++) {
        long which[6];
        channels_largest(which, norm, 6, keep);
        for (long i = 0; i < keep; i++)
            assert_int_equal(which[i], wanted[keep - 1][i]);
    }
}

/* A layer that has diverged: no channel is larger than another, and nothing is written behind what was asked for. */
static void test_norms_that_are_no_numbers(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Linear *l = linear_new(4, 64, true, &rng);
    double norm[64];
    long *which = test_malloc(2 * sizeof *which); /* no more room than that */
    for (long place = 0; place < 64; place += 21) {
        l->weight->data[place] = NAN;
        linear_output_norms(norm, l);
        assert_fails_with("channels_largest: norm[0] is NaN, which is neither small nor large",
                          channels_largest(which, norm, 64, 2));
    }
    norm[0] = INFINITY; /* larger than all that are numbers */
    for (int j = 1; j < 64; j++)
        norm[j] = j == 40 ? 2 : 1;
    channels_largest(which, norm, 64, 2);
    assert_true(which[0] == 0 && which[1] == 40);
    test_free(which);
    module_free(&l->module);
}

static void test_linear_bits(void **state)
{
    (void)state;
    const MakeActivation activation[] = {relu_new, tanh_new, gelu_new};
    for (int a = 0; a < 3; a++)
        for (long hidden = 5; hidden <= 384; hidden += hidden / 2) {
            Scope *scope = scope_open();
            Rng rng = rng_seed((uint64_t)hidden);
            Linear *l = linear_new(11, hidden, true, &rng),
                   *next = linear_new(hidden, 10, true, &rng);
            Module *m = sequential_new(LAYERS(&l->module, activation[a](), &next->module));
            double *norm = scope_alloc(scope, (size_t)hidden * sizeof *norm);
            long *which = scope_alloc(scope, (size_t)hidden * sizeof *which), keep = hidden * 3 / 5;
            linear_output_norms(norm, l);
            channels_largest(which, norm, hidden, keep);
            Tensor *x = tensor_normal(SHAPE(9, 11), 0, 1, &rng);
            zero_others(l->weight, 1, l->bias, keep, which);
            Tensor *zeroed = module_forward(m, x);
            linear_keep_outputs(l, keep, which);
            linear_keep_inputs(next, keep, which);
            assert_shape(l->weight, SHAPE(11, keep));
            assert_shape(l->bias, SHAPE(keep));
            assert_shape(next->weight, SHAPE(keep, 10));
            assert_same_answer(module_forward(m, x), zeroed);
            ParameterList *list = parameters_of(m);
            assert_true(parameters_find(list, "0.weight") == l->weight);
            assert_true(l->weight->requires_grad && strcmp(l->weight->name, "weight") == 0);
            parameters_free(list);
            module_free(m);
            scope_close(scope);
        }
}

/* conv, tanh, pool, conv, flatten, linear: maps of both convolutions leave. */
static void test_image_bits(void **state)
{
    (void)state;
    Scope *scope = scope_open();
    Rng rng = rng_seed(5);
    Window three = {.kernel = {3, 3}}, two = {.kernel = {2, 2}};
    Conv2d *a = conv2d_new((Conv2dOptions){.in = 1, .out = 6, .window = three, .init = &rng});
    Conv2d *b = conv2d_new((Conv2dOptions){.in = 6, .out = 8, .window = three, .init = &rng});
    Linear *l = linear_new(8 * 4, 10, true, &rng);
    Module *m = sequential_new(LAYERS(&a->module, tanh_new(), avg_pool2d_new(two, true), &b->module,
                                      relu_new(), max_pool2d_new(two), flatten_new(), &l->module));
    Tensor *x = tensor_normal(SHAPE(5, 1, 14, 14), 0, 1, &rng);
    double norm[8];
    long first[3], second[5], inputs[20];
    conv2d_output_norms(norm, a);
    channels_largest(first, norm, 6, 3);
    conv2d_output_norms(norm, b);
    channels_largest(second, norm, 8, 5);
    channel_inputs(inputs, 5, second, 4);
    zero_others(a->weight, 0, a->bias, 3, first);
    zero_others(b->weight, 0, b->bias, 5, second);
    Tensor *zeroed = module_forward(m, x);
    conv2d_keep_outputs(a, 3, first);
    conv2d_keep_inputs(b, 3, first);
    conv2d_keep_outputs(b, 5, second);
    linear_keep_inputs(l, 20, inputs);
    assert_shape(b->weight, SHAPE(5, 3, 3, 3));
    assert_same_answer(module_forward(m, x), zeroed);
    module_free(m);
    scope_close(scope);
}

static void test_norms_follow(void **state)
{
    (void)state;
    Scope *scope = scope_open();
    BatchNorm2d *n = batch_norm2d_new(4);
    for (long j = 0; j < 4; j++) {
        n->running_mean->data[j] = (real)j;
        n->weight->data[j] = (real)(10 + j);
    }
    batch_norm2d_keep(n, 2, (long[]){1, 3});
    assert_values(n->running_mean, SHAPE(2), VALUES(1, 3), 0);
    assert_values(n->running_var, SHAPE(2), VALUES(1, 1), 0);
    assert_values(n->weight, SHAPE(2), VALUES(11, 13), 0);
    ParameterList *list = module_state(&n->module);
    assert_true(parameters_find(list, "running_mean") == n->running_mean);
    parameters_free(list);
    module_free(&n->module);
    scope_close(scope);
}

/* Smaller tensors train on: gradients, and a new optimizer. */
static void test_it_trains_on(void **state)
{
    (void)state;
    Scope *scope = scope_open();
    Rng rng = rng_seed(2);
    Linear *l = linear_new(6, 8, true, &rng);
    tensor_backward(
        tensor_sum(linear_forward(l, tensor_normal(SHAPE(3, 6), 0, 1, &rng)), ALL_AXES, false));
    linear_keep_outputs(l, 2, (long[]){0, 7}); /* the old gradient ends with the old weight */
    assert_null(l->weight->grad);
    tensor_backward(
        tensor_sum(linear_forward(l, tensor_normal(SHAPE(3, 6), 0, 1, &rng)), ALL_AXES, false));
    assert_shape(l->weight->grad, SHAPE(6, 2));
    module_free(&l->module);
    scope_close(scope);
}

/* Layers without a bias lose channels, too; and a bias is not made of nothing. */
static void test_without_a_bias(void **state)
{
    (void)state;
    Scope *scope = scope_open();
    Rng rng = rng_seed(4);
    Linear *l = linear_new(2, 3, false, &rng);
    real second = l->weight->data[2], last = l->weight->data[5];
    linear_keep_outputs(l, 1, (long[]){2});
    assert_values(l->weight, SHAPE(2, 1), VALUES(second, last), 0);
    assert_null(l->bias);
    Conv2d *c = conv2d_new((Conv2dOptions){
        .in = 1, .out = 2, .no_bias = true, .window = {.kernel = {1, 1}}, .init = &rng});
    real filter = c->weight->data[1];
    conv2d_keep_outputs(c, 1, (long[]){1});
    assert_values(c->weight, SHAPE(1, 1, 1, 1), VALUES(filter), 0);
    assert_null(c->bias);
    module_free(&c->module);
    module_free(&l->module);
    scope_close(scope);
}

static void test_what_is_refused(void **state)
{
    (void)state;
    Scope *scope = scope_open();
    Rng rng = rng_seed(1);
    Linear *l = linear_new(3, 4, true, &rng);
    assert_fails_with("linear_keep_outputs: which[1] is 0, behind 2: they must ascend",
                      linear_keep_outputs(l, 2, (long[]){2, 0}));
    assert_fails_with("linear_keep_inputs: which[0] is 3, but the layer has inputs 0 to 2",
                      linear_keep_inputs(l, 1, (long[]){3}));
    assert_fails_with("5 of 4 outputs are to stay",
                      linear_keep_outputs(l, 5, (long[]){0, 1, 2, 3, 3}));
    assert_fails_with("channels_largest: 3 of 2 channels",
                      channels_largest((long[3]){0}, (double[]){1, 2}, 2, 3));
    assert_fails_with("channels_largest: -1 of 2 channels",
                      channels_largest((long[3]){0}, (double[]){1, 2}, 2, -1));
    assert_fails_with("-1 of 4 outputs are to stay", linear_keep_outputs(l, -1, NULL));
    assert_fails_with("which[0] is -1, but the layer has outputs 0 to 3",
                      linear_keep_outputs(l, 1, (long[]){-1}));
    Tensor *loose = tensor_zeros(SHAPE(2));
    assert_fails_with("no parameter of the Linear", parameter_replace(&l->module, &loose, loose));
    Linear *other = linear_new(3, 4, false, &rng);
    module_share(&other->module, "tied", l->weight);
    other->bias = l->weight;
    assert_fails_with("\"tied\" of the Linear is shared",
                      parameter_replace(&other->module, &other->bias, loose));
    other->bias = NULL;
    module_free(&other->module);
    Conv2d *groups = conv2d_new((Conv2dOptions){
        .in = 2, .out = 2, .groups = 2, .window = {.kernel = {1, 1}}, .init = &rng});
    assert_fails_with("the convolution has 2 groups", conv2d_keep_outputs(groups, 1, (long[]){0}));
    module_free(&groups->module);
    module_free(&l->module);
    scope_close(scope);
}

int main(void)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_norms_that_are_no_numbers),
        UNIT_TEST(test_ties),
        UNIT_TEST(test_linear_bits),
        UNIT_TEST(test_image_bits),
        UNIT_TEST(test_norms_follow),
        UNIT_TEST(test_it_trains_on),
        UNIT_TEST(test_without_a_bias),
        UNIT_TEST(test_what_is_refused),
    };
    return run_tests("nn/compress/shrink", group);
}
