/* columns.c - 09.2 and 09.3: windows as columns, and their numbers back to the pixels. */
#include "draws.h"
#include "want.h"

/* ---- 09.2 im2col_kernel ----------------------------------------------------------------------------- */

/* Columns for x and w, nothing written yet. */
static Tensor *columns_for(const Tensor *x, const Window *w)
{
    long rows = x->shape[1] * w->kernel[0] * w->kernel[1];
    long windows = windows_along(x->shape[2], w, 0) * windows_along(x->shape[3], w, 1);
    return output("columns", SHAPE(x->shape[0], rows, windows));
}

TEST(two_windows_by_hand, .points = 1, .exercise = "09.2 im2col_kernel", .file = "im2col.c")
{
    Window w = {.kernel = {2, 2}};
    given("w", "kernel {2, 2}");
    Tensor *x = input("x", SHAPE(1, 1, 2, 3), VALUES(1, 2, 3, 4, 5, 6));
    Tensor *columns = output("columns", SHAPE(1, 4, 2));

    Tensor *want = EXPECT(columns_want(x, w));
    CALL(im2col_kernel(columns, x, w));
    check_tensor(columns, want, "window 0 is 1, 2, 4, 5 and window 1 is 2, 3, 5, 6: two columns");
}

TEST(every_window_is_a_column, .points = 3, .exercise = "09.2 im2col_kernel", .file = "im2col.c")
{
    Tensor *x = draw_images("x", 2, 3);
    Window w = draw_window();
    Tensor *columns = columns_for(x, &w);

    Tensor *want = EXPECT(columns_want(x, w));
    CALL(im2col_kernel(columns, x, w));
    check_tensor_within(columns, want, 0,
                        "row (c, i, j) holds what lies under (i, j) of the kernel");
}

TEST(columns_of_a_view, .points = 1, .exercise = "09.2 im2col_kernel", .file = "im2col.c")
{
    Tensor *x = draw_turned_images("x", 2, 2);
    Window w = draw_window();
    Tensor *columns = columns_for(x, &w);

    Tensor *want = EXPECT(columns_want(x, w));
    CALL(im2col_kernel(columns, x, w));
    check_tensor_within(columns, want, 0, "x may have any strides");
}

/* ---- 09.3 col2im_kernel -------------------------------------------------------------------------------- */

TEST(a_pixel_read_twice_by_hand, .points = 1, .exercise = "09.3 col2im_kernel", .file = "col2im.c")
{
    Window w = {.kernel = {2, 2}};
    given("w", "kernel {2, 2}");
    Tensor *dx = input("dx", SHAPE(1, 1, 2, 3), VALUES(0, 0, 0, 0, 0, 0));
    Tensor *columns = input("columns", SHAPE(1, 4, 2), VALUES(1, 2, 3, 4, 5, 6, 7, 8));
    may_change(dx);

    Tensor *want = EXPECT(pixels_want(dx, columns, w));
    CALL(col2im_kernel(dx, columns, w));
    check_tensor(dx, want, "pixel (0, 1) gets 3 and 2, pixel (1, 1) gets 7 and 6");
}

static Tensor *drawn_columns_for(const Tensor *x, const Window *w)
{
    long rows = x->shape[1] * w->kernel[0] * w->kernel[1];
    long windows = windows_along(x->shape[2], w, 0) * windows_along(x->shape[3], w, 1);
    return draw("columns", SHAPE(x->shape[0], rows, windows));
}

TEST(overlapping_windows_add_up, .points = 3, .exercise = "09.3 col2im_kernel", .file = "col2im.c")
{
    Tensor *dx = draw_images("dx", 2, 3);
    Window w = draw_window();
    Tensor *columns = drawn_columns_for(dx, &w);
    may_change(dx);

    Tensor *want = EXPECT(pixels_want(dx, columns, w));
    CALL(col2im_kernel(dx, columns, w));
    check_tensor(dx, want, "dx plus every number that was read from each pixel");
}

static double product(const Tensor *a, const Tensor *b)
{
    double sum = 0;
    for (long i = 0; i < tensor_numel(a); i++)
        sum += (double)a->data[i] * (double)b->data[i];
    return sum;
}

TEST(it_is_the_transpose, .points = 2, .exercise = "09.3 col2im_kernel", .file = "col2im.c")
{
    Tensor *x = draw_images("x", 2, 2);
    Window w = draw_window();
    Tensor *columns = drawn_columns_for(x, &w), *dx = draw_between("dx", 4, x->shape, 0, 0);
    may_change(dx);

    double want = EXPECT(product_want(x, columns, w));
    CALL(col2im_kernel(dx, columns, w));
    double x_times_dx = product(x, dx);
    check_number(x_times_dx, want, CHECK_TOLERANCE,
                 "x times col2im(columns) is im2col(x) times columns, for all x and columns");
}

TEST(pixels_of_a_view, .points = 2, .exercise = "09.3 col2im_kernel", .file = "col2im.c")
{
    Tensor *dx = draw_turned_images("dx", 1, 2);
    Window w = draw_window();
    Tensor *columns = drawn_columns_for(dx, &w);
    may_change(dx);

    Tensor *want = EXPECT(pixels_want(dx, columns, w));
    CALL(col2im_kernel(dx, columns, w));
    check_tensor(dx, want, "dx may have any strides");
}
