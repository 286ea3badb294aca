/* test_op_layer_norm.c - layer norm against PyTorch and its composed twin. */
#include "../layouts.h"

static const real eps = (real)1e-5;

static Tensor *bare(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_layer_norm(in[0], NULL, NULL, eps);
}

static Tensor *with_gamma(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_layer_norm(in[0], in[1], NULL, eps);
}

static Tensor *with_both(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_layer_norm(in[0], in[1], in[2], eps);
}

static Tensor *shared(Tensor *const in[], void *context)
{
    (void)context;
    Tensor *y = tensor_layer_norm(in[0], in[1], in[2], eps);
    return tensor_add(tensor_layer_norm(tensor_mul(y, in[0]), in[1], in[2], eps), in[0]);
}

/* torch.nn.functional.layer_norm, float64. */
static void test_values_and_gradients_from_torch(void **state)
{
    (void)state;
    double close = IS_DOUBLE ? 1e-10 : 1e-5;
    Tensor *x = tensor_requires_grad(tensor_from(SHAPE(2, 3), VALUES(1, 2, 4, -1, 0, 0.5)));
    Tensor *gamma = tensor_requires_grad(tensor_from(SHAPE(3), VALUES(1, 0.5, 2)));
    Tensor *beta = tensor_requires_grad(tensor_from(SHAPE(3), VALUES(0, 1, -1)));
    Tensor *y = tensor_layer_norm(x, gamma, beta, eps);
    assert_values(y, SHAPE(2, 3),
                  VALUES((real)-1.069041531450298, (real)0.8663698085687127,
                         (real)1.6726038286257436, (real)-1.3362890288136269,
                         (real)1.1336289028813626, (real)1.1380624461018032),
                  close);
    tensor_backward_from(y, tensor_from(SHAPE(2, 3), VALUES(1, 2, 3, -1, 0.5, 2)), false);
    assert_values(x->grad, SHAPE(2, 3),
                  VALUES((real)0.572688548338257, (real)-0.8590542986500895,
                         (real)0.286365750311834, (real)0.7157648129031142,
                         (real)-2.147586505801063, (real)1.431821692897949),
                  close);
    assert_values(
        gamma->grad, SHAPE(3),
        VALUES((real)0.267247497363329, (real)-0.4008918628437865, (real)6.146968189040419), close);
    assert_values(beta->grad, SHAPE(3), VALUES(0, 2.5, 5), close);
}

static void test_gradients(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, 3, 5)), *gamma = random_leaf(SHAPE(5)),
           *beta = random_leaf(SHAPE(5));
    Tensor *one = random_leaf(SHAPE(5));
    for (int layout = 0; layout < LAYOUTS; layout++) {
        LayoutCase c[] = {{bare, NULL, 1, layout},
                          {with_gamma, NULL, 2, layout},
                          {with_both, NULL, 3, layout},
                          {shared, NULL, 3, layout}};
        Tensor *g = layout == EXPANDED ? tensor_detach(gamma) : gamma;
        assert_gradcheck(in_layout, &c[0], x);
        assert_gradcheck(in_layout, &c[1], x, g);
        assert_gradcheck(in_layout, &c[2], x, g, beta);
        assert_gradcheck(in_layout, &c[3], x, g, beta);
    }
    assert_gradcheck(with_both, NULL, tensor_detach(x), gamma, tensor_detach(beta));
    assert_gradcheck(with_both, NULL, tensor_detach(x), tensor_detach(gamma), beta);
    assert_gradcheck(with_both, NULL, one, gamma, beta);
    assert_gradcheck(with_both, NULL, random_leaf(SHAPE(0, 5)), gamma, beta);
}

