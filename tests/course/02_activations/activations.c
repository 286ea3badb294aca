/* activations.c - 02.1 to 02.7: every bend by hand, on drawn numbers, and far out. */
#include "want.h"

/* Room for the result of one number that is NaN: it holds a number, so that NaN has to be written. */
static Tensor *room_for_nan(const char *name)
{
    Tensor *out = draw(name, SHAPE(1));
    may_change(out);
    return out;
}

static long nans_in(const Tensor *t)
{
    return isnan((double)t->data[0]) != 0;
}

/* A number far out on either side. */
static Tensor *draw_far(double low, double high)
{
    Tensor *far = draw_between("far", SHAPE(2), low, high);
    far->data[1] = -far->data[1];
    resealed(far);
    return far;
}

/* ---- 02.1 relu_row ----------------------------------------------------------------------------------- */

TEST(relu_by_hand, .points = 1, .exercise = "02.1 relu_row", .file = "activations.c")
{
    Tensor *x = input("x", SHAPE(4), VALUES(-2, (real)-0.5, 0, 3)), *out = output("out", SHAPE(4));

    Tensor *want = EXPECT(relu_want(x));
    CALL(relu_kernel(out, x));
    check_tensor(out, want, "max(0, x): 0, 0, 0, 3");
}

TEST(relu_of_views_and_nan, .points = 6, .exercise = "02.1 relu_row", .file = "activations.c")
{
    Tensor *x = draw_transposed("x", SHAPE(2, 3, 5)), *out = output("out", SHAPE(2, 3, 5));
    Tensor *far = input("far", SHAPE(2), VALUES((real)INFINITY, (real)-INFINITY));
    Tensor *ends = output("ends", SHAPE(2));
    Tensor *nan = input("nan", SHAPE(1), VALUES((real)NAN)), *of_nan = room_for_nan("of_nan");

    Tensor *want = EXPECT(relu_want(x));
    CALL(relu_kernel(out, x));
    check_tensor(out, want, "max(0, x) for every number");
    Tensor *want_ends = EXPECT(relu_want(far));
    CALL(relu_kernel(ends, far));
    check_tensor(ends, want_ends, "infinity stays, -infinity becomes 0");
    CALL(relu_kernel(of_nan, nan));
    long nans_out = nans_in(of_nan);
    check_long(nans_out, 1, "NaN in, NaN out: a broken network shall show");
}

/* ---- 02.2 leaky_relu_row ------------------------------------------------------------------------------- */

TEST(leaky_relu_by_hand, .points = 1, .exercise = "02.2 leaky_relu_row", .file = "activations.c")
{
    real slope = (real)0.1;
    given("slope", "0.1");
    Tensor *x = input("x", SHAPE(3), VALUES(-2, (real)-0.5, 3)), *out = output("out", SHAPE(3));

    Tensor *want = EXPECT(leaky_relu_want(x, (double)slope));
    CALL(leaky_relu_kernel(out, x, slope));
    check_tensor(out, want, "x > 0 ? x : slope * x: -0.2, -0.05, 3");
}

TEST(leaky_relu_of_any_slope, .points = 6, .exercise = "02.2 leaky_relu_row",
     .file = "activations.c")
{
    real slope = (real)draw_double("slope", 0.2, 0.8), large = (real)draw_double("large", 2, 3);
    Tensor *x = draw("x", SHAPE(4, 7)), *out = output("out", SHAPE(4, 7));
    Tensor *steep = output("steep", SHAPE(4, 7)), *flat = output("flat", SHAPE(4, 7));
    Tensor *turned = output("turned", SHAPE(4, 7));
    real below = (real)draw_double("below", -0.9, -0.2);
    Tensor *nan = input("nan", SHAPE(1), VALUES((real)NAN)), *of_nan = room_for_nan("of_nan");

    Tensor *want = EXPECT(leaky_relu_want(x, (double)slope));
    CALL(leaky_relu_kernel(out, x, slope));
    check_tensor(out, want, "x > 0 ? x : slope * x");
    Tensor *want_steep = EXPECT(leaky_relu_want(x, (double)large));
    CALL(leaky_relu_kernel(steep, x, large));
    check_tensor(steep, want_steep, "the same for a slope above 1");
    Tensor *want_turned = EXPECT(leaky_relu_want(x, (double)below));
    CALL(leaky_relu_kernel(turned, x, below));
    check_tensor(turned, want_turned, "the same for a slope below 0: no result is negative");
    Tensor *want_flat = EXPECT(leaky_relu_want(x, 0));
    CALL(leaky_relu_kernel(flat, x, 0));
    check_tensor(flat, want_flat, "the same for a slope of 0, which is relu");
    CALL(leaky_relu_kernel(of_nan, nan, slope));
    long nans_out = nans_in(of_nan);
    check_long(nans_out, 1, "NaN in, NaN out: a broken network shall show");
}

