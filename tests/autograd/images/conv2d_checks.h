/* conv2d_checks.h - what holds for a convolution, however it is computed: by strips (test_op_conv2d.c) or
 * with all columns written out (test_plain_conv2d.c).
 */
#ifndef CONV2D_CHECKS_H
#define CONV2D_CHECKS_H

#include "../../attention/wave.h"
#include "../../fixtures/images.h"
#include "../layouts.h"

#define CLOSE (IS_DOUBLE ? 1e-11 : 2e-5)

typedef struct {
    Window window;
    long groups;
} Conv;

static Tensor *conv_with_bias(Tensor *const in[], void *context)
{
    const Conv *c = context;
    return tensor_conv2d(in[0], in[1], in[2], c->window, c->groups);
}

static Tensor *conv_without(Tensor *const in[], void *context)
{
    const Conv *c = context;
    return tensor_conv2d(in[0], in[1], NULL, c->window, c->groups);
}

static Tensor *wave_leaf(int ndim, const long *shape, double phase)
{
    return tensor_requires_grad(wave(ndim, shape, phase, 1));
}

static const Window odd = {
    .kernel = {3, 2}, .stride = {2, 1}, .padding = {2, 1}, .dilation = {1, 2}};

#define FROM_TORCH(t, name, ...)                                                                   \
    assert_values(t, SHAPE(__VA_ARGS__), (long)(sizeof(name) / sizeof(*(name))), name,             \
                  STORED_TOLERANCE)

static void test_values_from_torch(void **state)
{
    (void)state;
    Tensor *x = wave_leaf(SHAPE(2, 4, 7, 5), 0), *w = wave_leaf(SHAPE(6, 2, 3, 2), 1);
    Tensor *b = wave_leaf(SHAPE(6), 2), *y = tensor_conv2d(x, w, b, odd, 2);
    FROM_TORCH(y, conv_y, 2, 6, 5, 5);
    tensor_backward_from(y, wave(y->ndim, y->shape, 0.7, 1), false);
    FROM_TORCH(x->grad, conv_dx, 2, 4, 7, 5);
    FROM_TORCH(w->grad, conv_dweight, 6, 2, 3, 2);
    FROM_TORCH(b->grad, conv_dbias, 6);
    x = wave_leaf(SHAPE(1, 3, 4, 4), 0);
    w = wave_leaf(SHAPE(2, 3, 1, 1), 1);
    y = tensor_conv2d(x, w, NULL, (Window){0}, 1);
    FROM_TORCH(y, conv_1x1_y, 1, 2, 4, 4);
    tensor_backward_from(y, wave(y->ndim, y->shape, 0.7, 1), false);
    FROM_TORCH(x->grad, conv_1x1_dx, 1, 3, 4, 4);
    FROM_TORCH(w->grad, conv_1x1_dweight, 2, 3, 1, 1);
    x = wave_leaf(SHAPE(2, 3, 5, 4), 0);
    w = wave_leaf(SHAPE(3, 1, 3, 3), 1);
    y = tensor_conv2d(x, w, NULL, (Window){.padding = {1, 1}}, 3);
    FROM_TORCH(y, conv_depthwise_y, 2, 3, 5, 4);
    tensor_backward_from(y, wave(y->ndim, y->shape, 0.7, 1), false);
    FROM_TORCH(x->grad, conv_depthwise_dx, 2, 3, 5, 4);
    FROM_TORCH(w->grad, conv_depthwise_dweight, 3, 1, 3, 3);
}

