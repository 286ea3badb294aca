/* test_op_bias_gelu.c - the fused bias and GELU beside PyTorch's numbers and its composed twin, there and back. */
#include "../layouts.h"

static Tensor *copied(Tensor *t)
{
    Tensor *copy = tensor_new_like(t);
    copy_kernel(copy, t);
    return copy;
}

static Tensor *fused(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_bias_gelu(in[0], in[1]);
}

/* Of the sums -2, -0.5, 0, 0.5 and 3; torch.nn.functional.gelu(x + bias, approximate="tanh"), float64. */
static void test_values_and_slopes(void **state)
{
    (void)state;
    double close = IS_DOUBLE ? 1e-9 : 1e-6;
    const real y[] = {(real)-.0454023059, (real)-.1542859902, 0, (real).3457140098,
                      (real)2.9963626079};
    const real slope[] = {(real)-.0860992566, (real).1326300965, (real).5, (real).8673699035,
                          (real)1.0115841666};
    Tensor *x = tensor_requires_grad(tensor_from(SHAPE(1, 5), VALUES(-3, -0.5, -1, 0, 2.5)));
    Tensor *bias = tensor_requires_grad(tensor_from(SHAPE(5), VALUES(1, 0, 1, 0.5, 0.5)));
    Tensor *sum = tensor_bias_gelu(x, bias);
    assert_values(sum, SHAPE(1, 5), 5, y, close);
    tensor_backward_from(sum, tensor_ones(SHAPE(1, 5)), false);
    assert_values(x->grad, SHAPE(1, 5), 5, slope, close);
    assert_values(bias->grad, SHAPE(5), 5, slope, close);
}

static void test_like_the_composed_one(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(3, 5, 70)), *bias = random_leaf(SHAPE(70)),
           *seed = random_tensor(SHAPE(3, 5, 70));
    Tensor *y = tensor_bias_gelu(x, bias);
    tensor_backward_from(y, seed, false);
    Tensor *dx = copied(x->grad), *dbias = copied(bias->grad);
    tensor_zero_grad(x);
    tensor_zero_grad(bias);
    Tensor *want = composed_bias_gelu(x, bias);
    tensor_backward_from(want, seed, false);
    assert_tensor_close(y, want, 1e-5, 1e-6);
    assert_tensor_close(dx, x->grad, 1e-5, 1e-6);
    assert_tensor_close(dbias, bias->grad, 1e-5, 1e-5);
}

static void test_gradients(void **state)
{
    (void)state;
    assert_gradcheck(fused, NULL, random_leaf(SHAPE(4, 5)), random_leaf(SHAPE(5)));
    assert_gradcheck(fused, NULL, random_leaf(SHAPE(5)), random_leaf(SHAPE(5)));
    assert_gradcheck(fused, NULL, random_leaf(SHAPE(2, 0, 3)), random_leaf(SHAPE(3)));
    assert_gradcheck(fused, NULL, random_leaf(SHAPE(2, 1, 1)), random_leaf(SHAPE(1)));
    assert_gradcheck_layouts(fused, NULL, random_leaf(SHAPE(4, 3)), random_leaf(SHAPE(3)));
    Tensor *constant = random_tensor(SHAPE(2, 3)), *bias = random_leaf(SHAPE(3));
    tensor_backward_from(tensor_bias_gelu(constant, bias), tensor_ones(SHAPE(2, 3)), false);
    assert_null(constant->grad);
    assert_non_null(bias->grad);
}

static void test_mistakes(void **state)
{
    (void)state;
    Tensor *x = tensor_ones(SHAPE(2, 3));
    assert_fails_with("tensor_bias_gelu: a bias of shape (2,) for x (2, 3)",
                      tensor_bias_gelu(x, tensor_ones(SHAPE(2))));
    assert_fails_with("tensor_bias_gelu: a bias of shape (1, 3)",
                      tensor_bias_gelu(x, tensor_ones(SHAPE(1, 3))));
    assert_fails_with("tensor_bias_gelu",
                      tensor_bias_gelu(tensor_ones(SCALAR), tensor_ones(SHAPE(1))));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_values_and_slopes),
        UNIT_TEST(test_like_the_composed_one),
        UNIT_TEST(test_gradients),
        UNIT_TEST(test_mistakes),
    };
    return run_tests("autograd/ops/op_bias_gelu", tests);
}
