/* test_refusals.c - each of the conditions under which a kernel refuses its arguments, by itself: an output, a row or
 * a table of another shape, with another number of axes, with gaps. */
#include "test.h"

static Tensor *of(int ndim, const long *shape)
{
    return tensor_ones(ndim, shape);
}

/* The same shape, but rows that do not lie one behind the other. */
static Tensor *with_gaps(int ndim, const long *shape)
{
    long wide[TENSOR_MAX_AXES];
    memcpy(wide, shape, (size_t)ndim * sizeof *wide);
    wide[ndim - 1] *= 2;
    return tensor_slice(of(ndim, wide), -1, 0, wide[ndim - 1], 2);
}

static void test_cross_entropy(void **state)
{
    (void)state;
    const int targets[] = {0, 1};
    Tensor *x = of(SHAPE(2, 3)), *two = of(SHAPE(2)), *three = of(SHAPE(3));
    assert_fails_with("lse has shape (3,), logits (2, 3) have 2 rows",
                      cross_entropy_kernel(two, three, x, targets, -100, 0));
    assert_fails_with("lse has shape (2,)",
                      cross_entropy_kernel(two, with_gaps(SHAPE(2)), x, targets, -100, 0));
    assert_fails_with("losses have shape (3,)",
                      cross_entropy_kernel(three, two, x, targets, -100, 0));
    assert_fails_with("losses have shape (2,)",
                      cross_entropy_kernel(with_gaps(SHAPE(2)), two, x, targets, -100, 0));
    const real smoothing[] = {(real)-0.5, (real)1.5, NAN};
    for (volatile int i = 0; i < 3; i++)
        assert_fails_with("is outside [0, 1]",
                          cross_entropy_kernel(two, two, x, targets, -100, smoothing[i]));
}

static void test_embedding(void **state)
{
    (void)state;
    IntTensor *ids = int_tensor_new(SHAPE(2)),
              *deep = int_tensor_new(SHAPE(1, 1, 1, 1, 1, 1, 1, 1));
    Tensor *table = of(SHAPE(4, 3));
    assert_fails_with("rows of shape (2, 3, 1) do not fit ids (2,)",
                      embedding_kernel(of(SHAPE(2, 3, 1)), table, ids));
    assert_fails_with("rows of shape (3, 3)", embedding_kernel(of(SHAPE(3, 3)), table, ids));
    assert_fails_with("rows of shape (2, 4)", embedding_kernel(of(SHAPE(2, 4)), table, ids));
    assert_fails_with("is a view", embedding_kernel(with_gaps(SHAPE(2, 3)), table, ids));
    assert_fails_with("table has shape (4,), expected (V, C)",
                      embedding_kernel(of(SHAPE(2, 3)), of(SHAPE(4)), ids));
    assert_fails_with("table has shape (4,), expected (vocabulary, channels)",
                      tensor_embedding(of(SHAPE(4)), ids));
    assert_fails_with("leave no axis for the channels", tensor_embedding(table, deep));
}

static void test_layer_norm(void **state)
{
    (void)state;
    Tensor *x = of(SHAPE(2, 3)), *y = of(SHAPE(2, 3)), *two = of(SHAPE(2)), *gaps;
    real eps = (real)1e-5;
    gaps = with_gaps(SHAPE(2));
    assert_fails_with("gamma has shape (1, 3)",
                      layer_norm_kernel(y, two, two, x, of(SHAPE(1, 3)), NULL, eps));
    assert_fails_with("beta has shape (2,)", layer_norm_kernel(y, two, two, x, NULL, two, eps));
    assert_fails_with("mean has shape (2,)", layer_norm_kernel(y, gaps, two, x, NULL, NULL, eps));
    assert_fails_with("rstd has shape (3,)",
                      layer_norm_kernel(y, two, of(SHAPE(3)), x, NULL, NULL, eps));
    assert_fails_with("has 2 rows", layer_norm_kernel(y, of(SHAPE(1)), two, x, NULL, NULL, eps));
}

static void test_rows_along_an_axis(void **state)
{
    (void)state;
    Tensor *x = of(SHAPE(2, 3));
    assert_fails_with("cannot write rows of (2, 3) along axis 1 into (2,)",
                      softmax_kernel(of(SHAPE(2)), x, 1));
    assert_fails_with("into (2, 4)", softmax_kernel(of(SHAPE(2, 4)), x, 1));
    assert_fails_with("into (2, 3)", logsumexp_kernel(of(SHAPE(2, 3)), x, 1));
}

