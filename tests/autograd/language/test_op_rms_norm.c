/* test_op_rms_norm.c - rows with a mean square of 1: values from elsewhere, gradients, hard rows. */
#include "../layouts.h"
#include "../../fixtures/language.h"

static const real eps = (real)1e-5;

static Tensor *wave(int ndim, const long *shape, double phase)
{
    Tensor *t = tensor_new(ndim, shape);
    for (long i = 0; i < tensor_numel(t); i++)
        t->data[i] = (real)sin(1.3 * (double)i + phase);
    return t;
}

static Tensor *bare(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_rms_norm(in[0], NULL, eps);
}

static Tensor *weighed(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_rms_norm(in[0], in[1], eps);
}

static Tensor *twice(Tensor *const in[], void *context)
{
    (void)context;
    Tensor *y = tensor_rms_norm(in[0], in[1], eps);
    return tensor_add(tensor_rms_norm(tensor_mul(y, in[0]), in[1], eps), in[0]);
}

static void test_values(void **state)
{
    (void)state;
    Tensor *y = tensor_rms_norm(wave(SHAPE(3, 4), 0), wave(SHAPE(4), 1), eps);
    assert_values(y, SHAPE(3, 4), 12, rms_norm_y, IS_DOUBLE ? 1e-13 : 1e-6);
    Tensor *z = tensor_rms_norm(wave(SHAPE(3, 4), 0), NULL, eps);
    assert_tensor_close(tensor_mul(z, wave(SHAPE(4), 1)), y, 0, 1e-6);
}

static void test_gradients(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, 3, 5)), *weight = random_leaf(SHAPE(5));
    for (int layout = 0; layout < LAYOUTS; layout++) {
        LayoutCase c[] = {
            {bare, NULL, 1, layout}, {weighed, NULL, 2, layout}, {twice, NULL, 2, layout}};
        Tensor *w = layout == EXPANDED ? tensor_detach(weight) : weight;
        assert_gradcheck(in_layout, &c[0], x);
        assert_gradcheck(in_layout, &c[1], x, w);
        assert_gradcheck(in_layout, &c[2], x, w);
    }
    assert_gradcheck(weighed, NULL, tensor_detach(x), weight);
    assert_gradcheck(weighed, NULL, x, tensor_detach(weight));
    assert_gradcheck(weighed, NULL, random_leaf(SHAPE(5)), weight);
    assert_gradcheck(weighed, NULL, random_leaf(SHAPE(0, 5)), weight);
    assert_gradcheck(weighed, NULL, random_leaf(SHAPE(3, 0)), random_leaf(SHAPE(0)));
    assert_gradcheck(bare, NULL, random_leaf(SHAPE(3, 1)));
}

static void test_fused_and_composed_agree(void **state)
{
    (void)state;
    double close = IS_DOUBLE ? 1e-12 : 2e-5;
    Tensor *seed = random_tensor(SHAPE(40, 3, 301)), *y[2], *in[2][2];
    in[0][0] = random_leaf(SHAPE(40, 3, 301)), in[0][1] = random_leaf(SHAPE(301));
    for (int i = 0; i < 2; i++)
        in[1][i] = tensor_requires_grad(tensor_keep(in[0][i]));
    y[0] = tensor_rms_norm(in[0][0], in[0][1], eps);
    y[1] = composed_rms_norm(in[1][0], in[1][1], eps);
    assert_tensor_close(y[0], y[1], close, close);
    for (int i = 0; i < 2; i++)
        tensor_backward_from(y[i], seed, false);
    for (int i = 0; i < 2; i++) {
        assert_tensor_close(in[0][i]->grad, in[1][i]->grad, close, close);
        tensor_free(in[1][i]);
    }
}

