/* test_op_conv2d.c - convolution by strips: what holds for any, and that neither batch nor threads show. */
#include "conv2d_checks.h"
#include "gemm_library.h"
#include "image_parts.h"

/* Sizes at which images have several strips and channels are shared between threads. */
static const struct {
    Window window;
    long in, H, W, out, groups;
} large[] = {
    {{.kernel = {3, 3}, .padding = {1, 1}}, 64, 30, 29, 40, 1},
    {{.kernel = {5, 5}}, 3, 40, 33, 6, 1},
    {{.kernel = {3, 2}, .stride = {2, 1}, .padding = {2, 1}, .dilation = {1, 2}},
     32,
     41,
     37,
     24,
     4},
    {{.kernel = {1, 1}}, 150, 40, 35, 24, 1},
    {{.kernel = {3, 3}, .stride = {2, 2}}, 16, 33, 33, 16, 16},
    {{.kernel = {7, 1}}, 90, 9, 300, 2, 1},
};
#define LARGE ((int)(sizeof large / sizeof *large))

/* y, dx, dw, db of images `first` to `end` of x. */
typedef struct {
    Tensor *y, *dx, *dw, *db;
} Results;

static Results run(int k, Tensor *x, Tensor *w, Tensor *b, Tensor *dy, long first, long end)
{
    Tensor *leaf[3] = {
        tensor_requires_grad(tensor_contiguous(tensor_detach(tensor_slice(x, 0, first, end, 1)))),
        tensor_requires_grad(tensor_detach(w)), tensor_requires_grad(tensor_detach(b))};
    Tensor *y = tensor_conv2d(leaf[0], leaf[1], leaf[2], large[k].window, large[k].groups);
    tensor_backward_from(y, tensor_slice(dy, 0, first, end, 1), false);
    return (Results){y, leaf[0]->grad, leaf[1]->grad, leaf[2]->grad};
}

static Results run_on(int threads, int k, Tensor *x, Tensor *w, Tensor *b, Tensor *dy)
{
    int before = kindling_threads();
    kindling_set_threads(threads);
    Results r = run(k, x, w, b, dy, 0, x->shape[0]);
    kindling_set_threads(before);
    return r;
}

static void draw(int k, long images, Tensor **x, Tensor **w, Tensor **b, Tensor **dy)
{
    *x = random_tensor(SHAPE(images, large[k].in, large[k].H, large[k].W));
    *w = random_tensor(SHAPE(large[k].out, large[k].in / large[k].groups, large[k].window.kernel[0],
                             large[k].window.kernel[1]));
    *b = random_tensor(SHAPE(large[k].out));
    long shape[4];
    conv2d_shape("draw", *x, *w, *b, large[k].window, large[k].groups, shape);
    *dy = random_tensor(4, shape);
}

static void test_large_images_agree_with_the_definition(void **state)
{
    (void)state;
    double close = IS_DOUBLE ? 1e-11 : 2e-4;
    for (int k = 0; k < LARGE; k++) {
        Tensor *x, *w, *b, *dy;
        draw(k, 2, &x, &w, &b, &dy);
        Tensor *y = tensor_conv2d(x, w, b, large[k].window, large[k].groups);
        Tensor *direct = tensor_new_like(y);
        conv2d_direct(direct, x, w, b, large[k].window, large[k].groups);
        assert_tensor_close(y, direct, close, close);
    }
}

/* Backward against im2col and col2im, written out. */
static void test_large_gradients_agree_with_columns(void **state)
{
    (void)state;
    double close = IS_DOUBLE ? 1e-10 : 2e-4;
    for (int k = 0; k < LARGE; k++) {
        Tensor *x, *w, *b, *dy;
        draw(k, 3, &x, &w, &b, &dy);
        long B = 3, G = large[k].groups, P = dy->shape[2] * dy->shape[3];
        long K = w->shape[1] * w->shape[2] * w->shape[3], O = large[k].out / G;
        Results r = run(k, x, w, b, dy, 0, B);
        Tensor *columns = tensor_new(SHAPE(B, G * K, P)), *dx = tensor_zeros(4, x->shape);
        Window window = large[k].window;
        im2col_kernel(columns, x, window);
        Tensor *dY = tensor_reshape(dy, SHAPE(B, G, O, P));
        Tensor *per_image =
            tensor_matmul(dY, tensor_transpose(tensor_reshape(columns, SHAPE(B, G, K, P)), -2, -1));
        Tensor *dw = tensor_sum(per_image, AXES(0), false);
        assert_tensor_close(r.dw, tensor_reshape(dw, 4, w->shape), 10 * close, 50 * close);
        Tensor *W = tensor_transpose(tensor_reshape(w, SHAPE(G, O, K)), -2, -1);
        col2im_kernel(dx, tensor_reshape(tensor_matmul(W, dY), SHAPE(B, G * K, P)), window);
        assert_tensor_close(r.dx, dx, close, close);
    }
}