static void test_products(void **state)
{
    (void)state;
    Tensor *a = of(SHAPE(2, 3)), *b = of(SHAPE(3, 4)), *row = of(SHAPE(3));
    assert_fails_with("does not go into (2, 4)", matmul_accumulate(of(SHAPE(2, 4)), row, b, 1, 0));
    assert_fails_with("does not go into (2, 4)", matmul_accumulate(of(SHAPE(2, 4)), a, row, 1, 0));
    assert_fails_with("does not go into (8,)", matmul_accumulate(of(SHAPE(8)), a, b, 1, 0));
    assert_fails_with("does not go into (3, 4)", matmul_accumulate(of(SHAPE(3, 4)), a, b, 1, 0));
    assert_fails_with("does not go into (2, 3)", matmul_accumulate(of(SHAPE(2, 3)), a, b, 1, 0));
    assert_fails_with("(2, 3) @ (2, 4)",
                      matmul_accumulate(of(SHAPE(2, 4)), a, of(SHAPE(2, 4)), 1, 0));
}

/* With a bias, whatever the layout: as the product and a sum. */
static void test_a_bias_in_every_layout(void **state)
{
    (void)state;
    Tensor *a = random_tensor(SHAPE(2, 3)), *b = random_tensor(SHAPE(3, 4));
    Tensor *bias = random_tensor(SHAPE(4)), *spread = with_gaps(SHAPE(4));
    Tensor *expected = tensor_add(tensor_matmul(a, b), bias);
    copy_kernel(spread, bias);
    Tensor *outs[] = {of(SHAPE(2, 4)), with_gaps(SHAPE(2, 4)), of(SHAPE(2, 4))};
    const Tensor *biases[] = {bias, bias, spread};
    for (int i = 0; i < 3; i++) {
        matmul_bias_kernel(outs[i], a, b, biases[i]);
        assert_tensor_close(outs[i], expected, 0, 1e-5);
    }
    Tensor *deep = tensor_permute(random_tensor(SHAPE(3, 2, 2)), AXES(1, 2, 0));
    Tensor *turned = tensor_transpose(random_tensor(SHAPE(3, 2, 2)), 0, 2);
    Tensor *many = of(SHAPE(2, 2, 4));
    matmul_bias_kernel(many, deep, b, bias);
    assert_tensor_close(many, tensor_add(tensor_matmul(deep, b), bias), 0, 1e-5);
    matmul_bias_kernel(many, turned, b, bias);
    assert_tensor_close(many, tensor_add(tensor_matmul(turned, b), bias), 0, 1e-5);
    Tensor *empty = of(SHAPE(0, 4));
    matmul_bias_kernel(empty, of(SHAPE(0, 3)), b, bias);
    Tensor *pair = random_tensor(SHAPE(2, 3, 4)), *of_each = of(SHAPE(2, 2, 4));
    matmul_bias_kernel(of_each, a, pair, bias);
    assert_tensor_close(of_each, tensor_add(tensor_matmul(a, pair), bias), 0, 1e-5);
    Tensor *one = of(SHAPE(4));
    matmul_bias_kernel(one, tensor_select(a, 0, 1), b, bias);
    assert_tensor_close(one, tensor_select(expected, 0, 1), 0, 1e-5);
}

static void test_windows(void **state)
{
    (void)state;
    const long huge = LONG_MAX / 2;
    Tensor *x = of(SHAPE(1, 2, 4, 4));
    assert_fails_with("kernel is {1, ", tensor_max_pool2d(x, (Window){.kernel = {1, huge}}));
    assert_fails_with("expected at most", tensor_max_pool2d(x, (Window){.kernel = {huge, 1}}));
    assert_fails_with("padding is {-1, 0}",
                      tensor_max_pool2d(x, (Window){.kernel = {2, 2}, .padding = {-1, 0}}));
    assert_fails_with("bias",
                      tensor_conv2d(x, of(SHAPE(3, 2, 1, 1)), of(SHAPE(3, 1)), (Window){0}, 1));
    assert_fails_with("bias",
                      tensor_conv2d(x, of(SHAPE(3, 2, 1, 1)), of(SHAPE(2)), (Window){0}, 1));
    assert_fails_with("groups", tensor_conv2d(x, of(SHAPE(3, 1, 1, 1)), NULL, (Window){0}, 2));
    assert_fails_with("groups", tensor_conv2d(x, of(SHAPE(3, 1, 1, 1)), NULL, (Window){0}, 0));
    assert_fails_with(
        "planes of more than 2147483647 numbers",
        tensor_max_pool2d(tensor_expand(of(SHAPE(1, 1, 1, 1)), SHAPE(1, 1, 65536, 65536)),
                          (Window){.kernel = {1, 1}}));
}