/* Zeros; numbers whose squares are no real; NaN and infinity stay in their rows. */
static void test_hard_rows(void **state)
{
    (void)state;
    Tensor *zeros = tensor_requires_grad(tensor_zeros(SHAPE(2, 4)));
    Tensor *y = tensor_rms_norm(zeros, NULL, eps);
    assert_tensor_close(y, tensor_zeros(SHAPE(2, 4)), 0, 0);
    tensor_backward_from(y, tensor_ones(SHAPE(2, 4)), false);
    assert_tensor_close(zeros->grad, tensor_full(SHAPE(2, 4), 1 / (real)sqrt((double)eps)), 1e-6,
                        0);

    real huge = IS_DOUBLE ? (real)1e300 : (real)1e37, tiny = 1 / huge;
    Tensor *x = tensor_from(SHAPE(4, 2),
                            VALUES(3 * huge, 4 * huge, 3, 4, (real)NAN, 1, 3 * tiny, 4 * tiny));
    Tensor *expected =
        tensor_from(SHAPE(2), VALUES((real)0.848528137423857, (real)1.131370849898476));
    y = tensor_rms_norm(x, NULL, 0);
    assert_true(isnan(y->data[4]) && isnan(y->data[5]));
    for (int row = 0; row < 4; row++)
        if (row != 2)
            assert_tensor_close(tensor_select(y, 0, row), expected, 0, 1e-6);
    y = tensor_rms_norm(tensor_from(SHAPE(2), VALUES((real)INFINITY, 1)), NULL, eps);
    assert_true(isnan(y->data[0]));
}

/* A row has the bits that it has alone, and so has its gradient, whatever the number of threads. */
static void test_rows_stand_alone(void **state)
{
    (void)state;
    int before = kindling_threads();
    Tensor *x = random_leaf(SHAPE(300, 130)), *weight = random_leaf(SHAPE(130)), *grads[2];
    Tensor *y = tensor_rms_norm(x, weight, eps);
    assert_tensor_identical(tensor_rms_norm(tensor_slice(x, 0, 7, 8, 1), weight, eps),
                            tensor_slice(y, 0, 7, 8, 1));
    for (int i = 0; i < 2; i++) {
        kindling_set_threads(i == 0 ? 1 : 3);
        tensor_zero_grad(weight);
        tensor_backward(tensor_sum(tensor_rms_norm(x, weight, eps), ALL_AXES, false));
        grads[i] = tensor_contiguous(tensor_mul_scalar(tensor_detach(weight->grad), 1));
    }
    kindling_set_threads(before);
    assert_tensor_identical(grads[0], grads[1]);
}

static void test_mistakes(void **state)
{
    (void)state;
    Tensor *x = tensor_zeros(SHAPE(2, 3)), *four = tensor_zeros(SHAPE(4));
    assert_fails_with("tensor_rms_norm: weight has shape (4,), but x (2, 3) needs (3,)",
                      tensor_rms_norm(x, four, eps));
    assert_fails_with("tensor_rms_norm: weight has shape (2, 3)", tensor_rms_norm(x, x, eps));
    assert_fails_with("tensor_rms_norm: x is a scalar and has no last axis",
                      tensor_rms_norm(tensor_scalar(1), NULL, eps));
    assert_fails_with("tensor_rms_norm: eps is -1, expected none below 0",
                      tensor_rms_norm(x, NULL, -1));
    assert_fails_with("tensor_rms_norm: eps is ", tensor_rms_norm(x, NULL, (real)NAN));
    assert_fails_with("tensor_rms_norm: out has shape (4,), x has (2, 3)",
                      rms_norm_kernel(four, tensor_zeros(SHAPE(2)), x, NULL, eps));
    assert_fails_with("tensor_rms_norm: rstd has shape (4,); x (2, 3) has 2 rows",
                      rms_norm_kernel(tensor_new_like(x), four, x, NULL, eps));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_values),           UNIT_TEST(test_gradients),
        UNIT_TEST(test_hard_rows),        UNIT_TEST(test_fused_and_composed_agree),
        UNIT_TEST(test_rows_stand_alone), UNIT_TEST(test_mistakes),
    };
    return run_tests("autograd/language/op_rms_norm", tests);
}
