/* batch_norm_checks.h - what holds for batch norm, however it is computed: line by line (test_op_batch_norm.c) or
 * number by number (test_plain_batch_norm.c). Against PyTorch, central differences and closed forms; and flatten.
 */
#ifndef BATCH_NORM_CHECKS_H
#define BATCH_NORM_CHECKS_H

#include "../../attention/wave.h"
#include "../../fixtures/images.h"
#include "../layouts.h"

static const real eps = (real)1e-5;

#define FROM_TORCH(t, name, ...)                                                                   \
    assert_values(t, SHAPE(__VA_ARGS__), (long)(sizeof(name) / sizeof(*(name))), name,             \
                  STORED_TOLERANCE)

static void test_values_from_torch(void **state)
{
    (void)state;
    Tensor *gamma = wave(SHAPE(3), 1, 1), *beta = wave(SHAPE(3), 2, 1);
    Tensor *mean = tensor_zeros(SHAPE(3)), *var = tensor_ones(SHAPE(3));
    Tensor *before = tensor_add_scalar(wave(SHAPE(4, 3, 2, 3), 0.3, 2), 1);
    tensor_batch_norm2d(before, gamma, beta, mean, var, true, (real)0.2, eps);
    tensor_requires_grad(gamma);
    tensor_requires_grad(beta);
    Tensor *x = tensor_requires_grad(wave(SHAPE(2, 3, 3, 2), 0, 1));
    Tensor *y = tensor_batch_norm2d(x, gamma, beta, mean, var, true, (real)0.2, eps);
    FROM_TORCH(y, norm_y, 2, 3, 3, 2);
    tensor_backward_from(y, wave(y->ndim, y->shape, 0.7, 1), false);
    FROM_TORCH(x->grad, norm_dx, 2, 3, 3, 2);
    FROM_TORCH(gamma->grad, norm_dweight, 3);
    FROM_TORCH(beta->grad, norm_dbias, 3);
    FROM_TORCH(mean, norm_running_mean, 3);
    FROM_TORCH(var, norm_running_var, 3);
    tensor_zero_grad(x);
    tensor_zero_grad(gamma);
    y = tensor_batch_norm2d(x, gamma, beta, mean, var, false, (real)0.2, eps);
    FROM_TORCH(y, norm_eval_y, 2, 3, 3, 2);
    FROM_TORCH(mean, norm_running_mean, 3); /* evaluation moves nothing */
    FROM_TORCH(var, norm_running_var, 3);
    tensor_backward_from(y, wave(y->ndim, y->shape, 0.7, 1), false);
    FROM_TORCH(x->grad, norm_eval_dx, 2, 3, 3, 2);
    FROM_TORCH(gamma->grad, norm_eval_dweight, 3);
}

typedef struct {
    Tensor *mean, *var;
    bool training;
} Remembered;

static Tensor *norm(Tensor *const in[], void *context)
{
    const Remembered *r = context;
    return tensor_batch_norm2d(in[0], in[1], in[2], r->mean, r->var, r->training, (real)0.1, eps);
}

static Tensor *norm_bare(Tensor *const in[], void *context)
{
    const Remembered *r = context;
    return tensor_batch_norm2d(in[0], NULL, NULL, r->mean, r->var, r->training, (real)0.1, eps);
}

static void test_gradients(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(3, 2, 2, 3)), *gamma = random_leaf(SHAPE(2)),
           *beta = random_leaf(SHAPE(2));
    Tensor *mean = random_tensor(SHAPE(2)), *var = tensor_full(SHAPE(2), 2);
    Remembered cases[] = {{NULL, NULL, true}, {mean, var, false}};
    for (int i = 0; i < 2; i++) {
        for (int layout = 0; layout < EXPANDED; layout++) {
            LayoutCase all = {norm, &cases[i], 3, layout}, bare = {norm_bare, &cases[i], 1, layout};
            assert_gradcheck(in_layout, &all, x, gamma, beta);
            assert_gradcheck(in_layout, &bare, x);
        }
        assert_gradcheck(norm, &cases[i], tensor_detach(x), gamma, tensor_detach(beta));
        assert_gradcheck(norm, &cases[i], x, tensor_detach(gamma), beta);
    }
}

