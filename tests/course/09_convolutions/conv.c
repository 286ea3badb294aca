/* conv.c - 09.4 and 09.5: a convolution as loops, and as a product. */
#include "draws.h"
#include "image_parts.h"
#include "want.h"

/* ---- 09.4 conv2d_direct ------------------------------------------------------------------------------------ */

static Tensor *result_for(const Tensor *x, const Tensor *weight, const Window *w)
{
    return output("out", SHAPE(x->shape[0], weight->shape[0], windows_along(x->shape[2], w, 0),
                               windows_along(x->shape[3], w, 1)));
}

TEST(two_results_by_hand, .points = 1, .exercise = "09.4 conv2d_direct", .file = "conv2d_direct.c")
{
    Window w = {.kernel = {2, 2}};
    given("w", "kernel {2, 2}");
    Tensor *x = input("x", SHAPE(1, 1, 2, 3), VALUES(1, 2, 3, 4, 5, 6));
    Tensor *weight = input("weight", SHAPE(1, 1, 2, 2), VALUES(1, 0, 0, 10));
    Tensor *bias = input("bias", SHAPE(1), VALUES(100)), *out = output("out", SHAPE(1, 1, 1, 2));

    Tensor *want = EXPECT(conv_want(x, weight, bias, w, 1));
    CALL(conv2d_direct(out, x, weight, bias, w, 1));
    check_tensor(out, want, "1 + 10 * 5 + 100 and 2 + 10 * 6 + 100");
}

TEST(every_number_of_the_window_counts, .points = 3, .exercise = "09.4 conv2d_direct",
     .file = "conv2d_direct.c")
{
    Window w = draw_window();
    Tensor *x = draw_images("x", 2, 3), *bias = draw("bias", SHAPE(4));
    Tensor *weight = draw("weight", SHAPE(4, 3, w.kernel[0], w.kernel[1]));
    Tensor *out = result_for(x, weight, &w);

    Tensor *want = EXPECT(conv_want(x, weight, bias, w, 1));
    CALL(conv2d_direct(out, x, weight, bias, w, 1));
    check_tensor(out, want, "the sum over c, i and j, and the bias");
}

TEST(groups_see_their_own_channels, .points = 3, .exercise = "09.4 conv2d_direct",
     .file = "conv2d_direct.c")
{
    Window w = draw_window();
    Tensor *x = draw_images("x", 1, 6), *bias = draw("bias", SHAPE(4));
    Tensor *weight = draw("weight", SHAPE(4, 3, w.kernel[0], w.kernel[1]));
    Tensor *out = result_for(x, weight, &w);

    Tensor *want = EXPECT(conv_want(x, weight, bias, w, 2));
    CALL(conv2d_direct(out, x, weight, bias, w, 2));
    check_tensor(out, want, "outputs 0 and 1 see channels 0 to 2, outputs 2 and 3 see 3 to 5");

    Tensor *deep = draw("deep", SHAPE(6, 1, w.kernel[0], w.kernel[1]));
    Tensor *biases = draw("biases", SHAPE(6));
    Tensor *single = EXPECT(conv_want(x, deep, biases, w, 6));
    Tensor *each = result_for(x, deep, &w);
    CALL(conv2d_direct(each, x, deep, biases, w, 6));
    check_tensor(each, single, "with as many groups as channels each output sees one channel");
}

TEST(views_and_no_bias, .points = 2, .exercise = "09.4 conv2d_direct", .file = "conv2d_direct.c")
{
    Window w = draw_window();
    Tensor *x = draw_turned_images("x", 1, 2), *bias = absent("bias");
    Tensor *weight = draw_transposed("weight", SHAPE(3, 2, w.kernel[0], w.kernel[1]));
    Tensor *out = result_for(x, weight, &w);

    Tensor *want = EXPECT(conv_want(x, weight, bias, w, 1));
    CALL(conv2d_direct(out, x, weight, bias, w, 1));
    check_tensor(out, want, "x and weight may have any strides; a bias of NULL is none");

    Tensor *two = draw_transposed("two_biases", SHAPE(2, 3)), first = *two;
    first.ndim = 1;
    first.shape[0] = 3;
    first.stride[0] = two->stride[1];
    bias = &first;
    Tensor *biased = EXPECT(conv_want(x, weight, bias, w, 1));
    CALL(conv2d_direct(out, x, weight, bias, w, 1));
    check_tensor(out, biased, "and so may the bias");
}

/* ---- 09.5 tensor_conv2d -------------------------------------------------------------------------------------- */

TEST(a_product_of_weights_and_columns, .points = 2, .exercise = "09.5 tensor_conv2d",
     .file = "op_conv2d.c")
{
    Window w = draw_window();
    Tensor *x = draw_images("x", 2, 6), *bias = draw("bias", SHAPE(4));
    Tensor *weight = draw("weight", SHAPE(4, 3, w.kernel[0], w.kernel[1]));

    Tensor *want = EXPECT(conv_want(x, weight, bias, w, 2));
    Tensor *y = CALL(tensor_conv2d(x, weight, bias, w, 2));
    check_tensor(y, want, "what conv2d_direct gives");
}

