/* flatten.c - 09.12: images become rows of numbers. */
#include "draws.h"
#include "want.h"

TEST(rows_of_numbers, .points = 1, .exercise = "09.12 tensor_flatten", .file = "op_flatten.c")
{
    long B = draw_long("B", 2, 4);
    Tensor *x = draw("x", SHAPE(B, 3, 4, 5));

    Tensor *want = EXPECT(flat_want(x, 1));
    Tensor *rows = CALL(tensor_flatten(x, 1));
    check_tensor_within(rows, want, 0, "a row for each image");
    Tensor *want2 = EXPECT(flat_want(x, 2));
    Tensor *planes = CALL(tensor_flatten(x, 2));
    check_tensor_within(planes, want2, 0, "a row for each plane: axes before first stay");
    Tensor *want0 = EXPECT(flat_want(x, 0));
    Tensor *all = CALL(tensor_flatten(x, 0));
    check_tensor_within(all, want0, 0, "everything in one row");
    Tensor *one = draw("one", SHAPE(1, 2, B, 3));
    Tensor *want_one = EXPECT(flat_want(one, 1));
    Tensor *row = CALL(tensor_flatten(one, 1));
    check_tensor_within(row, want_one, 0, "a batch of one image is still a batch");
}

static Tensor *flat(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_flatten(in[0], -3);
}

TEST(a_view_through_which_gradients_go, .points = 1, .exercise = "09.12 tensor_flatten",
     .file = "op_flatten.c")
{
    Tensor *x = leaf(draw("x", SHAPE(2, draw_long("C", 2, 3), 2, 3)));

    Tensor *want = EXPECT(flat_want(x, 1));
    Tensor *rows = CALL(tensor_flatten(x, -3));
    check_tensor_within(rows, want, 0, "-3 is axis 1 of 4");
    check_shares(rows, x, "no number moves: it is a view");
    check_gradients(flat, NULL, "the graph goes on through it", INPUTS(x));
}
