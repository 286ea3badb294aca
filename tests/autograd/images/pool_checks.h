/* pool_checks.h - what holds for a pool, however it is computed: all windows together (test_op_pool.c) or window by
 * window (test_plain_pool.c). Against PyTorch, central differences, and a walk from window to window.
 */
#ifndef POOL_CHECKS_H
#define POOL_CHECKS_H

#include "../../attention/wave.h"
#include "../../fixtures/images.h"
#include "../layouts.h"

#define FROM_TORCH(t, name, ...)                                                                   \
    assert_values(t, SHAPE(__VA_ARGS__), (long)(sizeof(name) / sizeof(*(name))), name,             \
                  STORED_TOLERANCE)

static Tensor *max_pool(Tensor *const in[], void *window)
{
    return tensor_max_pool2d(in[0], *(Window *)window);
}

static Tensor *avg_pool(Tensor *const in[], void *window)
{
    return tensor_avg_pool2d(in[0], *(Window *)window, true);
}

static Tensor *avg_pool_inside(Tensor *const in[], void *window)
{
    return tensor_avg_pool2d(in[0], *(Window *)window, false);
}

static const Window odd = {.kernel = {3, 2}, .stride = {2, 1}, .padding = {1, 1}};
static const Window dilated = {.kernel = {2, 3}, .stride = {2, 2}, .dilation = {3, 2}};

static Tensor *wave_leaf(int ndim, const long *shape)
{
    return tensor_requires_grad(wave(ndim, shape, 0, 1));
}

static void go_back(Tensor *y)
{
    tensor_backward_from(y, wave(y->ndim, y->shape, 0.7, 1), false);
}

static void test_values_from_torch(void **state)
{
    (void)state;
    Tensor *x = wave_leaf(SHAPE(2, 2, 6, 7)), *y = tensor_max_pool2d(x, odd);
    FROM_TORCH(y, max_pool_y, 2, 2, 3, 8);
    go_back(y);
    FROM_TORCH(x->grad, max_pool_dx, 2, 2, 6, 7);
    x = wave_leaf(SHAPE(1, 2, 7, 8));
    y = tensor_max_pool2d(x, dilated);
    FROM_TORCH(y, max_pool_dilated_y, 1, 2, 2, 2);
    go_back(y);
    FROM_TORCH(x->grad, max_pool_dilated_dx, 1, 2, 7, 8);
    x = wave_leaf(SHAPE(2, 2, 6, 7));
    y = tensor_avg_pool2d(x, odd, true);
    FROM_TORCH(y, avg_pool_y, 2, 2, 3, 8);
    go_back(y);
    FROM_TORCH(x->grad, avg_pool_dx, 2, 2, 6, 7);
    x = wave_leaf(SHAPE(2, 2, 6, 7));
    y = tensor_avg_pool2d(x, odd, false);
    FROM_TORCH(y, avg_pool_inside_y, 2, 2, 3, 8);
    go_back(y);
    FROM_TORCH(x->grad, avg_pool_inside_dx, 2, 2, 6, 7);
}

/* Numbers that are far from equal, so that no difference changes a winner. */
static Tensor *distinct_leaf(int ndim, const long *shape)
{
    Tensor *t = random_leaf(ndim, shape);
    for (long i = 0, n = tensor_numel(t); i < n; i++)
        t->data[i] = (real)(i * 17 % n) / 4 + t->data[i] / 100;
    return t;
}

static void test_gradients(void **state)
{
    (void)state;
    Window windows[] = {odd,
                        dilated,
                        {.kernel = {2, 2}},
                        {.kernel = {1, 3}, .stride = {1, 2}},
                        {.kernel = {3, 3}, .stride = {1, 1}, .padding = {1, 1}}};
    for (int i = 0; i < 5; i++) {
        Tensor *x = distinct_leaf(SHAPE(2, 1, 5, 7));
        assert_gradcheck_layouts(avg_pool, &windows[i], x);
        assert_gradcheck_layouts(avg_pool_inside, &windows[i], x);
        for (int layout = PLAIN; layout < EXPANDED; layout++) {
            LayoutCase c = {max_pool, &windows[i], 1, layout};
            assert_gradcheck(in_layout, &c, x);
        }
    }
}

/* ---- window by window --------------------------------------------------------------------------- */

typedef struct {
    real largest, sum;
    long count;
} Under;

static Under look(const Tensor *x, const Window *w, long b, long c, long r, long s)
{
    Under u = {-(real)INFINITY, 0, 0};
    for (long i = 0; i < w->kernel[0]; i++)
        for (long j = 0; j < w->kernel[1]; j++) {
            long row = r * w->stride[0] + i * w->dilation[0] - w->padding[0];
            long column = s * w->stride[1] + j * w->dilation[1] - w->padding[1];
            if (row < 0 || column < 0 || row >= x->shape[2] || column >= x->shape[3])
                continue;
            real value = tensor_get(x, AT(b, c, row, column));
            u.largest = value > u.largest ? value : u.largest;
            u.sum += value;
            u.count++;
        }
    return u;
}

