/* rows.c - 06.12 to 06.14: the slopes of tanh and gelu, and softmax, whose outputs depend on the whole row. */
#include "want.h"

TEST(the_slope_of_tanh, .points = 3, .exercise = "06.12 tanh_backward_row",
     .file = "backward_rows.c")
{
    Tensor *x = leaf(draw("x", SHAPE(3, 5))), *g = draw("g", SHAPE(3, 5));
    Tensor *far = leaf(input("far", SHAPE(3), VALUES(-300, 0, 300)));
    Tensor *h = input("h", SHAPE(3), VALUES(2, 3, 5));

    Tensor *want = EXPECT(tanh_share_want(x, g));
    CALL(tensor_backward_from(tensor_tanh(x), g, false));
    check_tensor(x->grad, want, "dx = dy (1 - y^2)");
    Tensor *of_far = EXPECT(tanh_share_want(far, h));
    CALL(tensor_backward_from(tensor_tanh(far), h, false));
    check_tensor(far->grad, of_far, "slope 1 at 0, and 0 far out");
}

TEST(the_slope_of_gelu, .points = 3, .exercise = "06.13 gelu_backward_row",
     .file = "backward_rows.c")
{
    Tensor *x = leaf(draw("x", SHAPE(2, 6))), *g = draw("g", SHAPE(2, 6));
    Tensor *far = leaf(input("far", SHAPE(3), VALUES(-40, 0, 40)));
    Tensor *h = input("h", SHAPE(3), VALUES(2, 3, 5));

    Tensor *want = EXPECT(gelu_share_want(x, g));
    CALL(tensor_backward_from(tensor_gelu(x), g, false));
    check_tensor_within(x->grad, want, IS_DOUBLE ? 1e-7 : 2e-5, "dx = dy (Phi(x) + x phi(x))");
    Tensor *of_far = EXPECT(gelu_share_want(far, h));
    CALL(tensor_backward_from(tensor_gelu(far), h, false));
    check_tensor(far->grad, of_far, "slope 0 far to the left, 1/2 at 0, 1 far to the right");
}

/* ---- 06.14 softmax_backward_row --------------------------------------------------------------- */

TEST(two_probabilities_by_hand, .points = 1, .exercise = "06.14 softmax_backward_row",
     .file = "backward_rows.c")
{
    Tensor *x = leaf(
        input("x", SHAPE(2, 2), VALUES(0, (real)1.0986122886681098, 0, (real)1.3862943611198906)));
    Tensor *g = input("g", SHAPE(2, 2), VALUES(4, 8, 5, -5));

    Tensor *want = EXPECT(softmax_share_want(x, g, 1));
    CALL(tensor_backward_from(tensor_softmax(x, 1), g, false));
    check_tensor(x->grad, want,
                 "y = [0.25, 0.75] and dy = [4, 8]: the sum is 7, dx = [0.25 * -3, 0.75 * 1]");
}

static Tensor *softmax_of(Tensor *const in[], void *axis)
{
    return tensor_softmax(in[0], *(int *)axis);
}

TEST(along_any_axis, .points = 3, .exercise = "06.14 softmax_backward_row",
     .file = "backward_rows.c")
{
    Tensor *x = leaf(draw("x", SHAPE(2, 3, 4))), *g = draw("g", SHAPE(2, 3, 4));
    Tensor *square = leaf(draw("square", SHAPE(3, 3))), *k = draw("k", SHAPE(3, 3));
    Tensor *masked = leaf(input("masked", SHAPE(2, 2), VALUES(-INFINITY, -INFINITY, 0, -INFINITY)));
    Tensor *h = draw("h", SHAPE(2, 2));
    Tensor *same = input("same", SHAPE(3, 3), VALUES(5, 5, 5, 2, 2, 2, -1, -1, -1));
    int middle = 1;

    Tensor *of_x = EXPECT(softmax_share_want(x, g, 1));
    CALL(tensor_backward_from(tensor_softmax(x, 1), g, false));
    check_tensor(x->grad, of_x, "dx = y (dy - sum(dy y)), the sum along axis 1");
    Tensor *of_square = EXPECT(softmax_share_want(square, k, 0));
    CALL(tensor_backward_from(tensor_softmax(square, 0), k, false));
    check_tensor(square->grad, of_square, "the sum along axis 0");
    Tensor *of_masked = EXPECT(softmax_share_want(masked, h, 1));
    CALL(tensor_backward_from(tensor_softmax(masked, 1), h, false));
    check_tensor(masked->grad, of_masked,
                 "rows of -infinity have zero gradients, as has a row with one key");
    square->grad = x->grad = NULL;
    Tensor *nothing = EXPECT(softmax_share_want(square, same, 1));
    CALL(tensor_backward_from(tensor_softmax(square, 1), same, false));
    check_tensor(square->grad, nothing, "the same dy for a whole row moves nothing");
    check_gradients(softmax_of, &middle, "softmax along axis 1", INPUTS(x));
}