/* ---- 02.3 sigmoid_row ------------------------------------------------------------------------------------ */

TEST(sigmoid_by_hand, .points = 1, .exercise = "02.3 sigmoid_row", .file = "activations.c")
{
    Tensor *x = input("x", SHAPE(3), VALUES(0, (real)log(3), (real)-log(3)));
    Tensor *out = output("out", SHAPE(3));

    Tensor *want = EXPECT(sigmoid_want(x));
    CALL(sigmoid_kernel(out, x));
    check_tensor(out, want, "1 / (1 + e^-x): 1/2, 1/(1 + 1/3), 1/(1 + 3)");
}

TEST(sigmoid_far_out, .points = 7, .exercise = "02.3 sigmoid_row", .file = "activations.c")
{
    Tensor *x = draw_between("x", SHAPE(3, 5), -8, 8), *out = output("out", SHAPE(3, 5));
    Tensor *far = draw_far(800, 1200), *ends = output("ends", SHAPE(2));
    Tensor *nan = input("nan", SHAPE(1), VALUES((real)NAN)), *of_nan = room_for_nan("of_nan");

    Tensor *want = EXPECT(sigmoid_want(x));
    CALL(sigmoid_kernel(out, x));
    check_tensor(out, want, "1 / (1 + e^-x) for every number");
    Tensor *want_ends = EXPECT(sigmoid_want(far));
    CALL(sigmoid_kernel(ends, far));
    check_tensor(ends, want_ends,
                 "no number is too large: a large one gives 1, one below 0 gives 0");
    CALL(sigmoid_kernel(of_nan, nan));
    long nans_out = nans_in(of_nan);
    check_long(nans_out, 1, "NaN in, NaN out: a broken network shall show");
}

/* ---- 02.4 tanh_row ------------------------------------------------------------------------------------------ */

TEST(tanh_by_hand, .points = 1, .exercise = "02.4 tanh_row", .file = "activations.c")
{
    Tensor *x = input("x", SHAPE(3), VALUES(0, (real)log(2), (real)-log(2)));
    Tensor *out = output("out", SHAPE(3));

    Tensor *want = EXPECT(tanh_want(x));
    CALL(tanh_kernel(out, x));
    check_tensor(out, want, "tanh x: 0, (2 - 1/2) / (2 + 1/2) = 0.6, -0.6");
}

TEST(tanh_far_out, .points = 6, .exercise = "02.4 tanh_row", .file = "activations.c")
{
    Tensor *x = draw_transposed("x", SHAPE(4, 3)), *out = output("out", SHAPE(4, 3));
    Tensor *far = draw_far(800, 1200), *ends = output("ends", SHAPE(2));
    Tensor *nan = input("nan", SHAPE(1), VALUES((real)NAN)), *of_nan = room_for_nan("of_nan");

    Tensor *want = EXPECT(tanh_want(x));
    CALL(tanh_kernel(out, x));
    check_tensor(out, want, "tanh of every number");
    Tensor *want_ends = EXPECT(tanh_want(far));
    CALL(tanh_kernel(ends, far));
    check_tensor(ends, want_ends,
                 "no number is too large: a large one gives 1, one below 0 gives -1");
    CALL(tanh_kernel(of_nan, nan));
    long nans_out = nans_in(of_nan);
    check_long(nans_out, 1, "NaN in, NaN out: a broken network shall show");
}