static void test_every_window(void **state)
{
    (void)state;
    for (int n = 0; n < 40; n++) {
        Window w = {.kernel = {1 + rng_below(&test_rng, 4), 1 + rng_below(&test_rng, 4)},
                    .stride = {1 + rng_below(&test_rng, 3), 1 + rng_below(&test_rng, 3)},
                    .dilation = {1 + rng_below(&test_rng, 2), 1 + rng_below(&test_rng, 2)}};
        for (int i = 0; i < 2; i++)
            w.padding[i] = rng_below(&test_rng, (w.dilation[i] * (w.kernel[i] - 1) + 1) / 2 + 1);
        Tensor *x = random_tensor(SHAPE(2, 3, 8, 9));
        Tensor *largest = tensor_max_pool2d(x, w), *mean = tensor_avg_pool2d(x, w, true);
        Tensor *inside = tensor_avg_pool2d(x, w, false);
        for (long b = 0; b < 2; b++)
            for (long c = 0; c < 3; c++)
                for (long r = 0; r < mean->shape[2]; r++)
                    for (long s = 0; s < mean->shape[3]; s++) {
                        Under u = look(x, &w, b, c, r, s);
                        double all = (double)(w.kernel[0] * w.kernel[1]);
                        assert_close(tensor_get(largest, AT(b, c, r, s)), u.largest, 0);
                        assert_close(tensor_get(mean, AT(b, c, r, s)), u.sum / all, 1e-6);
                        assert_close(tensor_get(inside, AT(b, c, r, s)), u.sum / (double)u.count,
                                     1e-6);
                    }
    }
}

static void test_the_first_of_equals_gets_the_gradient(void **state)
{
    (void)state;
    Tensor *x = tensor_requires_grad(tensor_full(SHAPE(1, 1, 4, 4), -3));
    Tensor *y =
        tensor_max_pool2d(x, (Window){.kernel = {3, 3}, .stride = {2, 2}, .padding = {1, 1}});
    assert_tensor_close(y, tensor_full(SHAPE(1, 1, 2, 2), -3), 0, 0); /* not the padding's 0 */
    tensor_backward_from(y, tensor_from(SHAPE(1, 1, 2, 2), VALUES(1, 2, 3, 4)), false);
    assert_values(x->grad, SHAPE(1, 1, 4, 4),
                  VALUES(1, 2, 0, 0, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 0);
}

static void test_nan_wins_and_infinity_is_a_number(void **state)
{
    (void)state;
    real inf = (real)INFINITY;
    Tensor *x = tensor_from(SHAPE(1, 1, 2, 4), VALUES(1, (real)NAN, -inf, -inf, 5, 2, -inf, -inf));
    tensor_requires_grad(x);
    Tensor *y = tensor_max_pool2d(x, (Window){.kernel = {2, 2}});
    assert_true(isnan(y->data[0]));
    assert_close(y->data[1], -inf, 0);
    tensor_backward_from(y, tensor_ones(SHAPE(1, 1, 1, 2)), false);
    assert_values(x->grad, SHAPE(1, 1, 2, 4), VALUES(0, 1, 1, 0, 0, 0, 0, 0), 0);
}

static void test_no_images(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(0, 2, 4, 4));
    Tensor *y = tensor_max_pool2d(x, (Window){.kernel = {2, 2}});
    assert_shape(y, SHAPE(0, 2, 2, 2));
    assert_shape(tensor_avg_pool2d(x, (Window){.kernel = {2, 2}}, true), SHAPE(0, 2, 2, 2));
    tensor_backward_from(y, y, false);
}

static void test_mistakes(void **state)
{
    (void)state;
    Tensor *x = tensor_zeros(SHAPE(1, 2, 4, 5));
    assert_fails_with(
        "tensor_max_pool2d: padding is {2, 0}, expected at most half of the kernel {3, 2}: "
        "there would be windows with nothing in them",
        tensor_max_pool2d(x, (Window){.kernel = {3, 2}, .padding = {2, 0}}));
    assert_fails_with(
        "tensor_max_pool2d: the window's kernel is {0, 0}, expected numbers from 1: rows, "
        "then columns. hint: .kernel = {1, 1}",
        tensor_max_pool2d(x, (Window){0}));
    assert_fails_with("tensor_avg_pool2d: the window's stride is {2, -1}",
                      tensor_avg_pool2d(x, (Window){.kernel = {2, 2}, .stride = {2, -1}}, true));
    assert_fails_with(
        "tensor_avg_pool2d: the window covers 6 columns, but x (1, 2, 4, 5) has 5 and 0 of "
        "padding",
        tensor_avg_pool2d(x, (Window){.kernel = {2, 6}}, true));
    assert_fails_with("tensor_max_pool2d: x has shape (4, 5), expected images (B, C, H, W)",
                      tensor_max_pool2d(tensor_zeros(SHAPE(4, 5)), (Window){.kernel = {2, 2}}));
}

#define POOL_CHECKS                                                                                \
    UNIT_TEST(test_values_from_torch), UNIT_TEST(test_gradients), UNIT_TEST(test_every_window),    \
        UNIT_TEST(test_the_first_of_equals_gets_the_gradient),                                     \
        UNIT_TEST(test_nan_wins_and_infinity_is_a_number), UNIT_TEST(test_no_images),              \
        UNIT_TEST(test_mistakes)

#endif
