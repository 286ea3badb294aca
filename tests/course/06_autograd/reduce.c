/* reduce.c - 06.10 and 06.11: mean and max. */
#include "gradients.h"

/* g (2, 4) repeated for every element of a (2, 3, 4) that was reduced over axis 1. */
static Tensor *repeated(const Tensor *g)
{
    return plain_pair(blank(SHAPE(2, 3, 4)), plain_reshape(g, SHAPE(2, 1, 4)), plus);
}

/* ---- 06.10 mean_backward ------------------------------------------------------------------- */

TEST(a_mean_repeats_its_gradient, .points = 2, .exercise = "06.10 mean_backward",
     .file = "reduce_backward.c",
     .hints = HINTS(
         "Every number of a mean has the same derivative.",
         "Averaging forward is repeating backward: tensor_expand to the input's shape.",
         "tensor_expand(with_reduced_axes(c, each), a->ndim, a->shape), where each is dy / n"))
{
    Tensor *sq = leaf(draw("sq", SHAPE(3, 3))), *h = draw("h", SHAPE(3)),
           *one = draw("one", SCALAR);
    Tensor *a = leaf(draw("a", SHAPE(2, 3))), *none = leaf(draw("none", SHAPE(0, 3)));
    EXPECT(Tensor *third = plain_scaled(h, 1.0 / 3));
    EXPECT(Tensor *of_sq = plain_pair(blank(SHAPE(3, 3)), plain_reshape(third, SHAPE(3, 1)), plus));
    MISTAKE(plain_pair(blank(SHAPE(3, 3)), third, plus),
            "repeated along the wrong axis: put the reduced axis back as size 1 first "
            "(with_reduced_axes)");
    MISTAKE(plain_scaled(of_sq, 3), "1/N is missing: that is the gradient of the sum");
    MISTAKE_SHAPE(SHAPE(3), "the gradient was not repeated: it needs the shape of the input");
    MISTAKE_MESSAGE("expand", "the reduced axis has to be put back first: with_reduced_axes");
    MISTAKE_MESSAGE("cannot reach",
                    "the gradient was not repeated: expand it to the shape of the input");
    CALL(tensor_backward_from(tensor_mean(sq, AXES(1), false), h, false));
    check_tensor(sq->grad, of_sq, "row i gets dy[i] / 3, three times");
    EXPECT(Tensor *all = plain_pair(blank(SHAPE(2, 3)), plain_scaled(one, 1.0 / 6), plus));
    CALL(tensor_backward_from(tensor_mean(a, ALL_AXES, false), one, false));
    check_tensor(a->grad, all, "the mean of everything: every number gets dy / 6");
    CALL(tensor_backward_from(tensor_mean(none, AXES(0), false), h, false));
    check_shape(none->grad, SHAPE(0, 3), "the gradient of an empty tensor is empty");
}

static Tensor *mean_of_middle(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_mean(in[0], AXES(-2), true);
}

TEST(a_mean_shares_its_gradient, .points = 2, .exercise = "06.10 mean_backward",
     .file = "reduce_backward.c",
     .hints = HINTS("Each of n numbers moves their mean by 1 / n.",
                    "elements_per_result(a, c->out) is n.",
                    "Tensor *each = tensor_mul_scalar(dy, 1 / elements_per_result(a, c->out));"))
{
    Tensor *a = leaf(draw("a", SHAPE(2, 3, 4))), *g = draw("g", SHAPE(2, 4)),
           *one = input("one", SCALAR, VALUES(6));
    Tensor *six = leaf(draw("six", SHAPE(2, 3))), *b = leaf(draw("b", SHAPE(2, 3, 2)));
    EXPECT(Tensor *wide = repeated(g); Tensor *da = plain_scaled(wide, 1.0 / 3));
    MISTAKE(copy_of(wide), "1/N is missing: that is the gradient of the sum");
    MISTAKE(plain_scaled(wide, 3), "multiplied by n where a division belongs");
    MISTAKE(plain_scaled(wide, 1.0 / 24),
            "divided by the count of all numbers, not of those that make one mean");
    MISTAKE(plain_scaled(wide, 1.0 / 9), "divided by n twice");
    CALL(tensor_backward_from(tensor_mean(a, AXES(1), false), g, false));
    check_tensor(a->grad, da, "da[i][j][k] = dy[i][k] / 3");
    MISTAKE(values(SHAPE(2, 3), VALUES(6, 6, 6, 6, 6, 6)),
            "1/N is missing: that is the gradient of the sum");
    CALL(tensor_backward_from(tensor_mean(six, ALL_AXES, false), one, false));
    check_tensor(six->grad, values(SHAPE(2, 3), VALUES(1, 1, 1, 1, 1, 1)),
                 "a gradient of 6, six numbers: 1 each");
    check_gradients(mean_of_middle, NULL, "the mean over axis 1, kept", INPUTS(b));
}