static void test_a_constant_channel_becomes_beta(void **state)
{
    (void)state;
    Tensor *x = tensor_requires_grad(tensor_full(SHAPE(4, 1, 3, 3), (real)1e4 / 3));
    Tensor *gamma = tensor_full(SHAPE(1), 7), *beta = tensor_full(SHAPE(1), 2);
    Tensor *y = tensor_batch_norm2d(x, gamma, beta, NULL, NULL, true, 1, eps);
    assert_tensor_close(y, tensor_full(SHAPE(4, 1, 3, 3), 2), 0, 0);
    tensor_backward_from(y, random_tensor(SHAPE(4, 1, 3, 3)), false);
    for (int i = 0; i < 36; i++)
        assert_true(isfinite(x->grad->data[i]));
}

/* What is far from 0 keeps its digits: a variance of squares minus a square would be noise. */
static void test_a_large_mean_costs_no_digits(void **state)
{
    (void)state;
    Tensor *x = tensor_add_scalar(wave(SHAPE(8, 2, 16, 16), 0, 1), 4096);
    Tensor *mean = tensor_new(SHAPE(2)), *var = tensor_new(SHAPE(2));
    batch_statistics_kernel(mean, var, x);
    for (long c = 0; c < 2; c++) {
        double sum = 0, squares = 0;
        for (long b = 0; b < 8; b++)
            for (long i = 0; i < 256; i++) {
                double d = (double)x->data[(b * 2 + c) * 256 + i] - 4096;
                sum += d / 2048;
                squares += d * d / 2048;
            }
        assert_close(var->data[c], squares - sum * sum, 1e-5);
        assert_close(mean->data[c], 4096 + sum, 1e-3);
    }
}

/* After n steps on one batch: m (1 - 0.9^n), and 0.9^n + v N / (N - 1) (1 - 0.9^n). */
static void test_what_is_remembered_has_a_closed_form(void **state)
{
    (void)state;
    Tensor *x = tensor_from(SHAPE(2, 1, 1, 2), VALUES(1, 2, 3, 6)); /* m = 3, v = 3.5 */
    Tensor *mean = tensor_zeros(SHAPE(1)), *var = tensor_ones(SHAPE(1));
    double left = 1;
    for (int n = 0; n < 10; n++) {
        tensor_batch_norm2d(x, NULL, NULL, mean, var, true, (real)0.1, eps);
        left *= 0.9;
        assert_close(mean->data[0], 3 * (1 - left), 1e-5);
        assert_close(var->data[0], left + 3.5 * 4 / 3 * (1 - left), 1e-5);
    }
}

static void test_threads_change_no_bit(void **state)
{
    (void)state;
    Tensor *x = random_tensor(SHAPE(8, 5, 30, 31)), *dy = random_tensor(SHAPE(8, 5, 30, 31));
    Tensor *y[2], *leaf[2];
    int before = kindling_threads();
    for (int i = 0; i < 2; i++) {
        kindling_set_threads(1 + 2 * i);
        leaf[i] = tensor_requires_grad(tensor_detach(x));
        y[i] = tensor_batch_norm2d(leaf[i], NULL, NULL, NULL, NULL, true, 1, eps);
        tensor_backward_from(y[i], dy, false);
    }
    kindling_set_threads(before);
    assert_tensor_identical(y[1], y[0]);
    assert_tensor_identical(leaf[1]->grad, leaf[0]->grad);
}

