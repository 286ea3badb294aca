/* linear.c - 03.3: x W + b. */
#include "want.h"

TEST(linear_by_numbers, .points = 1, .exercise = "03.3 linear_forward", .file = "linear.c")
{
    Tensor *x = input("x", SHAPE(1, 2), VALUES(1, 2));
    Tensor *w = input("W", SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, 6));
    Tensor *b = input("b", SHAPE(3), VALUES(10, 20, 30));
    Linear *l = linear_by_hand(w, b);

    Tensor *want = EXPECT(linear_want(x, w, b));
    Tensor *y = CALL(linear_forward(l, x));
    check_tensor(y, want, "(1 + 8 + 10, 2 + 10 + 20, 3 + 12 + 30)");
    module_free(&l->module);
}

TEST(linear_of_any_shape, .points = 5, .exercise = "03.3 linear_forward", .file = "linear.c")
{
    long B = draw_long("B", 2, 3), T = draw_long("T", 4, 5);
    Tensor *x = draw_transposed("x", SHAPE(B, T, 6)), *w = draw("W", SHAPE(6, 3));
    Tensor *b = draw("b", SHAPE(3)), *row = draw("row", SHAPE(6));
    Tensor *none = draw("none", SHAPE(0, 6));
    Linear *l = linear_by_hand(w, b);

    Tensor *want = EXPECT(linear_want(x, w, b));
    Tensor *y = CALL(linear_forward(l, x));
    check_tensor(y, want, "(B, T, in) gives (B, T, out)");
    Tensor *want_single = EXPECT(linear_want(row, w, b));
    Tensor *single = CALL(linear_forward(l, row));
    check_tensor(single, want_single, "a vector gives a vector");
    Tensor *empty = CALL(linear_forward(l, none));
    check_shape(empty, SHAPE(0, 3), "no rows give no rows");
    module_free(&l->module);
}

TEST(linear_without_bias, .points = 2, .exercise = "03.3 linear_forward", .file = "linear.c")
{
    Tensor *x = draw("x", SHAPE(4, 2)), *w = draw("W", SHAPE(2, 5));
    Linear *l = linear_by_hand(w, NULL);

    Tensor *want = EXPECT(linear_want(x, w, NULL));
    Tensor *y = CALL(linear_forward(l, x));
    check_tensor(y, want, "x W alone");
    module_free(&l->module);
}

TEST(linear_refuses_what_does_not_fit, .points = 3, .exercise = "03.3 linear_forward",
     .file = "linear.c")
{
    Tensor *w = draw("W", SHAPE(3, 4)), *b = draw("b", SHAPE(4));
    Tensor *wide = draw("wide", SHAPE(3, 4)), *fits = draw("fits", SHAPE(2, 3));
    Tensor *scalar = draw("scalar", 0, NULL), *turned = draw("turned", SHAPE(3, 2));
    Linear *l = linear_by_hand(w, b);

    Tensor *want = EXPECT(linear_want(fits, w, b));
    Tensor *y = CALL(linear_forward(l, fits));
    check_tensor(y, want, "(2, 3) fits a layer that takes (..., 3)");
    check_fails(linear_forward(l, wide), "linear_forward",
                "the layer itself says so: the last axis of x is 4, l->weight->shape[0] is 3");
    check_fails(linear_forward(l, turned), "linear_forward",
                "the last axis is compared, 2 here, not the first; this layer takes 3");
    check_fails(linear_forward(l, wide), "3, 4",
                "the message tells the shape of x: tensor_shape_text(x)");
    check_fails(linear_forward(l, scalar), "x is a scalar", "a scalar has no last axis");
    module_free(&l->module);
}

static Tensor *through(Tensor *const in[], void *context)
{
    (void)context;
    Linear *l = &(Linear){.module = {.kind = "Linear"}, .weight = in[1], .bias = in[2]};
    return linear_forward(l, in[0]);
}

TEST(linear_can_learn, .points = 2, .exercise = "03.3 linear_forward", .file = "linear.c")
{
    Tensor *x = leaf(draw("x", SHAPE(2, 4, 3))), *w = leaf(draw("W", SHAPE(3, 5)));
    Tensor *b = leaf(draw("b", SHAPE(5)));

    check_gradients(through, NULL, "the operations are recorded: x, W and b get their gradients",
                    INPUTS(x, w, b));
}
