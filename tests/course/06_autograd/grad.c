/* grad.c - 06.4: a share is summed over repetitions, and added. */
#include "gradients.h"

#define FILE_AND_EXERCISE .exercise = "06.4 grad_add", .file = "grad.c"

TEST(the_first_share_sets_and_the_second_adds, .points = 3, FILE_AND_EXERCISE,
     .hints = HINTS("A tensor used twice gets two shares. Its gradient is their sum.",
                    "gradient_share does the adding: every share goes there.",
                    "The last line is gradient_share(t, g); t->grad is not touched here."))
{
    Tensor *t = leaf(draw("t", SHAPE(2, 2))), *one = leaf(draw("one", SHAPE(1, 3)));
    Tensor *g = input("g", SHAPE(2, 2), VALUES(1, 2, 3, 4)), *h = draw_transposed("h", SHAPE(2, 2));
    Tensor *row = draw("row", SHAPE(1, 3));
    EXPECT(Tensor *first = copy_of(g); Tensor *both = plain_pair(g, h, plus));
    MISTAKE(copy_of(h), "the second share was assigned instead of added: the first one is lost");
    MISTAKE(
        values(SHAPE(2, 2), VALUES(10, 10, 10, 10)),
        "everything was summed, though nothing was broadcast: with n = 0 tensor_sum sums all axes");
    MISTAKE_MESSAGE("tensor_reshape",
                    "a share of t's own shape needs no sum: with n = 0 tensor_sum sums "
                    "all axes");
    CALL(grad_add(t, g));
    check_tensor(t->grad, first, "with no gradient yet, the share is the gradient");
    FORGET();
    MISTAKE_NUMBER(
        0, "t->grad is the share itself: the next one would be added to what the caller owns");
    check_long(t->grad != g && t->grad->data != g->data, 1, "a gradient has memory of its own");
    FORGET();
    MISTAKE(copy_of(h), "the second share was assigned instead of added: the first one is lost");
    MISTAKE(copy_of(g), "the second share was dropped: every share is handed on, the first and the "
                        "later ones");
    CALL(grad_add(t, h));
    check_tensor(t->grad, both, "the second share is added to the first");
    CALL(grad_add(one, row));
    check_tensor(one->grad, copy_of(row), "an axis of size 1 in both was not broadcast");
}

TEST(repetitions_are_summed, .points = 4, FILE_AND_EXERCISE,
     .hints =
         HINTS("A tensor that was broadcast was used once for every repetition.",
               "Sum over the axes that t lacks, and over those where t has size 1 and g has not.",
               "int missing = g->ndim - t->ndim; axis d of g is axis d - missing of t."))
{
    Tensor *bias = leaf(draw("bias", SHAPE(5))), *column = leaf(draw("column", SHAPE(3, 1)));
    Tensor *one = leaf(draw("one", SCALAR)), *empty = leaf(draw("empty", SHAPE(0, 5)));
    Tensor *two = leaf(draw("two", SHAPE(2)));
    Tensor *g = draw("g", SHAPE(4, 3, 5)), *none = draw("none", SHAPE(0, 5));
    Tensor *no_rows = draw("no_rows", SHAPE(0, 2)), *line = leaf(draw("line", SHAPE(1, 2)));
    EXPECT(Tensor *want = summed_like(g, bias); Tensor *twice = plain_scaled(want, 2));
    EXPECT(Tensor *of_column = summed_like(g, column); Tensor *of_one = summed_like(g, one));
    MISTAKE_SHAPE(SHAPE(4, 3, 5),
                  "the broadcast was not undone: the gradient must have the shape of "
                  "the tensor it belongs to");
    MISTAKE(plain_scaled(want, 1.0 / 12), "the repetitions were averaged: they must be summed");
    MISTAKE(plain_scaled(of_column, 1.0 / 20),
            "the repetitions were averaged: they must be summed");
    MISTAKE_MESSAGE("broadcast",
                    "the broadcast was not undone: sum a share that is larger than t, over "
                    "every axis along which t was stretched");
    MISTAKE_MESSAGE("shape",
                    "the broadcast was not undone: sum a share that is larger than t, over "
                    "every axis along which t was stretched");
    MISTAKE_MESSAGE("tensor_reshape: ",
                    "the numbers that are left do not fit t: an axis was left out of "
                    "the sum, or one too many is in it");
    MISTAKE_MESSAGE("(1, 1, 5)",
                    "the sum still has the axes that t lacks, with size 1: reshape it to "
                    "t's shape");
    CALL(grad_add(bias, g));
    check_tensor(bias->grad, want, "a (5,) used in a (4, 3, 5): summed over the 12 uses of each");
    CALL(grad_add(column, g));
    check_tensor(column->grad, of_column, "a (3, 1) used in a (4, 3, 5): summed over axes 0 and 2");
    CALL(grad_add(one, g));
    check_tensor(one->grad, of_one, "a scalar gets the sum of everything");
    MISTAKE(copy_of(want), "the second share was assigned instead of added, or dropped");
    CALL(grad_add(bias, g));
    check_tensor(bias->grad, twice, "summed shares are added, too");
    CALL(grad_add(empty, none));
    check_shape(empty->grad, SHAPE(0, 5), "no numbers, but a shape");
    CALL(grad_add(two, no_rows));
    check_tensor(two->grad, blank(SHAPE(2)), "a tensor broadcast over no rows has gradient 0");
    CALL(grad_add(line, no_rows));
    check_tensor(line->grad, blank(SHAPE(1, 2)), "and so has a (1, 2): a size of 0 is not 1");
}

