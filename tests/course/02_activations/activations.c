/* activations.c - 02.1 to 02.4: every bend by hand, on drawn numbers, far out, and tanh near 0. */
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

/* ---- 02.2 sigmoid_row ------------------------------------------------------------------------------------ */

TEST(sigmoid_by_hand, .points = 1, .exercise = "02.2 sigmoid_row", .file = "activations.c")
{
    Tensor *x = input("x", SHAPE(3), VALUES(0, (real)log(3), (real)-log(3)));
    Tensor *out = output("out", SHAPE(3));

    Tensor *want = EXPECT(sigmoid_want(x));
    CALL(sigmoid_kernel(out, x));
    check_tensor(out, want, "1 / (1 + e^-x): 1/2, 1/(1 + 1/3), 1/(1 + 3)");
}

TEST(sigmoid_far_out, .points = 10, .exercise = "02.2 sigmoid_row", .file = "activations.c")
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

/* ---- 02.3 tanh_row ------------------------------------------------------------------------------------------ */

TEST(tanh_by_hand, .points = 1, .exercise = "02.3 tanh_row", .file = "activations.c")
{
    Tensor *x = input("x", SHAPE(3), VALUES(0, (real)log(2), (real)-log(2)));
    Tensor *out = output("out", SHAPE(3));

    Tensor *want = EXPECT(tanh_want(x));
    CALL(tanh_kernel(out, x));
    check_tensor(out, want, "tanh x: 0, (2 - 1/2) / (2 + 1/2) = 0.6, -0.6");
}

TEST(tanh_far_out, .points = 6, .exercise = "02.3 tanh_row", .file = "activations.c")
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

/* Of both signs, from 1e-8 to 1e-3: as many of each size. */
static Tensor *draw_small(void)
{
    Tensor *x = draw_between("x", SHAPE(40), -8, -3);
    for (long i = 0; i < 40; i++)
        x->data[i] = (real)((i % 2 != 0 ? -1 : 1) * pow(10, (double)x->data[i]));
    resealed(x);
    return x;
}

TEST(tanh_near_zero, .points = 5, .exercise = "02.3 tanh_row", .file = "activations.c")
{
    Tensor *x = draw_small(), *out = output("out", SHAPE(40));

    Tensor *want = EXPECT(tanh_of_x_want(x));
    CALL(tanh_kernel(out, x));
    Tensor *of_x = tensor_div(out, x);
    check_tensor_within(of_x, want, IS_DOUBLE ? 1e-9 : 1e-5,
                        "tanh x / x: a small result has digits of its own");
}

/* ---- 02.4 gelu_tanh_row ---------------------------------------------------------------------------------------- */

TEST(gelu_tanh_by_hand, .points = 1, .exercise = "02.4 gelu_tanh_row", .file = "activations.c")
{
    Tensor *x = input("x", SHAPE(3), VALUES(1, -1, -2)), *out = output("out", SHAPE(3));

    Tensor *want = EXPECT(gelu_tanh_want(x));
    CALL(gelu_tanh_kernel(out, x));
    check_tensor(out, want, "x / 2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)))");
}

TEST(gelu_tanh_of_any_number, .points = 7, .exercise = "02.4 gelu_tanh_row",
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

TEST(gelu_tanh_far_below_zero, .points = 4, .exercise = "02.4 gelu_tanh_row",
     .file = "activations.c")
{
    Tensor *x = draw_between("x", SHAPE(20), -5.8, -3.5), *out = output("out", SHAPE(20));

    Tensor *want = EXPECT(log_of_gelu_tanh_want(x));
    CALL(gelu_tanh_kernel(out, x));
    Tensor *log_of_it = tensor_log(tensor_neg(out));
    check_tensor_within(log_of_it, want, IS_DOUBLE ? 1e-9 : 1e-4,
                        "log(-gelu_tanh(x)): a small result has digits of its own");
}