static void test_constant_rows_are_finite(void **state)
{
    (void)state;
    Tensor *x = tensor_requires_grad(tensor_full(SHAPE(2, 4), 7)), *gamma = tensor_ones(SHAPE(4));
    Tensor *y = tensor_layer_norm(x, gamma, NULL, eps);
    assert_tensor_close(y, tensor_zeros(SHAPE(2, 4)), 0, 1e-6);
    tensor_backward_from(y, random_tensor(SHAPE(2, 4)), false);
    for (int i = 0; i < 8; i++)
        assert_true(isfinite(x->grad->data[i]));
    Tensor *single = random_leaf(SHAPE(3, 1));
    Tensor *z = tensor_layer_norm(single, NULL, NULL, eps);
    assert_tensor_close(z, tensor_zeros(SHAPE(3, 1)), 0, 1e-6);
    tensor_backward_from(z, tensor_ones(SHAPE(3, 1)), false);
    assert_tensor_close(single->grad, tensor_zeros(SHAPE(3, 1)), 0, 1e-6);
}

static void test_fused_and_composed_agree(void **state)
{
    (void)state;
    double close = IS_DOUBLE ? 1e-12 : 2e-5;
    Tensor *in[2][3], *y[2], *seed = random_tensor(SHAPE(4, 3, 16));
    in[0][0] = random_leaf(SHAPE(4, 3, 16));
    in[0][1] = random_leaf(SHAPE(16));
    in[0][2] = random_leaf(SHAPE(16));
    for (int i = 0; i < 3; i++)
        in[1][i] = tensor_requires_grad(tensor_keep(in[0][i]));
    y[0] = tensor_layer_norm(in[0][0], in[0][1], in[0][2], eps);
    y[1] = composed_layer_norm(in[1][0], in[1][1], in[1][2], eps);
    assert_tensor_close(y[0], y[1], close, close);
    tensor_backward_from(y[0], seed, false);
    tensor_backward_from(y[1], seed, false);
    for (int i = 0; i < 3; i++) {
        assert_tensor_close(in[0][i]->grad, in[1][i]->grad, close, close);
        tensor_free(in[1][i]);
    }
    assert_tensor_close(tensor_layer_norm(in[0][0], NULL, NULL, eps),
                        composed_layer_norm(in[0][0], NULL, NULL, eps), close, close);
}

/* A row whose squares are more than a real holds, in front of one that is like any other. */
static void test_a_large_row_before_a_small_one(void **state)
{
    (void)state;
    const real large = IS_DOUBLE ? (real)1e300 : (real)1e37;
    Tensor *x = tensor_from(SHAPE(2, 2), VALUES(3 * large, 4 * large, 3, 4));
    Tensor *expected = tensor_from(SHAPE(2, 2), VALUES(-1, 1, -1, 1));
    assert_tensor_close(composed_layer_norm(x, NULL, NULL, eps), expected, 1e-4, 1e-4);
}

static void test_mistakes(void **state)
{
    (void)state;
    Tensor *x = tensor_zeros(SHAPE(2, 3)), *four = tensor_zeros(SHAPE(4));
    assert_fails_with(
        "tensor_layer_norm: gamma has shape (4,), expected (3,) for x of shape (2, 3)",
        tensor_layer_norm(x, four, NULL, eps));
    assert_fails_with("tensor_layer_norm: beta has shape (2, 3)",
                      tensor_layer_norm(x, tensor_ones(SHAPE(3)), x, eps));
    assert_fails_with("beta without gamma", tensor_layer_norm(x, NULL, tensor_ones(SHAPE(3)), eps));
    assert_fails_with("a scalar has no last axis",
                      tensor_layer_norm(tensor_scalar(1), NULL, NULL, eps));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_values_and_gradients_from_torch),
        UNIT_TEST(test_gradients),
        UNIT_TEST(test_constant_rows_are_finite),
        UNIT_TEST(test_a_large_row_before_a_small_one),
        UNIT_TEST(test_fused_and_composed_agree),
        UNIT_TEST(test_mistakes),
    };
    return run_tests("autograd/ops/op_layer_norm", tests);
}
