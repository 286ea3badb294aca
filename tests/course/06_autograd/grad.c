/* grad.c - 06.4: a share is summed over repetitions, and added. */
#include "want.h"

#define FILE_AND_EXERCISE .exercise = "06.4 grad_add", .file = "grad.c"

TEST(the_first_share_sets_and_the_second_adds, .points = 3, FILE_AND_EXERCISE)
{
    Tensor *t = leaf(draw("t", SHAPE(2, 2))), *one = leaf(draw("one", SHAPE(1, 3)));
    Tensor *g = input("g", SHAPE(2, 2), VALUES(1, 2, 3, 4)), *h = draw_transposed("h", SHAPE(2, 2));
    Tensor *row = draw("row", SHAPE(1, 3));

    Tensor *first = EXPECT(grown_want(t, NULL, g));
    CALL(grad_add(t, g));
    check_tensor(t->grad, first, "with no gradient yet, the share is the gradient");
    check_copies(t->grad, g, "a gradient has memory of its own");

    Tensor *both = EXPECT(grown_want(t, first, h));
    CALL(grad_add(t, h));
    check_tensor(t->grad, both, "the second share is added to the first");

    Tensor *same = EXPECT(grown_want(one, NULL, row));
    CALL(grad_add(one, row));
    check_tensor(one->grad, same, "an axis of size 1 in both was not broadcast");
}

TEST(repetitions_are_summed, .points = 4, FILE_AND_EXERCISE)
{
    Tensor *bias = leaf(draw("bias", SHAPE(5))), *column = leaf(draw("column", SHAPE(3, 1)));
    Tensor *one = leaf(draw("one", SCALAR)), *empty = leaf(draw("empty", SHAPE(0, 5)));
    Tensor *two = leaf(draw("two", SHAPE(2))), *line = leaf(draw("line", SHAPE(1, 2)));
    Tensor *g = draw("g", SHAPE(4, 3, 5)), *none = draw("none", SHAPE(0, 5));
    Tensor *no_rows = draw("no_rows", SHAPE(0, 2)), *h = draw("h", SHAPE(2, 5));
    Tensor *lines = draw("lines", SHAPE(1, 4, 2)), *pairs = draw("pairs", SHAPE(4, 3, 2));
    Tensor *middle = leaf(draw("middle", SHAPE(1, 3, 1)));

    Tensor *of_bias = EXPECT(grown_want(bias, NULL, g));
    CALL(grad_add(bias, g));
    check_tensor(bias->grad, of_bias, "a (5,) in a (4, 3, 5): summed over the 12 uses of each");
    Tensor *of_column = EXPECT(grown_want(column, NULL, pairs));
    CALL(grad_add(column, pairs));
    check_tensor(column->grad, of_column, "a (3, 1) in a (4, 3, 2): summed over axes 0 and 2");
    Tensor *of_middle = EXPECT(grown_want(middle, NULL, g));
    CALL(grad_add(middle, g));
    check_tensor(middle->grad, of_middle, "a (1, 3, 1) in a (4, 3, 5): summed over axes 0 and 2");
    Tensor *of_one = EXPECT(grown_want(one, NULL, g));
    CALL(grad_add(one, g));
    check_tensor(one->grad, of_one, "a scalar gets the sum of everything");
    Tensor *both = EXPECT(grown_want(bias, of_bias, h));
    CALL(grad_add(bias, h));
    check_tensor(bias->grad, both, "summed shares are added, too");
    Tensor *of_lines = EXPECT(grown_want(line, NULL, lines));
    CALL(grad_add(line, lines));
    check_tensor(line->grad, of_lines, "a (1, 2) in a (1, 4, 2): summed over axis 1");
    line->grad = NULL;

    CALL(grad_add(empty, none));
    check_shape(empty->grad, SHAPE(0, 5), "no numbers, but a shape");
    Tensor *of_two = EXPECT(grown_want(two, NULL, no_rows));
    CALL(grad_add(two, no_rows));
    check_tensor(two->grad, of_two, "a tensor broadcast over no rows has gradient 0");
    Tensor *of_line = EXPECT(grown_want(line, NULL, no_rows));
    CALL(grad_add(line, no_rows));
    check_tensor(line->grad, of_line, "and so has a (1, 2): a size of 0 is not 1");
}

TEST(shapes_are_aligned_at_the_right, .points = 2, FILE_AND_EXERCISE)
{
    Tensor *row = leaf(draw("row", SHAPE(3))), *column = leaf(draw("column", SHAPE(3, 1)));
    Tensor *flat = leaf(draw("flat", SHAPE(1, 3))), *g = draw("g", SHAPE(3, 3));

    Tensor *of_row = EXPECT(grown_want(row, NULL, g));
    CALL(grad_add(row, g));
    check_tensor(row->grad, of_row, "a (3,) is a row of a (3, 3): summed over axis 0");
    Tensor *of_column = EXPECT(grown_want(column, NULL, g));
    CALL(grad_add(column, g));
    check_tensor(column->grad, of_column, "a (3, 1): summed over axis 1");
    Tensor *of_flat = EXPECT(grown_want(flat, NULL, g));
    CALL(grad_add(flat, g));
    check_tensor(flat->grad, of_flat, "a (1, 3): summed over axis 0");
    Tensor *short_one = leaf(draw("short_one", SHAPE(3))), *wide = draw("wide", SHAPE(1, 3));
    Tensor *of_short_one = EXPECT(grown_want(short_one, NULL, wide));
    CALL(grad_add(short_one, wide));
    check_tensor(short_one->grad, of_short_one, "a (3,) in a (1, 3): the gradient is (3,), too");
}

TEST(who_needs_no_gradient_gets_none, .points = 1, FILE_AND_EXERCISE)
{
    Tensor *t = draw("t", SHAPE(2)), *pair = leaf(draw("pair", SHAPE(2)));
    Tensor *g = draw("g", SHAPE(2)), *odd = draw("odd", SHAPE(7));

    CALL(grad_add(t, g));
    long constants_with_a_gradient = t->grad != NULL;
    check_long(constants_with_a_gradient, 0, "requires_grad is false: nothing is done");
    CALL(grad_add(t, odd));
    constants_with_a_gradient = t->grad != NULL;
    check_long(constants_with_a_gradient, 0, "the share is not even looked at");
    check_fails(grad_add(pair, odd),
                "grad_add: a gradient of shape (7,) cannot reach a tensor of shape (2,)",
                "a share that does not fit is refused: backward_check_share");
}
