/* reduce.c - 06.10 and 06.11: mean and max. */
#include "want.h"

/* ---- 06.10 mean_backward ------------------------------------------------------------------- */

TEST(a_mean_repeats_its_gradient, .points = 2, .exercise = "06.10 mean_backward",
     .file = "reduce_backward.c")
{
    Tensor *square = leaf(draw("square", SHAPE(3, 3))), *h = draw("h", SHAPE(3));
    Tensor *a = leaf(draw("a", SHAPE(2, 3))), *g = draw("g", SCALAR);
    Tensor *none = leaf(draw("none", SHAPE(0, 3)));

    Tensor *of_square = EXPECT(mean_share_want(square, h, (long[]){3, 1}));
    CALL(tensor_backward_from(tensor_mean(square, AXES(1), false), h, false));
    check_tensor(square->grad, of_square, "row i gets dy[i] / 3, three times");
    Tensor *of_a = EXPECT(mean_share_want(a, g, (long[]){1, 1}));
    CALL(tensor_backward_from(tensor_mean(a, ALL_AXES, false), g, false));
    check_tensor(a->grad, of_a, "the mean of everything: every number gets dy / 6");
    CALL(tensor_backward_from(tensor_mean(none, AXES(0), false), h, false));
    check_shape(none->grad, SHAPE(0, 3), "the gradient of an empty tensor is empty");
}

static Tensor *mean_of_middle(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_mean(in[0], AXES(-2), true);
}

TEST(a_mean_shares_its_gradient, .points = 2, .exercise = "06.10 mean_backward",
     .file = "reduce_backward.c")
{
    Tensor *a = leaf(draw("a", SHAPE(2, 3, 4))), *g = draw("g", SHAPE(2, 4));
    Tensor *b = leaf(draw("b", SHAPE(2, 3, 2)));

    Tensor *want = EXPECT(mean_share_want(a, g, (long[]){2, 1, 4}));
    CALL(tensor_backward_from(tensor_mean(a, AXES(1), false), g, false));
    check_tensor(a->grad, want, "da[i][j][k] = dy[i][k] / 3");
    check_gradients(mean_of_middle, NULL, "the mean over axis 1, kept", INPUTS(b));
}

/* ---- 06.11 max_backward ---------------------------------------------------------------------- */

TEST(the_winner_takes_the_gradient, .points = 1, .exercise = "06.11 max_backward",
     .file = "reduce_backward.c")
{
    Tensor *a = leaf(input("a", SHAPE(2, 3), VALUES(1, 5, 2, 4, 3, 4)));
    Tensor *g = input("g", SHAPE(2), VALUES(10, 20));

    Tensor *want = EXPECT(max_share_want(a, g, (long[]){2, 1}));
    CALL(tensor_backward_from(tensor_max(a, AXES(1), false), g, false));
    check_tensor(a->grad, want, "one winner takes all, two share: [0, 10, 0] and [10, 0, 10]");
}

static Tensor *largest(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_max(in[0], AXES(0, 2), false);
}

TEST(maxima_over_other_axes, .points = 4, .exercise = "06.11 max_backward",
     .file = "reduce_backward.c")
{
    long n = draw_long("n", 3, 5), first = draw_long("first", 0, n - 2);
    long second = draw_long("second", first + 1, n - 1);
    Tensor *b = leaf(draw("b", SHAPE(n, 2))), *low = leaf(draw("low", SHAPE(1, n)));
    Tensor *g = draw("g", SHAPE(2)), *h = draw("h", SHAPE(1));
    b->data[2 * first] = b->data[2 * second] = 5; /* two winners in column 0 */
    b->data[2 * first + 1] = b->data[2 * second + 1] = 7;
    for (long j = 0; j < n; j++)
        low->data[j] = (real)-INFINITY;
    resealed(b);
    resealed(low);
    Tensor *a = leaf(draw("a", SHAPE(2, 3, 4)));

    Tensor *of_b = EXPECT(max_share_want(b, g, (long[]){1, 2}));
    CALL(tensor_backward_from(tensor_max(b, AXES(0), false), g, false));
    check_tensor(b->grad, of_b, "two winners in each column: they share its gradient");
    Tensor *of_low = EXPECT(max_share_want(low, h, (long[]){1, 1}));
    CALL(tensor_backward_from(tensor_max(low, AXES(1), false), h, false));
    check_tensor(low->grad, of_low, "-infinity is equal to -infinity");
    check_gradients(largest, NULL, "the maximum over axes 0 and 2", INPUTS(a));
}
