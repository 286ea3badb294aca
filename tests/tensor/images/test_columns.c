/* test_columns.c - how many windows there are, im2col against its definition, and col2im as its transpose. */
#include "test.h"

/* By trying: windows at 0, stride, ... as long as they end inside. */
static long count_windows(long in, long kernel, long stride, long padding, long dilation)
{
    long count = 0;
    for (long at = 0; at + dilation * (kernel - 1) < in + 2 * padding; at += stride)
        count++;
    return count;
}

static void test_window_out(void **state)
{
    (void)state;
    for (long in = 1; in < 9; in++)
        for (long kernel = 1; kernel < 6; kernel++)
            for (long stride = 1; stride < 5; stride++)
                for (long padding = 0; padding < 4; padding++)
                    for (long dilation = 1; dilation < 4; dilation++)
                        assert_int_equal(window_out(in, kernel, stride, padding, dilation),
                                         count_windows(in, kernel, stride, padding, dilation));
    assert_int_equal(window_out(224, 7, 2, 3, 1), 112);
}

static const Window windows[] = {
    {.kernel = {3, 2}, .stride = {2, 1}, .padding = {2, 1}, .dilation = {1, 2}},
    {.kernel = {2, 3}},
    {.kernel = {1, 1}, .stride = {2, 3}, .padding = {1, 0}},
    {.kernel = {3, 3}, .padding = {1, 1}},
};

static Tensor *columns_new(const Tensor *x, Window w)
{
    long out[2];
    w = window_filled("columns_new", w, (long[]){1, 1});
    window_shape("columns_new", x, &w, out);
    return tensor_new(SHAPE(x->shape[0], x->shape[1] * w.kernel[0] * w.kernel[1], out[0] * out[1]));
}

static void test_columns_of_a_small_image(void **state)
{
    (void)state;
    Tensor *x = tensor_from(SHAPE(1, 2, 2, 2), VALUES(1, 2, 3, 4, 5, 6, 7, 8));
    Tensor *columns = tensor_new(SHAPE(1, 4, 4));
    im2col_kernel(columns, x, (Window){.kernel = {2, 1}, .padding = {0, 1}});
    assert_values(columns, SHAPE(1, 4, 4), VALUES(0, 1, 2, 0, 0, 3, 4, 0, 0, 5, 6, 0, 0, 7, 8, 0),
                  0);
}

static double inner(const Tensor *a, const Tensor *b)
{
    double sum = 0;
    for (long i = 0, n = tensor_numel(a); i < n; i++)
        sum += (double)a->data[i] * (double)b->data[i];
    return sum;
}

/* <im2col(x), y> = <x, col2im(y)> */
static void test_col2im_is_the_transpose(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        Tensor *x = random_tensor(SHAPE(2, 3, 5, 4)), *columns = columns_new(x, windows[i]);
        Tensor *y = random_tensor(columns->ndim, columns->shape);
        Tensor *back = tensor_zeros(4, x->shape);
        im2col_kernel(columns, x, windows[i]);
        col2im_kernel(back, y, windows[i]);
        assert_close(inner(columns, y), inner(x, back), IS_DOUBLE ? 1e-12 : 1e-4);
        col2im_kernel(back, y, windows[i]); /* adds */
        assert_close(2 * inner(columns, y), inner(x, back), IS_DOUBLE ? 1e-12 : 1e-4);
    }
}

static void test_views(void **state)
{
    (void)state;
    Tensor *x = tensor_transpose(random_tensor(SHAPE(4, 3, 5, 2)), 0, 3);
    Tensor *a = columns_new(x, windows[0]), *b = columns_new(x, windows[0]);
    im2col_kernel(a, x, windows[0]);
    im2col_kernel(b, tensor_contiguous(x), windows[0]);
    assert_tensor_identical(a, b);
    Tensor *to = tensor_zeros(4, x->shape);
    Tensor *view = tensor_transpose(tensor_zeros(SHAPE(4, 3, 5, 2)), 0, 3);
    col2im_kernel(to, a, windows[0]);
    col2im_kernel(view, a, windows[0]);
    assert_tensor_identical(view, to);
}

static void test_mistakes(void **state)
{
    (void)state;
    Tensor *x = tensor_zeros(SHAPE(2, 3, 5, 4)), *columns = tensor_zeros(SHAPE(2, 18, 11));
    assert_fails_with("im2col_kernel: columns has shape (2, 18, 11), expected (2, 18, 8)",
                      im2col_kernel(columns, x, windows[1]));
    assert_fails_with("col2im_kernel: columns has shape (2, 18, 11), expected (2, 18, 8)",
                      col2im_kernel(x, columns, windows[1]));
    assert_fails_with(
        "are not contiguous",
        im2col_kernel(tensor_transpose(tensor_zeros(SHAPE(8, 18, 2)), 0, 2), x, windows[1]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_window_out),
        UNIT_TEST(test_columns_of_a_small_image),
        UNIT_TEST(test_col2im_is_the_transpose),
        UNIT_TEST(test_views),
        UNIT_TEST(test_mistakes),
    };
    return run_tests("tensor/images/columns", tests);
}