/* Windows of all kinds, with the sizes they are tried on: images, input channels, rows, columns, outputs. */
typedef struct {
    Conv conv;
    long B, in, H, W, out;
} ConvCase;
static const ConvCase conv_cases[] = {
    {{{.kernel = {3, 2}, .stride = {2, 1}, .padding = {2, 1}, .dilation = {1, 2}}, 2},
     2,
     4,
     5,
     4,
     2},
    {{{.kernel = {3, 2}}, 1}, 2, 1, 4, 3, 3},
    {{{.kernel = {2, 3}, .stride = {1, 2}, .padding = {1, 0}}, 1}, 1, 2, 4, 7, 2},
    {{{.kernel = {1, 1}}, 1}, 2, 3, 2, 3, 2},
    {{{.kernel = {1, 1}, .stride = {2, 3}}, 1}, 1, 2, 5, 4, 2},
    {{{.kernel = {1, 1}, .padding = {1, 1}}, 2}, 1, 2, 2, 2, 4},
    {{{.kernel = {3, 3}, .padding = {1, 1}}, 4}, 1, 4, 3, 3, 4},
    {{{.kernel = {2, 2}, .stride = {3, 3}, .padding = {4, 3}, .dilation = {3, 2}}, 1},
     1,
     2,
     2,
     3,
     2},
    {{{.kernel = {4, 1}}, 1}, 1, 1, 4, 5, 1},
};
#define CONV_CASES ((int)(sizeof conv_cases / sizeof *conv_cases))

static void test_gradients_of_every_argument(void **state)
{
    (void)state;
    for (int i = 0; i < CONV_CASES; i++) {
        ConvCase c = conv_cases[i];
        const long *k = c.conv.window.kernel;
        Tensor *x = random_leaf(SHAPE(c.B, c.in, c.H, c.W)), *b = random_leaf(SHAPE(c.out));
        Tensor *w = random_leaf(SHAPE(c.out, c.in / c.conv.groups, k[0], k[1]));
        assert_gradcheck(conv_with_bias, &c.conv, x, w, b);
        assert_gradcheck(conv_without, &c.conv, x, w);
        assert_gradcheck(conv_without, &c.conv, tensor_detach(x), w);
        assert_gradcheck(conv_without, &c.conv, x, tensor_detach(w));
    }
}

static Tensor *twice(Tensor *const in[], void *context)
{
    const Conv *c = context;
    Tensor *y = tensor_conv2d(in[0], in[1], in[2], c->window, c->groups);
    y = tensor_conv2d(tensor_mul(y, in[0]), in[1], in[2], c->window, c->groups);
    return tensor_add(y, in[0]);
}

static void test_gradients_in_every_layout(void **state)
{
    (void)state;
    Conv c = {{.padding = {1, 1}}, 1};
    Tensor *x = random_leaf(SHAPE(2, 2, 3, 4)), *w = random_leaf(SHAPE(2, 2, 3, 3));
    Tensor *b = random_leaf(SHAPE(2)), *w1 = random_leaf(SHAPE(2, 2, 1, 1));
    Conv one = {.groups =
                    1}; /* 1x1: the gradient is added to what is there by the product itself */
    assert_gradcheck(twice, &one, x, w1, b);
    for (int layout = 0; layout < LAYOUTS; layout++) {
        LayoutCase once = {conv_with_bias, &c, 3, layout}, used_twice = {twice, &c, 3, layout};
        Tensor *bias = layout == EXPANDED ? tensor_detach(b) : b;
        assert_gradcheck(in_layout, &once, x, w, bias);
        assert_gradcheck(in_layout, &used_twice, x, w, bias);
    }
}

static void test_agrees_with_the_definition(void **state)
{
    (void)state;
    for (int i = 0; i < CONV_CASES; i++) {
        ConvCase c = conv_cases[i];
        const long *k = c.conv.window.kernel;
        Tensor *x = random_tensor(SHAPE(3, 2 * c.in, 9 + c.H, 20 + c.W));
        Tensor *w = random_tensor(SHAPE(5 * c.out, 2 * c.in / c.conv.groups, k[0], k[1]));
        Tensor *b = random_tensor(SHAPE(5 * c.out));
        Tensor *y = tensor_conv2d(x, w, b, c.conv.window, c.conv.groups);
        Tensor *direct = tensor_new_like(y);
        conv2d_direct(direct, x, w, b, c.conv.window, c.conv.groups);
        assert_tensor_close(y, direct, CLOSE, CLOSE);
        conv2d_direct(direct, x, w, NULL, c.conv.window, c.conv.groups);
        assert_tensor_close(tensor_conv2d(x, w, NULL, c.conv.window, c.conv.groups), direct, CLOSE,
                            CLOSE);
    }
}