static void test_neither_threads_nor_neighbours_change_a_bit(void **state)
{
    (void)state;
    assert_true(
        gemm_choose("builtin")); /* a library may round a product of another width in another way */
    for (int k = 0; k < LARGE; k++) {
        Tensor *x, *w, *b, *dy;
        draw(k, 3, &x, &w, &b, &dy);
        Results one = run_on(1, k, x, w, b, dy);
        for (int threads = 2; threads <= 5; threads++) {
            Results many = run_on(threads, k, x, w, b, dy);
            assert_tensor_identical(many.y, one.y);
            assert_tensor_identical(many.dx, one.dx);
            assert_tensor_identical(many.dw, one.dw);
        }
        for (long image = 0; image < 3; image++) {
            Results alone = run(k, x, w, b, dy, image, image + 1);
            assert_tensor_identical(alone.y, tensor_slice(one.y, 0, image, image + 1, 1));
            assert_tensor_identical(alone.dx, tensor_slice(one.dx, 0, image, image + 1, 1));
        }
    }
    assert_true(gemm_choose(NULL));
}

/* dW of a batch is the sum of its images' in order; of two, so is its rounding. */
static void test_images_are_added_in_order(void **state)
{
    (void)state;
    assert_true(
        gemm_choose("builtin")); /* a library may round a product of another width in another way */
    for (int k = 0; k < LARGE; k++) {
        Tensor *x, *w, *b, *dy;
        draw(k, 2, &x, &w, &b, &dy);
        Results both = run(k, x, w, b, dy, 0, 2);
        Results first = run(k, x, w, b, dy, 0, 1), second = run(k, x, w, b, dy, 1, 2);
        assert_tensor_identical(both.dw, tensor_add(first.dw, second.dw));
    }
    assert_true(gemm_choose(NULL));
}

static void test_no_column_is_kept(void **state)
{
    (void)state;
    Tensor *x = random_tensor(SHAPE(1, 64, 56, 56)), *w = random_tensor(SHAPE(8, 64, 3, 3));
    tensor_conv2d(x, w, NULL, (Window){.padding = {1, 1}}, 1); /* so that chunks are there */
    Scope *scope = scope_open();
    Tensor *y = tensor_conv2d(x, w, NULL, (Window){.padding = {1, 1}}, 1);
    size_t bytes = scope_peak(scope), result = (size_t)tensor_numel(y) * sizeof(real);
    assert_true(bytes < result + (size_t)tensor_numel(x) * sizeof(real) / 8 + (64 << 10));
    scope_close(scope);
}

static void test_words_for_pictures(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(1, 2, 9, 9)), *w = random_leaf(SHAPE(2, 1, 3, 3));
    Window window = {.stride = {2, 1}, .padding = {1, 1}, .dilation = {1, 2}};
    char text[64];
    describe_conv2d(tensor_conv2d(x, w, NULL, window, 2)->closure, text, sizeof text);
    assert_string_equal(text, "3x3 stride 2,1 padding 1 dilation 1,2 groups 2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_words_for_pictures),
        CONV2D_CHECKS,
        UNIT_TEST(test_large_images_agree_with_the_definition),
        UNIT_TEST(test_large_gradients_agree_with_columns),
        UNIT_TEST(test_neither_threads_nor_neighbours_change_a_bit),
        UNIT_TEST(test_images_are_added_in_order),
        UNIT_TEST(test_no_column_is_kept),
    };
    return run_tests("autograd/images/op_conv2d", tests);
}
