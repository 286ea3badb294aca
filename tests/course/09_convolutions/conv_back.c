/* conv_back.c - 09.6: what flows back through a convolution. */
#include "draws.h"
#include "want.h"

TEST(three_gradients_by_hand, .points = 1, .exercise = "09.6 conv2d_backward",
     .file = "conv2d_backward.c")
{
    Window w = {.kernel = {2, 2}};
    given("w", "kernel {2, 2}");
    Tensor *x = leaf(input("x", SHAPE(1, 1, 2, 3), VALUES(1, 2, 3, 4, 5, 6)));
    Tensor *weight = leaf(input("weight", SHAPE(1, 1, 2, 2), VALUES(1, 0, 0, 10)));
    Tensor *bias = leaf(input("bias", SHAPE(1), VALUES(100)));
    Tensor *dy = input("dy", SHAPE(1, 1, 1, 2), VALUES(1, 2));
    Tensor *y = tensor_conv2d(x, weight, bias, w, 1);

    Tensor *dw = EXPECT(dweight_want(x, weight, dy, w, 1));
    CALL(tensor_backward_from(y, dy, false));
    check_tensor(weight->grad, dw, "dweight is [[5, 8], [14, 17]]");
}

/* A convolution of leaves with groups, its dy, and what came back. */
typedef struct {
    Tensor *x, *weight, *bias, *dy, *y;
    Window w;
} Walk;

static Walk walk_of(long B, long C, long O, long groups)
{
    Walk k = {.w = draw_window()};
    k.x = leaf(draw_images("x", B, C));
    k.weight = leaf(draw("weight", SHAPE(O, C / groups, k.w.kernel[0], k.w.kernel[1])));
    k.bias = leaf(draw("bias", SHAPE(O)));
    k.dy = draw("dy", SHAPE(B, O, windows_along(k.x->shape[2], &k.w, 0),
                            windows_along(k.x->shape[3], &k.w, 1)));
    k.y = tensor_conv2d(k.x, k.weight, k.bias, k.w, groups);
    return k;
}

TEST(weights_learn_from_all_images, .points = 3, .exercise = "09.6 conv2d_backward",
     .file = "conv2d_backward.c")
{
    Walk k = walk_of(3, 4, 6, 2);
    Tensor *y = k.y, *dy = k.dy, *weight = k.weight;

    Tensor *want = EXPECT(dweight_want(k.x, k.weight, k.dy, k.w, 2));
    CALL(tensor_backward_from(y, dy, false));
    check_tensor(weight->grad, want, "dy columns^T, summed over the images, for each group");
    Tensor *again = tensor_conv2d(k.x, weight, k.bias, k.w, 2);
    Tensor *both = EXPECT(dweight_twice_want(k.x, k.weight, k.dy, k.w, 2));
    CALL(tensor_backward_from(again, dy, false));
    check_tensor(weight->grad, both, "a second walk back adds to what the first left");
}

TEST(pixels_get_the_sum_of_their_windows, .points = 3, .exercise = "09.6 conv2d_backward",
     .file = "conv2d_backward.c")
{
    Walk k = walk_of(2, 4, 6, 2);
    Tensor *y = k.y, *dy = k.dy, *x = k.x;

    Tensor *want = EXPECT(dx_want(k.x, k.weight, k.dy, k.w, 2));
    CALL(tensor_backward_from(y, dy, false));
    check_tensor(x->grad, want, "weight^T dy, each number back to its pixel");
    k.weight->requires_grad = false;
    Tensor *twice = EXPECT(plain_scaled(dx_want(k.x, k.weight, k.dy, k.w, 2), 2));
    Tensor *frozen = tensor_conv2d(x, k.weight, k.bias, k.w, 2);
    CALL(tensor_backward_from(frozen, dy, false));
    check_tensor(x->grad, twice, "as much again, though weight wants no gradient");
}

TEST(a_bias_gets_the_sum_of_its_channel, .points = 1, .exercise = "09.6 conv2d_backward",
     .file = "conv2d_backward.c")
{
    Walk k = walk_of(2, 2, 3, 1);
    Tensor *y = k.y, *dy = k.dy, *bias = k.bias;

    Tensor *want = EXPECT(dbias_want(k.dy, 1));
    CALL(tensor_backward_from(y, dy, false));
    check_tensor(bias->grad, want, "the sum of dy over images, rows and columns");
    Tensor *again = tensor_conv2d(k.x, k.weight, bias, k.w, 1);
    Tensor *both = EXPECT(dbias_want(k.dy, 2));
    CALL(tensor_backward_from(again, dy, false));
    check_tensor(bias->grad, both, "a second walk back adds to what the first left");
}

/* What the walk back through a convolution asks for in memory, where only these want a gradient. */
static long asked_by(Walk k, bool x, bool weight)
{
    k.x->requires_grad = x;
    k.weight->requires_grad = weight;
    Tensor *y = tensor_conv2d(k.x, k.weight, k.bias, k.w, 1), *dy = k.dy;
    memory_mark();
    CALL(tensor_backward_from(y, dy, false));
    return memory_asked();
}

TEST(who_wants_no_gradient_costs_nothing, .points = 2, .exercise = "09.6 conv2d_backward",
     .file = "conv2d_backward.c")
{
    Walk k = walk_of(1, 3, 4, 1);
    Tensor *want = EXPECT(dweight_want(k.x, k.weight, k.dy, k.w, 1));
    asked_by(k, false, true);
    Tensor *weight = k.weight;
    check_tensor(weight->grad, want, "dy columns^T, though x wants no gradient");
    asked_by(k, true, true); /* from here on there are gradients to add to */
    long for_both = asked_by(k, true, true);
    long saved_for_x = for_both - asked_by(k, false, true);
    check_at_least(saved_for_x, 1, "without a gradient for x it asks for less memory");
    long saved_for_weight = for_both - asked_by(k, true, false);
    check_at_least(saved_for_weight, 1, "without a gradient for weight it asks for less memory");
}

static Tensor *convolved(Tensor *const in[], void *window)
{
    return tensor_conv2d(in[0], in[1], in[2], *(Window *)window, 2);
}

static Tensor *without_bias(Tensor *const in[], void *window)
{
    return tensor_conv2d(in[0], in[1], NULL, *(Window *)window, 2);
}

TEST(gradients_as_differences_say, .points = 3, .exercise = "09.6 conv2d_backward",
     .file = "conv2d_backward.c")
{
    Window w = draw_window();
    Tensor *x = leaf(draw("x", SHAPE(2, 4, 5, 6))), *bias = leaf(draw("bias", SHAPE(2)));
    Tensor *weight = leaf(draw("weight", SHAPE(2, 2, w.kernel[0], w.kernel[1])));

    check_gradients(convolved, &w, "x, weight and bias, with every number of the window drawn",
                    INPUTS(x, weight, bias));
    check_gradients(without_bias, &w, "x and weight, where there is no bias", INPUTS(x, weight));
}
