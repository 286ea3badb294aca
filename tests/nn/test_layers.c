/* test_layers.c - each layer: values by hand, gradients of inputs and parameters, bad input. */
#include "test.h"

static void set(Tensor *t, long count, const real *values)
{
    assert_int_equal(tensor_numel(t), count);
    memcpy(t->data, values, (size_t)count * sizeof *values);
}

/* ---- linear ------------------------------------------------------------------------------- */

static void test_linear_is_x_w_plus_b(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Linear *l = linear_new(2, 3, true, &rng);
    set(l->weight, VALUES(1, 2, 3, 4, 5, 6));
    set(l->bias, VALUES(10, 20, 30));
    Tensor *y = linear_forward(l, tensor_from(SHAPE(2, 2), VALUES(1, 1, 2, -1)));
    assert_values(y, SHAPE(2, 3), VALUES(15, 27, 39, 8, 19, 30), 1e-6);
    assert_values(linear_forward(l, tensor_from(SHAPE(2), VALUES(1, 1))), SHAPE(3),
                  VALUES(15, 27, 39), 1e-6);
    assert_shape(linear_forward(l, tensor_ones(SHAPE(4, 1, 5, 2))), SHAPE(4, 1, 5, 3));
    assert_shape(linear_forward(l, tensor_ones(SHAPE(0, 2))), SHAPE(0, 3));
    module_free(&l->module);
}

/* No input: what is left is the bias, which begins with 0, for nothing says how far it should reach. */
static void test_linear_of_nothing(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Linear *l = linear_new(0, 3, true, &rng);
    assert_values(l->bias, SHAPE(3), VALUES(0, 0, 0), 0);
    set(l->bias, VALUES(10, 20, 30));
    assert_values(linear_forward(l, tensor_ones(SHAPE(2, 0))), SHAPE(2, 3),
                  VALUES(10, 20, 30, 10, 20, 30), 0);
    assert_fails_with("widths are -1 and 3", linear_new(-1, 3, true, &rng));
    module_free(&l->module);
}

static void test_linear_without_bias_has_one_parameter(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Linear *l = linear_new(1, 1, false, &rng);
    set(l->weight, VALUES(7));
    assert_null(l->bias);
    assert_int_equal(l->module.n_parameters, 1);
    assert_values(module_forward(&l->module, tensor_full(SHAPE(1, 1), 2)), SHAPE(1, 1), VALUES(14),
                  0);
    module_free(&l->module);
}

static Tensor *apply(Tensor *const in[], void *module)
{
    return module_forward(module, in[0]);
}

static void test_linear_gradients(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Linear *l = linear_new(3, 4, true, &rng);
    assert_gradcheck(apply, l, random_leaf(SHAPE(2, 5, 3)), l->weight, l->bias);
    assert_gradcheck(apply, l, random_leaf(SHAPE(3)), l->weight, l->bias);
    module_free(&l->module);
}

static void test_linear_names_the_dimension_that_does_not_fit(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Linear *l = linear_new(16, 4, true, &rng);
    assert_fails_with(
        "linear_forward: x is (2, 4, 7) but this layer takes (..., 16): last dimension "
        "is 7, expected 16",
        linear_forward(l, tensor_ones(SHAPE(2, 4, 7))));
    assert_fails_with("linear_forward: x is a scalar", linear_forward(l, tensor_scalar(1)));
    assert_fails_with("widths are -1 and 2", linear_new(-1, 2, true, &rng));
    module_free(&l->module);
}

/* ---- embedding ---------------------------------------------------------------------------- */

static void test_embedding_picks_rows(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Embedding *e = embedding_new(3, 2, &rng);
    set(e->weight, VALUES(1, 2, 3, 4, 5, 6));
    Tensor *y = embedding_forward(e, int_tensor_from(SHAPE(2, 2), IDS(2, 0, 2, 1)));
    assert_values(y, SHAPE(2, 2, 2), VALUES(5, 6, 1, 2, 5, 6, 3, 4), 0);
    tensor_backward(tensor_sum(y, ALL_AXES, false));
    assert_values(e->weight->grad, SHAPE(3, 2), VALUES(1, 1, 1, 1, 2, 2), 0);
    assert_fails_with("3", embedding_forward(e, int_tensor_from(SHAPE(1), IDS(3))));
    assert_fails_with("vocabulary is -1", embedding_new(-1, 2, &rng));
    assert_null(e->module.forward);
    module_free(&e->module);
}

static Tensor *look_up(Tensor *const in[], void *embedding)
{
    (void)in;
    return embedding_forward(embedding, int_tensor_from(SHAPE(2, 3), IDS(0, 3, 3, 1, 0, 3)));
}