/* A kernel with a single 1 at (i, j) moves the image by it. */
static void test_a_one_hot_kernel_is_a_shift(void **state)
{
    (void)state;
    Tensor *x = random_tensor(SHAPE(2, 1, 6, 7));
    for (long i = 0; i < 3; i++)
        for (long j = 0; j < 2; j++) {
            Tensor *w = tensor_zeros(SHAPE(1, 1, 3, 2));
            w->data[i * 2 + j] = 1;
            Tensor *shifted = tensor_slice(tensor_slice(x, 2, i, i + 4, 1), 3, j, j + 6, 1);
            Tensor *y = tensor_conv2d(x, w, NULL, (Window){0}, 1);
            assert_tensor_close(y, shifted, 0, 0);
        }
}

static void test_1x1_is_linear_over_channels(void **state)
{
    (void)state;
    Tensor *x = random_tensor(SHAPE(2, 5, 3, 4)), *w = random_tensor(SHAPE(6, 5, 1, 1));
    Tensor *b = random_tensor(SHAPE(6));
    Tensor *y = tensor_conv2d(x, w, b, (Window){0}, 1);
    Tensor *rows = tensor_permute(x, AXES(0, 2, 3, 1));
    Tensor *matrix = tensor_transpose(tensor_reshape(w, SHAPE(6, 5)), 0, 1);
    Tensor *linear = tensor_linear(rows, matrix, b);
    assert_tensor_close(y, tensor_permute(linear, AXES(0, 3, 1, 2)), CLOSE, CLOSE);
}

static void test_as_many_groups_as_channels_are_separate_convolutions(void **state)
{
    (void)state;
    Tensor *x = random_tensor(SHAPE(2, 3, 6, 5)), *w = random_tensor(SHAPE(6, 1, 3, 2));
    Tensor *b = random_tensor(SHAPE(6));
    Tensor *y = tensor_conv2d(x, w, b, odd, 3), *part[3];
    for (long c = 0; c < 3; c++)
        part[c] =
            tensor_conv2d(tensor_slice(x, 1, c, c + 1, 1), tensor_slice(w, 0, 2 * c, 2 * c + 2, 1),
                          tensor_slice(b, 0, 2 * c, 2 * c + 2, 1), odd, 1);
    assert_tensor_close(y, tensor_concat(3, part, 1), CLOSE, CLOSE);
}

static void test_ones_sum_what_is_under_the_window(void **state)
{
    (void)state;
    Tensor *x = random_tensor(SHAPE(2, 1, 6, 7)), *ones = tensor_ones(SHAPE(1, 1, 3, 2));
    Window w = {.kernel = {3, 2}, .stride = {2, 1}, .padding = {1, 1}};
    Tensor *mean = tensor_avg_pool2d(x, w, true);
    assert_tensor_close(tensor_conv2d(x, ones, NULL, w, 1), tensor_mul_scalar(mean, 6), CLOSE,
                        CLOSE);
}

static void test_a_shifted_image_has_a_shifted_result(void **state)
{
    (void)state;
    Tensor *x = random_tensor(SHAPE(1, 2, 12, 14)), *w = random_tensor(SHAPE(3, 2, 3, 3));
    Tensor *y = tensor_conv2d(x, w, NULL, (Window){0}, 1);
    Tensor *part = tensor_slice(tensor_slice(x, 2, 2, 12, 1), 3, 5, 14, 1);
    Tensor *of_part = tensor_conv2d(part, w, NULL, (Window){0}, 1);
    assert_tensor_close(of_part, tensor_slice(tensor_slice(y, 2, 2, 10, 1), 3, 5, 12, 1), CLOSE,
                        CLOSE);
}

