/* accumulate.c - 06.1: the one place where gradients are added. */
#include "gradients.h"

#define FILE_AND_EXERCISE .exercise = "06.1 grad_add_scaled", .file = "accumulate.c"

TEST(the_first_share_sets_and_the_second_adds, .points = 3, FILE_AND_EXERCISE,
     .hints = HINTS("A tensor used twice gets two shares. Its gradient is their sum.",
                    "grad_buffer tells by beta whether there are numbers to add to.",
                    "real beta; Tensor *sum = grad_buffer(t, &beta); ... sum_to(sum, g, beta);"))
{
    Tensor *t = leaf(draw("t", SHAPE(2, 2)));
    Tensor *g = input("g", SHAPE(2, 2), VALUES(1, 2, 3, 4)), *h = draw_transposed("h", SHAPE(2, 2));
    EXPECT(Tensor *first = copy_of(g); Tensor *both = plain_pair(g, h, plus));
    MISTAKE(copy_of(h), "the second share was assigned instead of added: the first one is lost");
    MISTAKE(plain_pair(g, g, plus), "the first share was added twice, the second never");
    CALL(grad_add_scaled(t, 1, g));
    check_tensor(t->grad, first, "with no gradient yet, the share is the gradient");
    CALL(grad_add_scaled(t, 1, h));
    check_tensor(t->grad, both, "t->grad += g: the second share is added to the first");
}

TEST(repetitions_are_summed, .points = 4, FILE_AND_EXERCISE,
     .hints = HINTS("A tensor that was broadcast was used once for every repetition.",
                    "The sum over the repeated axes has t's shape again: sum_to makes it.",
                    "sum_to(sum, g, beta): no loop over axes is needed."))
{
    Tensor *bias = leaf(draw("bias", SHAPE(5))), *column = leaf(draw("column", SHAPE(3, 1)));
    Tensor *one = leaf(draw("one", SCALAR)), *empty = leaf(draw("empty", SHAPE(0, 5)));
    Tensor *two = leaf(draw("two", SHAPE(2)));
    Tensor *g = draw("g", SHAPE(4, 3, 5)), *none = draw("none", SHAPE(0, 5));
    Tensor *no_rows = draw("no_rows", SHAPE(0, 2));
    EXPECT(Tensor *want = summed_like(g, bias); Tensor *twice = plain_scaled(want, 2));
    EXPECT(Tensor *of_column = summed_like(g, column); Tensor *of_one = summed_like(g, one));
    MISTAKE_SHAPE(SHAPE(4, 3, 5),
                  "the broadcast was not undone: the gradient must have the shape of "
                  "the tensor it belongs to");
    MISTAKE(plain_scaled(want, 1.0 / 12), "the repetitions were averaged: they must be summed");
    MISTAKE(plain_scaled(of_column, 1.0 / 20),
            "the repetitions were averaged: they must be summed");
    MISTAKE_MESSAGE("broadcast",
                    "the broadcast was not undone: a share larger than t must be summed, "
                    "with sum_to, until it fits");
    MISTAKE_MESSAGE("shape", "the broadcast was not undone: a share larger than t must be summed, "
                             "with sum_to, until it fits");
    CALL(grad_add_scaled(bias, 1, g));
    check_tensor(bias->grad, want, "a (5,) used in a (4, 3, 5): summed over the 12 uses of each");
    CALL(grad_add_scaled(column, 1, g));
    check_tensor(column->grad, of_column, "a (3, 1) used in a (4, 3, 5): summed over axes 0 and 2");
    CALL(grad_add_scaled(one, 1, g));
    check_tensor(one->grad, of_one, "a scalar gets the sum of everything");
    MISTAKE(copy_of(want), "the second share was assigned instead of added");
    CALL(grad_add_scaled(bias, 1, g));
    check_tensor(bias->grad, twice, "summed shares are added, too");
    CALL(grad_add_scaled(empty, 1, none));
    check_shape(empty->grad, SHAPE(0, 5), "no numbers, but a shape");
    CALL(grad_add_scaled(two, 1, no_rows));
    check_tensor(two->grad, blank(SHAPE(2)), "a tensor broadcast over no rows has gradient 0");
}