TEST(shapes_are_aligned_at_the_right, .points = 2, FILE_AND_EXERCISE,
     .hints = HINTS("In a (3, 3) a (3,) is a row: it stands at axis 1.",
                    "Axis d of g is axis d - missing of t; the first ones are missing.",
                    "if (d < missing || (t->shape[d - missing] == 1 && g->shape[d] != 1))"))
{
    Tensor *row = leaf(draw("row", SHAPE(3))), *column = leaf(draw("column", SHAPE(3, 1)));
    Tensor *flat = leaf(draw("flat", SHAPE(1, 3))), *g = draw("g", SHAPE(3, 3));
    EXPECT(Tensor *rows = summed_like(g, row));
    EXPECT(Tensor *left = plain_reshape(summed_like(g, column), SHAPE(3)));
    MISTAKE(copy_of(left),
            "aligned at the left: axis 0 of t is not axis 0 of g where g has more axes");
    CALL(grad_add(row, g));
    check_tensor(row->grad, rows, "a (3,) is a row of a (3, 3): summed over axis 0");
    FORGET();
    MISTAKE(plain_reshape(rows, SHAPE(3, 1)), "summed over the wrong axis: t has size 1 in axis 1");
    MISTAKE_MESSAGE("cannot write",
                    "the sum does not have t's shape: either an axis was left out of it, "
                    "or the wrong one was taken");
    CALL(grad_add(column, g));
    check_tensor(column->grad, summed_like(g, column), "a (3, 1): summed over axis 1");
    FORGET();
    CALL(grad_add(flat, g));
    check_tensor(flat->grad, summed_like(g, flat), "a (1, 3): summed over axis 0");
}

TEST(who_needs_no_gradient_gets_none, .points = 1, FILE_AND_EXERCISE,
     .hints = HINTS("Constants such as masks and input data need no gradient.",
                    "Look at t->requires_grad first.", "if (!t->requires_grad) return;"))
{
    Tensor *t = draw("t", SHAPE(2)), *g = draw("g", SHAPE(2)), *odd = draw("odd", SHAPE(7));
    MISTAKE_NUMBER(
        0, "a tensor that does not require a gradient got one: time and memory for nothing");
    MISTAKE_MESSAGE("cannot reach",
                    "the share of a constant was looked at: ask for requires_grad first");
    CALL(grad_add(t, g));
    check_long(t->grad == NULL, 1, "requires_grad is false: nothing is done");
    CALL(grad_add(t, odd));
    check_long(t->grad == NULL, 1, "the share is not even looked at");
    Tensor *pair = leaf(draw("pair", SHAPE(2)));
    check_fails(grad_add(pair, odd),
                "grad_add: a gradient of shape (7,) cannot reach a tensor of shape (2,)",
                "a share that does not fit is refused: backward_check_share");
    check_long(pair->grad == NULL, 1, "and nothing has changed");
}
