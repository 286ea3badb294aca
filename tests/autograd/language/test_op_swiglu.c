/* test_op_swiglu.c - a gate and what it lets through: values from elsewhere, gradients, far out. */
#include "../layouts.h"
#include "../../fixtures/language.h"

static Tensor *swiglu(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_swiglu(in[0]);
}

static void test_values(void **state)
{
    (void)state;
    Tensor *x = tensor_new(SHAPE(2, 6));
    for (long i = 0; i < 12; i++)
        x->data[i] = (real)(3 * sin(1.3 * (double)i));
    assert_values(tensor_swiglu(x), SHAPE(2, 3), 6, swiglu_y, IS_DOUBLE ? 1e-13 : 2e-6);
}

static void test_gradients(void **state)
{
    (void)state;
    assert_gradcheck_layouts(swiglu, NULL, random_leaf(SHAPE(2, 3, 6)));
    assert_gradcheck(swiglu, NULL, random_leaf(SHAPE(4)));
    assert_gradcheck(swiglu, NULL, random_leaf(SHAPE(0, 4)));
    assert_gradcheck(swiglu, NULL, random_leaf(SHAPE(3, 0)));
    Tensor *x[2] = {random_leaf(SHAPE(40, 3, 62)), NULL}, *seed = random_tensor(SHAPE(40, 3, 31));
    x[1] = tensor_requires_grad(tensor_keep(x[0]));
    Tensor *y = tensor_swiglu(x[0]), *z = composed_swiglu(x[1]);
    double close = IS_DOUBLE ? 1e-13 : 1e-5;
    assert_tensor_close(y, z, close, close);
    tensor_backward_from(y, seed, false);
    tensor_backward_from(z, seed, false);
    assert_tensor_close(x[0]->grad, x[1]->grad, close, close);
    tensor_free(x[1]);
}

/* A gate far out is shut, or open; NaN stays where it is. */
static void test_far_out(void **state)
{
    (void)state;
    Tensor *x = tensor_requires_grad(
        tensor_from(SHAPE(1, 8), VALUES(-1000, 1000, (real)NAN, 0, 5, 7, 2, 3)));
    Tensor *y = tensor_swiglu(x);
    tensor_backward_from(y, tensor_ones(SHAPE(1, 4)), false);
    assert_true(isnan(y->data[2]) && isnan(x->grad->data[2]) && isnan(x->grad->data[6]));
    const real expected[] = {0, 7000, 0, 0}, gradient[] = {0, 7, 0, 1.5, 0, 1000, 0, 0};
    for (int i = 0; i < 8; i++) {
        if (i % 4 == 2)
            continue;
        assert_close(x->grad->data[i], gradient[i], 1e-6);
        if (i < 4)
            assert_close(y->data[i], expected[i], 1e-6);
    }
}

static void test_mistakes(void **state)
{
    (void)state;
    assert_fails_with("tensor_swiglu: x has shape (2, 3), expected (..., 2H)",
                      tensor_swiglu(tensor_zeros(SHAPE(2, 3))));
    assert_fails_with("tensor_swiglu: x has shape ()", tensor_swiglu(tensor_scalar(1)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_values),
        UNIT_TEST(test_gradients),
        UNIT_TEST(test_far_out),
        UNIT_TEST(test_mistakes),
    };
    return run_tests("autograd/language/op_swiglu", tests);
}