TEST(views_and_no_bias_in_the_product, .points = 1, .exercise = "09.5 tensor_conv2d",
     .file = "op_conv2d.c")
{
    Window w = draw_window();
    Tensor *x = draw_turned_images("x", 2, 2), *bias = absent("bias");
    Tensor *weight = draw_transposed("weight", SHAPE(3, 2, w.kernel[0], w.kernel[1]));

    Tensor *want = EXPECT(conv_want(x, weight, bias, w, 1));
    Tensor *y = CALL(tensor_conv2d(x, weight, bias, w, 1));
    check_tensor(y, want, "x and weight may have any strides; a bias of NULL is none");
}

static long recorded_inputs(const Tensor *y)
{
    const Closure *c = tensor_closure(y);
    return c == NULL ? 0 : c->n_in;
}

/* What the closure of y has captured; zeros if it has nothing. */
static Conv2dCapture captured(const Tensor *y)
{
    const Closure *c = tensor_closure(y);
    Conv2dCapture capture = {.groups = 0};
    if (c != NULL && c->capture != NULL)
        memcpy(&capture, c->capture, sizeof capture);
    return capture;
}

TEST(it_is_recorded, .points = 3, .exercise = "09.5 tensor_conv2d", .file = "op_conv2d.c")
{
    long groups = draw_long("groups", 2, 6), C = 2 * groups;
    Tensor *x = leaf(draw_images("x", 1, C)), *bias = leaf(draw("bias", SHAPE(C)));
    Tensor *weight = leaf(draw("weight", SHAPE(C, 2, 3, 2)));
    Window w = {.padding = {1, 1}, .stride = {2, 1}};
    given("w", "padding {1, 1}, stride {2, 1}; the kernel is the weight's");

    Tensor *y = CALL(tensor_conv2d(x, weight, bias, w, groups));
    long inputs = recorded_inputs(y);
    check_long(inputs, 3, "the closure has x, weight and bias as its inputs");
    Tensor *without = CALL(tensor_conv2d(x, weight, NULL, w, groups));
    long inputs_without = recorded_inputs(without);
    check_long(inputs_without, 2, "without a bias they are x and weight");
    Tensor *again = CALL(tensor_conv2d(x, weight, bias, w, groups));
    long captured_groups = captured(again).groups;
    check_long(captured_groups, groups, "Conv2dCapture holds the groups");
    Tensor *last = CALL(tensor_conv2d(x, weight, bias, w, groups));
    long captured_rows = captured(last).window.kernel[0];
    check_long(captured_rows, 3, "and the window, filled in");
    Tensor *whole = CALL(tensor_conv2d(x, weight, bias, w, groups));
    Window window = captured(whole).window;
    long steps = 100 * window.stride[0] + 10 * window.dilation[0] + window.padding[0];
    check_long(steps, 211, "100 stride + 10 dilation + padding: all of the window");
    bool was = grad_mode(false);
    Tensor *quiet = CALL(tensor_conv2d(x, weight, bias, w, groups));
    grad_mode(was);
    long closures = tensor_closure(quiet) != NULL;
    check_long(closures, 0, "recording is off: no closure");
}

/* What the engine's product of (2, 2, 18) with (2, 18, places) needs for itself, on this machine. */
static long product_room(long places)
{
    Tensor *rows = blank(SHAPE(2, 2, 18)), *columns = blank(SHAPE(2, 18, places));
    Tensor *product = blank(SHAPE(2, 2, places));
    memory_mark();
    matmul_kernel(product, rows, columns);
    return memory_peak();
}

/* Eight images, and windows that look at most numbers many times. */
TEST(columns_of_few_images, .points = 3, .exercise = "09.5 tensor_conv2d", .file = "op_conv2d.c")
{
    Window w = {.padding = {1, 1}};
    given("w", "padding {1, 1}; the kernel is the weight's");
    long H = draw_long("H", 18, 21), W = draw_long("W", 22, 25);
    Tensor *x = leaf(draw("x", SHAPE(8, 4, H, W))), *bias = leaf(draw("bias", SHAPE(4)));
    Tensor *weight = leaf(draw("weight", SHAPE(4, 2, 3, 3)));

    Tensor *want = EXPECT(conv_want(x, weight, bias, w, 2));
    double most = EXPECT(conv_room_want(x, weight, 2) + (double)product_room(H * W) + 4096);
    memory_mark();
    Tensor *y = CALL(tensor_conv2d(x, weight, bias, w, 2));
    long bytes = memory_peak();
    check_tensor(y, want, "little room, and the same numbers");
    long inputs = recorded_inputs(y), captured_groups = captured(y).groups;
    long captured_rows = captured(y).window.kernel[0];
    check_long(inputs, 3, "the closure has x, weight and bias as its inputs");
    check_long(captured_groups, 2, "Conv2dCapture holds the groups");
    check_long(captured_rows, 3, "and the window, filled in");
    check_at_most(bytes, most, "beside y and what a product needs, room for the columns of two images");
}