/* ---- 02.5 gelu_row ------------------------------------------------------------------------------------------- */

TEST(gelu_by_hand, .points = 1, .exercise = "02.5 gelu_row", .file = "activations.c")
{
    Tensor *x = input("x", SHAPE(3), VALUES(1, -1, 2)), *out = output("out", SHAPE(3));

    Tensor *want = EXPECT(gelu_want(x));
    CALL(gelu_kernel(out, x));
    check_tensor(out, want, "x Phi(x): 1 * 0.841345, -1 * 0.158655, 2 * 0.977250");
}

TEST(gelu_of_any_number, .points = 7, .exercise = "02.5 gelu_row", .file = "activations.c")
{
    Tensor *x = draw_between("x", SHAPE(3, 1, 7), -4, 4), *out = output("out", SHAPE(3, 1, 7));
    Tensor *far = draw_far(60, 200), *ends = output("ends", SHAPE(2));

    Tensor *want = EXPECT(gelu_want(x));
    CALL(gelu_kernel(out, x));
    check_tensor(out, want, "x Phi(x), with constants in full precision");
    Tensor *want_ends = EXPECT(gelu_want(far));
    CALL(gelu_kernel(ends, far));
    check_tensor(ends, want_ends, "far out gelu is relu: above 0 it stays, below it becomes 0");
}

/* ---- 02.6 gelu_tanh_row ---------------------------------------------------------------------------------------- */

TEST(gelu_tanh_by_hand, .points = 1, .exercise = "02.6 gelu_tanh_row", .file = "activations.c")
{
    Tensor *x = input("x", SHAPE(3), VALUES(1, -1, -2)), *out = output("out", SHAPE(3));

    Tensor *want = EXPECT(gelu_tanh_want(x));
    CALL(gelu_tanh_kernel(out, x));
    check_tensor(out, want, "x / 2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)))");
}

TEST(gelu_tanh_of_any_number, .points = 7, .exercise = "02.6 gelu_tanh_row",
     .file = "activations.c")
{
    Tensor *x = draw_between("x", SHAPE(5, 4), -4, 4), *out = output("out", SHAPE(5, 4));
    Tensor *far = draw_far(60, 200), *ends = output("ends", SHAPE(2));

    Tensor *want = EXPECT(gelu_tanh_want(x));
    CALL(gelu_tanh_kernel(out, x));
    check_tensor(out, want, "GPT-2's gelu, with constants in full precision");
    Tensor *want_ends = EXPECT(gelu_tanh_want(far));
    CALL(gelu_tanh_kernel(ends, far));
    check_tensor(ends, want_ends, "far out gelu is relu: above 0 it stays, below it becomes 0");
}

/* ---- 02.7 silu_row ------------------------------------------------------------------------------------------------ */

TEST(silu_by_hand, .points = 1, .exercise = "02.7 silu_row", .file = "activations.c")
{
    Tensor *x = input("x", SHAPE(3), VALUES(0, (real)log(3), (real)-log(3)));
    Tensor *out = output("out", SHAPE(3));

    Tensor *want = EXPECT(silu_want(x));
    CALL(silu_kernel(out, x));
    check_tensor(out, want, "x / (1 + e^-x): 0, 0.75 log 3, -0.25 log 3");
}

TEST(silu_of_any_number, .points = 5, .exercise = "02.7 silu_row", .file = "activations.c")
{
    Tensor *x = draw_between("x", SHAPE(2, 9), -6, 6), *out = output("out", SHAPE(2, 9));
    Tensor *far = draw_far(800, 1200), *ends = output("ends", SHAPE(2));

    Tensor *want = EXPECT(silu_want(x));
    CALL(silu_kernel(out, x));
    check_tensor(out, want, "x / (1 + e^-x) for every number");
    Tensor *want_ends = EXPECT(silu_want(far));
    CALL(silu_kernel(ends, far));
    check_tensor(ends, want_ends,
                 "no number is too large: a large one stays, one below 0 becomes 0");
}