/* A row that is 0 and stays 0, whatever is learned. */
static void test_embedding_padding(void **state)
{
    (void)state;
    Rng rng = rng_seed(5), same = rng_seed(5);
    Embedding *e = embedding_padded_new(4, 2, -3, &rng), *plain = embedding_new(4, 2, &same);
    for (long i = 0; i < 8; i++)
        assert_true(e->weight->data[i] == (i / 2 == 1 ? 0 : plain->weight->data[i]));
    IntTensor *ids = int_tensor_from(SHAPE(3), IDS(0, 1, 1));
    ParameterList *weights = parameters_of(&e->module);
    Optimizer *sgd = sgd_new(weights, (OptimizerOptions){.lr = 1});
    tensor_backward(tensor_sum(embedding_forward(e, ids), ALL_AXES, false));
    assert_values(e->weight->grad, SHAPE(4, 2), VALUES(1, 1, 0, 0, 0, 0, 0, 0), 0);
    optimizer_step(sgd);
    assert_true(e->weight->data[0] == plain->weight->data[0] - 1 && e->weight->data[2] == 0);
    assert_fails_with("embedding_padded_new: padding is 4, expected an id of a table of 4 rows",
                      embedding_padded_new(4, 2, 4, &rng));
    assert_fails_with("embedding_padded_new: padding is -5", embedding_padded_new(4, 2, -5, &rng));
    Embedding *last = embedding_padded_new(4, 2, 3, &rng);
    assert_true(last->padding == 3 && last->weight->data[6] == 0 && last->weight->data[5] != 0);
    module_free(&last->module);
    optimizer_free(sgd);
    parameters_free(weights);
    module_free(&e->module);
    module_free(&plain->module);
}

static void test_embedding_gradient(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Embedding *e = embedding_new(4, 2, &rng);
    assert_gradcheck(look_up, e, e->weight);
    module_free(&e->module);
}

/* ---- rms norm ---------------------------------------------------------------------------- */

static void test_rms_norm(void **state)
{
    (void)state;
    LayerNorm *n = rms_norm_new(2);
    assert_close((double)n->eps, 1e-5, 1e-9);
    Tensor *x = tensor_from(SHAPE(1, 2), VALUES(3, 4)); /* a mean square of 12.5 */
    set(n->weight, VALUES(1, 2));
    assert_values(module_forward(&n->module, x), SHAPE(1, 2),
                  VALUES((real)0.8485277980, (real)2.2627407947), 1e-6);
    assert_gradcheck(apply, n, random_leaf(SHAPE(3, 1, 2)), n->weight);
    assert_fails_with("rms_norm_forward: x is (2, 3) but this layer normalizes (..., 2)",
                      layer_norm_forward(n, tensor_ones(SHAPE(2, 3))));
    assert_fails_with("rms_norm_forward: x is ()", layer_norm_forward(n, tensor_scalar(1)));
    assert_fails_with("rms_norm_new: channels is 0", rms_norm_new(0));
    module_free(&n->module);
}

/* ---- layer norm --------------------------------------------------------------------------- */

static void test_layer_norm_normalizes_rows(void **state)
{
    (void)state;
    LayerNorm *n = layer_norm_new(4);
    assert_close((double)n->eps, 1e-5, 1e-9);
    /* mean 2.5, variance 1.25: (x - 2.5) / sqrt(1.25001) */
    real a = (real)1.3416354199, b = (real)0.4472118066;
    Tensor *x = tensor_from(SHAPE(1, 4), VALUES(1, 2, 3, 4));
    assert_values(layer_norm_forward(n, x), SHAPE(1, 4), VALUES(-a, -b, b, a), 1e-6);
    set(n->weight, VALUES(2, 2, 2, 2));
    set(n->bias, VALUES(1, 1, 1, 1));
    assert_values(module_forward(&n->module, x), SHAPE(1, 4),
                  VALUES(1 - 2 * a, 1 - 2 * b, 1 + 2 * b, 1 + 2 * a), 1e-6);
    module_free(&n->module);
}

static void test_layer_norm_gradients(void **state)
{
    (void)state;
    LayerNorm *n = layer_norm_new(5);
    init_normal(n->weight, 1, (real)0.3, &test_rng);
    init_normal(n->bias, 0, 1, &test_rng);
    assert_gradcheck(apply, n, random_leaf(SHAPE(2, 3, 5)), n->weight, n->bias);
    module_free(&n->module);
}

static void test_layer_norm_names_what_does_not_fit(void **state)
{
    (void)state;
    LayerNorm *n = layer_norm_new(4);
    assert_fails_with("x is (2, 3) but this layer normalizes (..., 4)",
                      layer_norm_forward(n, tensor_ones(SHAPE(2, 3))));
    assert_fails_with("x is ()", layer_norm_forward(n, tensor_scalar(1)));
    assert_fails_with("channels is 0", layer_norm_new(0));
    module_free(&n->module);
}

/* ---- dropout ------------------------------------------------------------------------------ */

static void test_dropout_keeps_the_mean(void **state)
{
    (void)state;
    Rng rng = rng_seed(3);
    Dropout *d = dropout_new((real)0.25, &rng);
    Tensor *y = dropout_forward(d, tensor_ones(SHAPE(200, 200)));
    long zeros = 0;
    double sum = 0;
    for (long i = 0; i < 40000; i++) {
        zeros += y->data[i] == 0;
        sum += (double)y->data[i];
        assert_true(y->data[i] == 0 || fabs((double)y->data[i] - 1 / 0.75) < 1e-6);
    }
    assert_close((double)zeros / 40000, 0.25, 0.01);
    assert_close(sum / 40000, 1, 0.015);
    assert_true(rng.state != rng_seed(3).state);
    module_free(&d->module);
}