TEST(the_factor_belongs_to_the_share, .points = 2, FILE_AND_EXERCISE,
     .hints = HINTS("alpha multiplies the new share, not what was there before.",
                    "Make alpha * g before it is summed; g itself stays as it is.",
                    "Tensor *scaled = tensor_new_like(g); scale_forward(scaled, g, alpha);"))
{
    Tensor *t = leaf(draw("t", SHAPE(3))), *row = leaf(draw("row", SHAPE(3)));
    Tensor *g = draw("g", SHAPE(3)), *wide = draw("wide", SHAPE(2, 3));
    real alpha = (real)draw_double("alpha", -3, -2);
    EXPECT(Tensor *alone = plain_scaled(g, (double)alpha));
    EXPECT(Tensor *added = plain_pair(g, alone, plus));
    EXPECT(Tensor *sum = summed_like(wide, row); Tensor *of_row = plain_scaled(sum, (double)alpha));
    MISTAKE(copy_of(g), "alpha was forgotten: the share is alpha * g");
    MISTAKE(plain_scaled(g, 2), "alpha was forgotten: the share is alpha * g");
    MISTAKE(copy_of(sum), "alpha was forgotten where the share is summed");
    MISTAKE(plain_scaled(g, 2 * (double)alpha),
            "alpha multiplied the old gradient as well: it belongs "
            "to the new share only");
    MISTAKE(plain_scaled(alone, 1 + (double)alpha),
            "g itself was scaled: it belongs to the caller and stays as "
            "it is");
    CALL(grad_add_scaled(t, alpha, g));
    check_tensor(t->grad, alone, "the first share is multiplied, too");
    t->grad = NULL;
    CALL(grad_add_scaled(t, 1, g));
    CALL(grad_add_scaled(t, alpha, g));
    check_tensor(t->grad, added, "t->grad += alpha * g");
    CALL(grad_add_scaled(row, alpha, wide));
    check_tensor(row->grad, of_row, "t->grad += alpha * (g, summed)");
    Tensor *twice = leaf(draw("twice", SHAPE(3))), *none = leaf(draw("none", SHAPE(3)));
    Tensor *other = draw("other", SHAPE(2, 3));
    EXPECT(Tensor *of_twice = plain_scaled(summed_like(other, twice), 2));
    CALL(grad_add_scaled(twice, 2, other));
    check_tensor(twice->grad, of_twice, "2 is a factor like any other");
    twice->grad = NULL;
    CALL(grad_add_scaled(twice, 2, g));
    check_tensor(twice->grad, plain_scaled(g, 2), "2 is a factor like any other");
    CALL(grad_add_scaled(none, 0, g));
    check_tensor(none->grad, blank(SHAPE(3)), "0 times a share is 0");
}

TEST(who_needs_no_gradient_gets_none, .points = 1, FILE_AND_EXERCISE,
     .hints = HINTS("Constants such as masks and input data need no gradient.",
                    "Look at t->requires_grad first.", "if (!t->requires_grad) return;"))
{
    Tensor *t = draw("t", SHAPE(2)), *g = draw("g", SHAPE(2)), *odd = draw("odd", SHAPE(7));
    MISTAKE_NUMBER(
        0, "a tensor that does not require a gradient got one: time and memory for nothing");
    CALL(grad_add_scaled(t, 1, g));
    check_long(t->grad == NULL, 1, "requires_grad is false: nothing is done");
    CALL(grad_add_scaled(t, 1, odd));
    check_long(t->grad == NULL, 1, "the share is not even looked at");
    Tensor *pair = leaf(draw("pair", SHAPE(2)));
    check_fails(grad_add_scaled(pair, 1, odd),
                "grad_add: a gradient of shape (7,) cannot reach a tensor of shape (2,)",
                "a share that does not fit is refused (given)");
    check_long(pair->grad == NULL, 1, "and nothing has changed");
}