static void test_no_images(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(0, 2, 5, 5)), *w = random_leaf(SHAPE(3, 2, 3, 3));
    Tensor *b = random_leaf(SHAPE(3)), *y = tensor_conv2d(x, w, b, (Window){0}, 1);
    assert_shape(y, SHAPE(0, 3, 3, 3));
    tensor_backward_from(y, y, false);
    assert_tensor_close(w->grad, tensor_zeros(SHAPE(3, 2, 3, 3)), 0, 0);
    assert_tensor_close(b->grad, tensor_zeros(SHAPE(3)), 0, 0);
}

static void test_mistakes(void **state)
{
    (void)state;
    Tensor *x = tensor_zeros(SHAPE(2, 4, 7, 5)), *w = tensor_zeros(SHAPE(6, 4, 3, 2));
    Window plain = {0};
    assert_fails_with("tensor_conv2d: x has shape (4, 7, 5), expected images (B, C, H, W). hint: "
                      "tensor_unsqueeze adds an axis",
                      tensor_conv2d(tensor_zeros(SHAPE(4, 7, 5)), w, NULL, plain, 1));
    assert_fails_with(
        "tensor_conv2d: the weight has shape (6, 4), expected (Cout, Cin / groups, KH, KW)",
        tensor_conv2d(x, tensor_zeros(SHAPE(6, 4)), NULL, plain, 1));
    assert_fails_with(
        "tensor_conv2d: the weight has shape (6, 3, 3, 2), for 3 input channels; x (2, 4, 7, "
        "5) has 4 in each of 1 group. expected (6, 4, 3, 2)",
        tensor_conv2d(x, tensor_zeros(SHAPE(6, 3, 3, 2)), NULL, plain, 1));
    assert_fails_with("has 2 in each of 2 groups. expected (6, 2, 3, 2)",
                      tensor_conv2d(x, w, NULL, plain, 2));
    assert_fails_with(
        "tensor_conv2d: groups is 3, but x has 4 channels and the weight makes 6: expected a "
        "number that divides both",
        tensor_conv2d(x, w, NULL, plain, 3));
    assert_fails_with("groups is 0", tensor_conv2d(x, w, NULL, plain, 0));
    assert_fails_with(
        "tensor_conv2d: the bias has shape (4,), expected (6,) for a weight of shape (6, 4, "
        "3, 2)",
        tensor_conv2d(x, w, tensor_zeros(SHAPE(4)), plain, 1));
    assert_fails_with(
        "the window's kernel is {2, 3}, the weight's is 3 by 2. hint: leave the window's out",
        tensor_conv2d(x, w, NULL, (Window){.kernel = {2, 3}}, 1));
    assert_fails_with("tensor_conv2d: the window's padding is {0, -1}, expected numbers from 0",
                      tensor_conv2d(x, w, NULL, (Window){.padding = {0, -1}}, 1));
    assert_fails_with("the window's stride is {-2, 1}, expected numbers from 1: rows, then columns",
                      tensor_conv2d(x, w, NULL, (Window){.stride = {-2, 1}}, 1));
    assert_fails_with("the window's dilation is {1, -1}",
                      tensor_conv2d(x, w, NULL, (Window){.dilation = {1, -1}}, 1));
    assert_fails_with(
        "tensor_conv2d: the window covers 9 rows, but x (2, 4, 7, 5) has 7 and 0 of padding "
        "on each side. hint: a smaller kernel or more padding",
        tensor_conv2d(x, w, NULL, (Window){.dilation = {4, 1}}, 1));
}

#define CONV2D_CHECKS                                                                              \
    UNIT_TEST(test_values_from_torch), UNIT_TEST(test_gradients_of_every_argument),                \
        UNIT_TEST(test_gradients_in_every_layout), UNIT_TEST(test_agrees_with_the_definition),     \
        UNIT_TEST(test_a_one_hot_kernel_is_a_shift), UNIT_TEST(test_1x1_is_linear_over_channels),  \
        UNIT_TEST(test_as_many_groups_as_channels_are_separate_convolutions),                      \
        UNIT_TEST(test_ones_sum_what_is_under_the_window),                                         \
        UNIT_TEST(test_a_shifted_image_has_a_shifted_result), UNIT_TEST(test_no_images),           \
        UNIT_TEST(test_mistakes)

#endif