/* ---- 06.11 max_backward ---------------------------------------------------------------------- */

TEST(the_winner_takes_the_gradient, .points = 3, .exercise = "06.11 max_backward",
     .file = "reduce_backward.c",
     .hints = HINTS("The maximum moves with the largest number, and with no other.",
                    "A tensor of 1 for winners and 0 for the others, times dy.",
                    "rows_apply(winners, 2, (const Tensor *[]){a, max}, winner_row, NULL);"))
{
    Tensor *a = leaf(input("a", SHAPE(2, 3), VALUES(1, 5, 2, 4, 3, 4)));
    Tensor *g = input("g", SHAPE(2), VALUES(10, 20));
    EXPECT(Tensor *da = values(SHAPE(2, 3), VALUES(0, 10, 0, 10, 0, 10)));
    MISTAKE(values(SHAPE(2, 3), VALUES(0, 10, 0, 20, 0, 20)),
            "each of the equal winners got the whole gradient: divide by how many they are");
    MISTAKE(values(SHAPE(2, 3), VALUES(0, 10, 0, 20, 0, 0)),
            "the first of the equal winners got everything: here they share");
    MISTAKE(values(SHAPE(2, 3), VALUES(0, 10, 0, 0, 0, 20)),
            "the last of the equal winners got everything: here they share");
    MISTAKE(values(SHAPE(2, 3), VALUES(10, 10, 10, 20, 20, 20)),
            "the losers got a gradient, too: multiply by winners");
    MISTAKE(values(SHAPE(2, 3), VALUES(0, 1, 0, 0.5, 0, 0.5)), "dy is missing");
    MISTAKE(values(SHAPE(2, 3), VALUES(0, 1, 0, 1, 0, 1)),
            "these are the winners: multiply by dy / ties");
    MISTAKE(
        values(SHAPE(2, 3), VALUES(0, 10. / 3, 0, 20. / 3, 0, 20. / 3)),
        "divided by the length of the row, or by the winners of all rows: each row counts its own "
        "winners");
    CALL(tensor_backward_from(tensor_max(a, AXES(1), false), g, false));
    check_tensor(a->grad, da, "one winner takes all, two share: [0, 10, 0] and [10, 0, 10]");
}

static Tensor *largest(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_max(in[0], AXES(0, 2), false);
}

TEST(maxima_over_other_axes, .points = 2, .exercise = "06.11 max_backward",
     .file = "reduce_backward.c",
     .hints = HINTS("Reduced axes have to be put back before anything is compared.",
                    "with_reduced_axes for c->out and for dy.",
                    "sum_kernel(ties, winners, 0) counts the winners where max has size 1."))
{
    Tensor *a = leaf(draw("a", SHAPE(2, 3, 4))),
           *same = leaf(input("same", SHAPE(2, 2), VALUES(7, 7, 7, 7)));
    Tensor *one = input("one", SCALAR, VALUES(8)),
           *low = leaf(input("low", SHAPE(1, 2), VALUES(-INFINITY, -INFINITY)));
    Tensor *g = input("g", SHAPE(1), VALUES(3));
    MISTAKE(values(SHAPE(2, 2), VALUES(8, 8, 8, 8)),
            "each of the equal winners got the whole gradient: divide by how many they are");
    MISTAKE_MESSAGE("broadcast", "the reduced axes have to be put back first: with_reduced_axes");
    CALL(tensor_backward_from(tensor_max(same, ALL_AXES, false), one, false));
    check_tensor(same->grad, values(SHAPE(2, 2), VALUES(2, 2, 2, 2)), "four winners share 8");
    CALL(tensor_backward_from(tensor_max(low, AXES(1), false), g, false));
    check_tensor(low->grad, values(SHAPE(1, 2), VALUES(1.5, 1.5)),
                 "-infinity is equal to -infinity");
    check_gradients(largest, NULL, "the maximum over axes 0 and 2", INPUTS(a));
}
