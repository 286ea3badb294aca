/* test_op_unary.c - functions of one number: values, gradients, and their special points. */
#include "../layouts.h"

#define UNARY(name)                                                                                \
    static Tensor *name##_of(Tensor *const in[], void *context)                                    \
    {                                                                                              \
        (void)context;                                                                             \
        return tensor_##name(in[0]);                                                               \
    }
UNARY(neg)
UNARY(abs)
UNARY(exp)
UNARY(log)
UNARY(sqrt)
UNARY(sin)
UNARY(cos)

static Tensor *power(Tensor *const in[], void *exponent)
{
    return tensor_pow(in[0], *(real *)exponent);
}

static Tensor *clamped(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_clamp(in[0], (real)-0.5, (real)0.8);
}

static void test_values(void **state)
{
    (void)state;
    double close = IS_DOUBLE ? 1e-12 : 1e-6;
    Tensor *x = tensor_from(SHAPE(4), VALUES(-2, -0.5, 0.25, 3)), *p = tensor_abs(x);
    for (int i = 0; i < 4; i++) {
        double v = (double)x->data[i], a = fabs(v);
        assert_close((double)tensor_neg(x)->data[i], -v, 0);
        assert_close((double)p->data[i], a, 0);
        assert_close((double)tensor_exp(x)->data[i] / exp(v), 1, close);
        assert_close((double)tensor_log(p)->data[i], log(a), close);
        assert_close((double)tensor_sqrt(p)->data[i], sqrt(a), close);
        assert_close((double)tensor_sin(x)->data[i], sin(v), close);
        assert_close((double)tensor_cos(x)->data[i], cos(v), close);
        assert_close((double)tensor_pow(x, 3)->data[i], v * v * v, 30 * close);
        assert_close((double)tensor_pow(p, (real)-1.5)->data[i], pow(a, -1.5), 30 * close);
        assert_close((double)tensor_clamp(x, -1, 2)->data[i], fmin(fmax(v, -1), 2), 0);
    }
}

static void test_gradients(void **state)
{
    (void)state;
    const double kinks[] = {0, -0.5, 0.8};
    Tensor *x = leaf_away_from(SHAPE(3, 4), 3, kinks), *p = positive_leaf(SHAPE(3, 4));
    assert_gradcheck_layouts(neg_of, NULL, x);
    assert_gradcheck_layouts(abs_of, NULL, x);
    assert_gradcheck_layouts(exp_of, NULL, x);
    assert_gradcheck_layouts(log_of, NULL, p);
    assert_gradcheck_layouts(sqrt_of, NULL, p);
    assert_gradcheck_layouts(sin_of, NULL, x);
    assert_gradcheck_layouts(cos_of, NULL, x);
    assert_gradcheck_layouts(clamped, NULL, x);
    real exponents[] = {0, 1, 2, 3, -1, (real)0.5};
    for (int i = 0; i < 6; i++)
        assert_gradcheck_layouts(power, &exponents[i], p);
    assert_gradcheck(power, &exponents[3], x); /* negative numbers, whole exponent */
}

static void test_gradients_of_edge_sizes(void **state)
{
    (void)state;
    static const Function functions[] = {neg_of,  abs_of, exp_of, log_of,
                                         sqrt_of, sin_of, cos_of, clamped};
    for (int i = 0; i < 8; i++) {
        assert_gradcheck(functions[i], NULL, positive_leaf(SHAPE(0, 3)));
        Tensor *one = tensor_requires_grad(tensor_scalar((real)0.6));
        assert_gradcheck(functions[i], NULL, one);
    }
}

static Tensor *squared_sine(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_mul(tensor_sin(in[0]), tensor_add(tensor_sin(in[0]), tensor_exp(in[0])));
}

static void test_gradients_of_an_input_used_again(void **state)
{
    (void)state;
    assert_gradcheck(squared_sine, NULL, random_leaf(SHAPE(2, 3)));
}

static Tensor *grad_at(Tensor *(*f)(Tensor *const in[], void *context), void *context, real at)
{
    Tensor *x = tensor_requires_grad(tensor_scalar(at));
    tensor_backward(f((Tensor *[]){x}, context));
    return x->grad;
}

static void test_special_points(void **state)
{
    (void)state;
    assert_values(grad_at(abs_of, NULL, 0), SCALAR, VALUES(0), 0);
    assert_values(grad_at(clamped, NULL, (real)-0.5), SCALAR, VALUES(1), 0);
    assert_values(grad_at(clamped, NULL, (real)0.8), SCALAR, VALUES(1), 0);
    assert_values(grad_at(clamped, NULL, 1), SCALAR, VALUES(0), 0);
    real exponents[] = {0, 1, 2};
    assert_values(grad_at(power, &exponents[0], 0), SCALAR, VALUES(0), 0);
    assert_values(grad_at(power, &exponents[1], 0), SCALAR, VALUES(1), 0);
    assert_values(grad_at(power, &exponents[2], 0), SCALAR, VALUES(0), 0);
    assert_true(isinf(grad_at(sqrt_of, NULL, 0)->data[0]));
}

static void test_mistakes(void **state)
{
    (void)state;
    assert_fails_with("tensor_clamp: low is 2 and high 1, expected low <= high",
                      tensor_clamp(tensor_ones(SHAPE(1)), 2, 1));
    assert_fails_with("tensor_clamp", tensor_clamp(tensor_ones(SHAPE(1)), (real)NAN, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_values),
        UNIT_TEST(test_gradients),
        UNIT_TEST(test_gradients_of_edge_sizes),
        UNIT_TEST(test_gradients_of_an_input_used_again),
        UNIT_TEST(test_special_points),
        UNIT_TEST(test_mistakes),
    };
    return run_tests("autograd/ops/op_unary", tests);
}