static void test_batch_norm(void **state)
{
    (void)state;
    Tensor *x = of(SHAPE(2, 3, 1, 1)), *c = of(SHAPE(3)), *flat = of(SHAPE(3, 1)),
           *two = of(SHAPE(2));
    Tensor *wants = tensor_requires_grad(of(SHAPE(3)));
    real eps = (real)1e-5;
    assert_fails_with("gamma has shape (3, 1)",
                      tensor_batch_norm2d(x, flat, NULL, NULL, NULL, true, 0, eps));
    assert_fails_with("gamma has shape (2,)",
                      tensor_batch_norm2d(x, two, NULL, NULL, NULL, true, 0, eps));
    assert_fails_with("mean is NULL and var is not",
                      tensor_batch_norm2d(x, NULL, NULL, NULL, c, true, 0, eps));
    assert_fails_with("var is NULL and mean is not",
                      tensor_batch_norm2d(x, NULL, NULL, c, NULL, true, 0, eps));
    assert_fails_with("wants a gradient",
                      tensor_batch_norm2d(x, NULL, NULL, wants, c, true, 0, eps));
    assert_fails_with("wants a gradient",
                      tensor_batch_norm2d(x, NULL, NULL, c, wants, true, 0, eps));
    assert_fails_with("momentum is -1", tensor_batch_norm2d(x, NULL, NULL, c, c, true, -1, eps));
    assert_fails_with("momentum is 2", tensor_batch_norm2d(x, NULL, NULL, c, c, true, 2, eps));
    assert_fails_with(
        "has 1 number per channel",
        tensor_batch_norm2d(of(SHAPE(1, 3, 1, 1)), NULL, NULL, NULL, NULL, true, 0, eps));
    assert_fails_with(
        "has 0 numbers per channel",
        tensor_batch_norm2d(of(SHAPE(0, 3, 1, 1)), NULL, NULL, NULL, NULL, true, 0, eps));
    assert_shape(tensor_batch_norm2d(of(SHAPE(0, 0, 1, 1)), NULL, NULL, NULL, NULL, true, 0, eps),
                 SHAPE(0, 0, 1, 1));
}

static void test_channels(void **state)
{
    (void)state;
    Tensor *x = of(SHAPE(2, 3, 1, 1)), *c = of(SHAPE(3)), *gaps = with_gaps(SHAPE(3));
    assert_fails_with("batch_statistics_kernel: x has shape (2, 3), expected images (B, C, H, W)",
                      batch_statistics_kernel(c, c, of(SHAPE(2, 3))));
    assert_fails_with("batch_statistics_kernel: mean is not contiguous. hint: tensor_contiguous",
                      batch_statistics_kernel(gaps, c, x));
    assert_fails_with("batch_statistics_kernel: var, rstd or sum is not contiguous",
                      batch_statistics_kernel(c, gaps, x));
}

static void test_variance_and_places(void **state)
{
    (void)state;
    Tensor *x = of(SHAPE(2, 3)), *row = of(SHAPE(1, 3));
    const char *why = "var_kernel: cannot reduce (2, 3) to ";
    assert_fails_with(why, var_kernel(of(SHAPE(3)), of(SHAPE(3)), x, 1));
    assert_fails_with(why, var_kernel(row, of(SHAPE(2, 1)), x, 1));
    assert_fails_with(why, var_kernel(of(SHAPE(1, 2)), of(SHAPE(1, 2)), x, 1));
    var_kernel(row, of(SHAPE(1, 3)), x, 1);
    assert_values(row, SHAPE(1, 3), VALUES(0, 0, 0), 0);
    const char *where = "tensor_topk: cannot write places along axis 1 of (2, 3) into a shape of ";
    assert_fails_with(where, topk_kernel(int_tensor_new(SHAPE(2, 4)), x, 1, true));
    assert_fails_with(where, topk_kernel(int_tensor_new(SHAPE(1, 2)), x, 1, true));
}

static void test_ranges(void **state)
{
    (void)state;
    assert_fails_with("tensor_arange", tensor_arange(0, INFINITY, 1));
    assert_fails_with("tensor_arange", tensor_arange(0, 1, NAN));
    assert_fails_with("tensor_expand",
                      tensor_expand(of(SHAPE(1)), SHAPE(1, 1, 1, 1, 1, 1, 1, 1, 2)));
    assert_fails_with("tensor_unsqueeze", tensor_unsqueeze(of(SHAPE(1)), 2));
    assert_fails_with("tensor_unsqueeze", tensor_unsqueeze(of(SHAPE(1)), -3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_cross_entropy),
        UNIT_TEST(test_embedding),
        UNIT_TEST(test_layer_norm),
        UNIT_TEST(test_rows_along_an_axis),
        UNIT_TEST(test_products),
        UNIT_TEST(test_a_bias_in_every_layout),
        UNIT_TEST(test_windows),
        UNIT_TEST(test_batch_norm),
        UNIT_TEST(test_ranges),
        UNIT_TEST(test_channels),
        UNIT_TEST(test_variance_and_places),
    };
    return run_tests("tensor/kernels/refusals", tests);
}