static void test_mistakes(void **state)
{
    (void)state;
    Tensor *x = tensor_zeros(SHAPE(2, 3, 2, 2)), *three = tensor_ones(SHAPE(3));
    Tensor *four = tensor_ones(SHAPE(4));
#define NORM(x, gamma, beta, mean, var, training, momentum, eps)                                   \
    tensor_batch_norm2d(x, gamma, beta, mean, var, training, (real)(momentum), (real)(eps))
    assert_fails_with(
        "tensor_batch_norm2d: gamma has shape (4,), expected (3,), a number for each channel "
        "of x (2, 3, 2, 2)",
        NORM(x, four, NULL, three, three, true, 0.1, 1e-5));
    assert_fails_with("var has shape (4,)", NORM(x, three, NULL, three, four, true, 0.1, 1e-5));
    Tensor *infinite = tensor_from(SHAPE(3), VALUES(1, (real)INFINITY, 1));
    assert_fails_with("the variance of channel 1 is infinite",
                      NORM(x, NULL, NULL, three, infinite, false, 0.1, 1e-5));
    assert_fails_with("beta without gamma", NORM(x, NULL, three, three, three, true, 0.1, 1e-5));
    assert_fails_with("var is NULL and mean is not, expected both or none",
                      NORM(x, three, three, three, NULL, true, 0.1, 1e-5));
    assert_fails_with("mean and var are NULL, but only training finds its own",
                      NORM(x, three, three, NULL, NULL, false, 0.1, 1e-5));
    assert_fails_with("mean or var wants a gradient",
                      NORM(x, three, three, three, random_leaf(SHAPE(3)), true, 0.1, 1e-5));
    assert_fails_with("momentum is 1.5, expected a number from 0 to 1",
                      NORM(x, three, three, three, three, true, 1.5, 1e-5));
    assert_fails_with("eps is -1, expected none below 0",
                      NORM(x, three, three, three, three, true, 0.1, -1));
    assert_fails_with(
        "x (1, 3, 1, 1) has 1 number per channel, and a variance takes 2",
        NORM(tensor_zeros(SHAPE(1, 3, 1, 1)), three, three, three, three, true, 0.1, 1e-5));
    assert_fails_with("x has shape (2, 3), expected images (B, C, H, W)",
                      NORM(tensor_zeros(SHAPE(2, 3)), NULL, NULL, NULL, NULL, true, 0.1, 1e-5));
}

/* ---- flatten ------------------------------------------------------------------------------------- */

static Tensor *flat(Tensor *const in[], void *context)
{
    return tensor_mul(tensor_flatten(in[0], *(int *)context),
                      tensor_flatten(in[0], *(int *)context));
}

static void test_flatten(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, 3, 2, 2));
    assert_shape(tensor_flatten(x, 1), SHAPE(2, 12));
    assert_shape(tensor_flatten(x, 0), SHAPE(24));
    assert_shape(tensor_flatten(x, -2), SHAPE(2, 3, 4));
    assert_ptr_equal(tensor_flatten(x, 1)->data, x->data);
    Tensor *turned = tensor_transpose(tensor_from(SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, 6)), 0, 1);
    assert_values(tensor_flatten(turned, 0), SHAPE(6), VALUES(1, 4, 2, 5, 3, 6), 0);
    assert_shape(tensor_flatten(tensor_zeros(SHAPE(0, 3, 2)), 1), SHAPE(0, 6));
    for (int first = 0; first < 4; first++)
        assert_gradcheck_layouts(flat, &first, x);
    assert_fails_with("tensor_flatten: ", tensor_flatten(x, 4));
}

#define BATCH_NORM_CHECKS                                                                          \
    UNIT_TEST(test_values_from_torch), UNIT_TEST(test_gradients),                                  \
        UNIT_TEST(test_a_constant_channel_becomes_beta),                                           \
        UNIT_TEST(test_a_large_mean_costs_no_digits),                                              \
        UNIT_TEST(test_what_is_remembered_has_a_closed_form),                                      \
        UNIT_TEST(test_threads_change_no_bit), UNIT_TEST(test_mistakes), UNIT_TEST(test_flatten)

#endif