static void test_dropout_follows_its_stream(void **state)
{
    (void)state;
    Rng rng = rng_seed(3);
    Dropout *d = dropout_new((real)0.5, &rng);
    Tensor *x = tensor_ones(SHAPE(64));
    Tensor *first = dropout_forward(d, x), *second = dropout_forward(d, x);
    assert_int_not_equal(memcmp(first->data, second->data, 64 * sizeof(real)), 0);
    rng = rng_seed(3);
    assert_tensor_identical(dropout_forward(d, x), first);
    module_free(&d->module);
}

static void test_dropout_does_nothing_in_evaluation_or_at_p_0(void **state)
{
    (void)state;
    Rng rng = rng_seed(3), before = rng;
    Dropout *d = dropout_new((real)0.5, &rng), *none = dropout_new(0, NULL);
    Tensor *x = random_tensor(SHAPE(5, 5));
    module_train(&d->module, false);
    assert_tensor_identical(module_forward(&d->module, x), x);
    assert_tensor_identical(dropout_forward(none, x), x);
    assert_true(rng.state == before.state);
    module_free(&d->module);
    module_free(&none->module);
}

static Tensor *drop_same(Tensor *const in[], void *p)
{
    Dropout *d = p;
    *d->rng = rng_seed(9);
    return dropout_forward(d, in[0]);
}

static void test_dropout_gradient(void **state)
{
    (void)state;
    Rng rng;
    Dropout *d = dropout_new((real)0.4, &rng);
    assert_gradcheck(drop_same, d, random_leaf(SHAPE(4, 5)));
    module_free(&d->module);
}

static void test_dropout_wants_a_probability_and_a_stream(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    assert_fails_with("p is 1, expected a probability in [0, 1)", dropout_new(1, &rng));
    assert_fails_with("p is -0.5", dropout_new((real)-0.5, &rng));
    assert_fails_with("p is", dropout_new((real)NAN, &rng));
    assert_fails_with("rng is NULL", dropout_new((real)0.5, NULL));
}

/* ---- activations -------------------------------------------------------------------------- */

static void check_activation(Module *m, double at_minus_1, double at_2)
{
    Tensor *y = module_forward(m, tensor_from(SHAPE(2), VALUES(-1, 2)));
    assert_values(y, SHAPE(2), VALUES((real)at_minus_1, (real)at_2), 1e-6);
    assert_gradcheck(apply, m, random_leaf(SHAPE(3, 4)));
    module_free(m);
}

static void test_activations(void **state)
{
    (void)state;
    check_activation(relu_new(), 0, 2);
    check_activation(leaky_relu_new((real)0.1), -0.1, 2);
    check_activation(sigmoid_new(), 0.26894142, 0.88079708);
    check_activation(tanh_new(), -0.76159416, 0.96402758);
    check_activation(gelu_new(), -0.15865525, 1.95449974);
    check_activation(silu_new(), -0.26894142, 1.76159416);
    check_activation(softmax_new(-1), 0.04742587, 0.95257413);
}

static void test_softmax_layer_keeps_its_axis(void **state)
{
    (void)state;
    Module *m = softmax_new(0);
    Tensor *x = tensor_from(SHAPE(2, 2), VALUES(1, 5, 1, 5));
    assert_values(module_forward(m, x), SHAPE(2, 2),
                  VALUES((real)0.5, (real)0.5, (real)0.5, (real)0.5), 1e-6);
    module_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_linear_is_x_w_plus_b),
        UNIT_TEST(test_linear_of_nothing),
        UNIT_TEST(test_linear_without_bias_has_one_parameter),
        UNIT_TEST(test_linear_gradients),
        UNIT_TEST(test_linear_names_the_dimension_that_does_not_fit),
        UNIT_TEST(test_embedding_picks_rows),
        UNIT_TEST(test_embedding_padding),
        UNIT_TEST(test_embedding_gradient),
        UNIT_TEST(test_rms_norm),
        UNIT_TEST(test_layer_norm_normalizes_rows),
        UNIT_TEST(test_layer_norm_gradients),
        UNIT_TEST(test_layer_norm_names_what_does_not_fit),
        UNIT_TEST(test_dropout_keeps_the_mean),
        UNIT_TEST(test_dropout_follows_its_stream),
        UNIT_TEST(test_dropout_does_nothing_in_evaluation_or_at_p_0),
        UNIT_TEST(test_dropout_gradient),
        UNIT_TEST(test_dropout_wants_a_probability_and_a_stream),
        UNIT_TEST(test_activations),
        UNIT_TEST(test_softmax_layer_keeps_its_axis),
    };
    return run_tests("nn/layers", tests);
}
