/* activations.c - 02.1 to 02.7: every bend by hand, on drawn numbers, and far out. */
#include "check.h"

#define FILE_ .file = "activations.c"

static double relu(double x)
{
    return x < 0 ? 0 : x;
}

static double negative_part(double x)
{
    return x < 0 ? x : 0;
}

static double leaky(double x)
{
    return x > 0 ? x : 0.1 * x;
}

static double leaky_everywhere(double x)
{
    return 0.1 * x;
}

static double leaky_turned(double x)
{
    return x > 0 ? 0.1 * x : x;
}

static double leaky_sign(double x)
{
    return x > 0 ? x : -0.1 * x;
}

static double leaky_flat(double x)
{
    return x > 0 ? x : 0.1;
}

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

static double sigmoid_turned(double x)
{
    return 1 / (1 + exp(x));
}

static double sigmoid_minus(double x)
{
    return 1 / (1 - exp(-x));
}

static double one_plus(double x)
{
    return 1 + exp(-x);
}

static double one_over(double x)
{
    return 1 / exp(-x);
}

static double gelu(double x)
{
    return x / 2 * (1 + erf(x / sqrt(2)));
}

static double gelu_without_root(double x)
{
    return x / 2 * (1 + erf(x));
}

static double phi(double x)
{
    return (1 + erf(x / sqrt(2))) / 2;
}

static double gelu_doubled(double x)
{
    return x * (1 + erf(x / sqrt(2)));
}

static double gelu_of_sigmoid(double x)
{
    return x * sigmoid(1.702 * x);
}

static double inner(double x)
{
    return sqrt(2 / 3.14159265358979323846) * (x + 0.044715 * x * x * x);
}

static double gelu_tanh(double x)
{
    return x / 2 * (1 + tanh(inner(x)));
}

static double gelu_tanh_square(double x)
{
    return x / 2 * (1 + tanh(sqrt(2 / 3.14159265358979323846) * (x + 0.044715 * x * x)));
}

static double gelu_tanh_root(double x)
{
    return x / 2 * (1 + tanh(2 / 3.14159265358979323846 * (x + 0.044715 * x * x * x)));
}

static double gelu_tanh_without_root(double x)
{
    return x / 2 * (1 + tanh(x + 0.044715 * x * x * x));
}

static double gelu_tanh_doubled(double x)
{
    return x * (1 + tanh(inner(x)));
}

static double silu(double x)
{
    return x * sigmoid(x);
}

static double silu_turned(double x)
{
    return x * sigmoid_turned(x);
}

/* ---- 02.1 relu_row ----------------------------------------------------------------------------------- */

TEST(relu_by_hand, .points = 3, .exercise = "02.1 relu_row", FILE_,
     .hints = HINTS("Negative numbers become 0, the others stay.",
                    "x is in[0]; loop over n numbers.", "out[i] = x[i] < 0 ? 0 : x[i];"))
{
    Tensor *x = input("x", SHAPE(4), VALUES((real)-2, (real)-0.5, 0, 3)),
           *out = output("out", SHAPE(4));
    EXPECT(Tensor *want = values(SHAPE(4), VALUES(0, 0, 0, 3)));
    MISTAKE(plain_map(x, negative_part),
            "the negative numbers are left and the positive ones gone: it "
            "is the other way round");
    MISTAKE(values(SHAPE(4), VALUES(2, (real)0.5, 0, 3)),
            "that is the absolute value: relu drops the "
            "negative numbers");
    MISTAKE(values(SHAPE(4), VALUES(0, 0, 0, 1)), "that is a step, 0 or 1: positive numbers stay");
    CALL(relu_kernel(out, x));
    check_tensor(out, want, "max(0, x)");
}

TEST(relu_of_views_and_nan, .points = 5, .exercise = "02.1 relu_row", FILE_,
     .hints = HINTS("NaN must come out as NaN: a broken network shall show.",
                    "A comparison with NaN is false: which branch does it take?",
                    "x[i] < 0 ? 0 : x[i] keeps NaN; x[i] > 0 ? x[i] : 0 loses it."))
{
    Tensor *x = draw_transposed("x", SHAPE(2, 3, 5)), *out = output("out", SHAPE(2, 3, 5));
    Tensor *odd = input("odd", SHAPE(3), VALUES((real)NAN, (real)INFINITY, (real)-INFINITY));
    Tensor *odd_out = output("odd_out", SHAPE(3));
    EXPECT(Tensor *want = plain_map(x, relu));
    CALL(relu_kernel(out, x));
    check_tensor(out, want, "max(0, x) for every number");
    CALL(relu_kernel(odd_out, odd));
    MISTAKE_NUMBER(0, "NaN became 0: write the comparison so that NaN fails it, x < 0 ? 0 : x");
    check_number(isnan((double)odd_out->data[0]), 1, 0, "NaN in, NaN out");
    check_number((double)odd_out->data[1], INFINITY, 0, "infinity stays");
    check_number((double)odd_out->data[2], 0, 0, "-infinity becomes 0");
}

/* ---- 02.2 leaky_relu_row ------------------------------------------------------------------------------- */

TEST(leaky_relu_by_hand, .points = 3, .exercise = "02.2 leaky_relu_row", FILE_,
     .hints = HINTS("A positive number stays, a negative one is multiplied by the slope.",
                    "The slope is arg[0].", "out[i] = x[i] > 0 ? x[i] : arg[0] * x[i];"))
{
    Tensor *x = input("x", SHAPE(3), VALUES(-2, 0, 3)), *out = output("out", SHAPE(3));
    EXPECT(Tensor *want = values(SHAPE(3), VALUES((real)-0.2, 0, 3)));
    MISTAKE(values(SHAPE(3), VALUES(0, 0, 3)),
            "that is relu: a negative number is multiplied by the slope");
    MISTAKE(plain_map(x, leaky_everywhere), "every number was multiplied: the positive ones stay");
    MISTAKE(plain_map(x, leaky_turned),
            "the wrong side leaks: the negative numbers are multiplied");
    MISTAKE(plain_map(x, leaky_sign), "the sign is lost: slope * x is negative for a negative x");
    MISTAKE(plain_map(x, leaky_flat), "the slope itself was written: multiply x by it");
    MISTAKE(values(SHAPE(3), VALUES((real)-0.02, 0, 3)),
            "0.01 is usual, but the slope is given: arg[0]");
    CALL(leaky_relu_kernel(out, x, (real)0.1));
    check_tensor(out, want, "x > 0 ? x : slope * x");
}

TEST(leaky_relu_of_any_slope, .points = 5, .exercise = "02.2 leaky_relu_row", FILE_,
     .hints = HINTS("Use the slope you are given.", "arg points at one number: arg[0].",
                    "Slope 1 changes nothing."))
{
    Tensor *x = draw("x", SHAPE(4, 7)), *out = output("out", SHAPE(4, 7));
    Tensor *same = output("same", SHAPE(4, 7)), *two = output("two", SHAPE(4, 7));
    EXPECT(Tensor *unchanged = copy_of(x); Tensor *want = plain_map(x, leaky);
           Tensor *twice = copy_of(x);
           for (int i = 0; i < 28; i++) if (x->data[i] < 0) twice->data[i] *= 2);
    CALL(leaky_relu_kernel(out, x, (real)0.1));
    check_tensor(out, want, "slope 0.1");
    CALL(leaky_relu_kernel(same, x, 1));
    check_tensor(same, unchanged, "slope 1 changes nothing");
    CALL(leaky_relu_kernel(two, x, 2));
    check_tensor(two, twice, "slope 2 doubles the negative numbers (max(x, slope * x) would not)");
}

/* ---- 02.3 sigmoid_row ------------------------------------------------------------------------------------ */

TEST(sigmoid_by_hand, .points = 3, .exercise = "02.3 sigmoid_row", FILE_,
     .hints = HINTS("e to the minus x, one plus that, one over that.", "real_exp of vmath.h",
                    "out[i] = 1 / (1 + real_exp(-x[i]));"))
{
    Tensor *x = input("x", SHAPE(3), VALUES(0, (real)log(3), (real)-log(3)));
    Tensor *out = output("out", SHAPE(3));
    EXPECT(Tensor *want = values(SHAPE(3), VALUES((real)0.5, (real)0.75, (real)0.25)));
    MISTAKE(plain_map(x, sigmoid_turned), "the sign in the exponent is wrong: 1 / (1 + e^-x)");
    MISTAKE(plain_map(x, sigmoid_minus), "minus where a plus belongs: 1 / (1 + e^-x)");
    MISTAKE(plain_map(x, one_plus), "the reciprocal is missing: 1 / (1 + e^-x)");
    MISTAKE(plain_map(x, one_over), "the 1 in the denominator is missing: 1 / (1 + e^-x)");
    MISTAKE(plain_map(x, tanh), "that is tanh, which lies between -1 and 1");
    CALL(sigmoid_kernel(out, x));
    check_tensor(out, want, "1 / (1 + e^-x): 1/2, 1/(1 + 1/3), 1/(1 + 3)");
}

TEST(sigmoid_far_out, .points = 6, .exercise = "02.3 sigmoid_row", FILE_,
     .hints = HINTS("e^1000 is infinite. What becomes of that?",
                    "1 / infinity is 0, which is right; infinity / infinity is NaN.",
                    "Keep the exponential in the denominator only."))
{
    Tensor *x = draw_between("x", SHAPE(3, 5), -8, 8), *out = output("out", SHAPE(3, 5));
    Tensor *far = input("far", SHAPE(2), VALUES(1000, -1000)), *ends = output("ends", SHAPE(2));
    Tensor *nan = input("nan", SCALAR, VALUES((real)NAN)), *nan_out = draw("nan_out", SCALAR);
    may_change(nan_out);
    EXPECT(Tensor *want = plain_map(x, sigmoid));
    CALL(sigmoid_kernel(out, x));
    check_tensor(out, want, "1 / (1 + e^-x) for every number");
    EXPECT(Tensor *want_ends = values(SHAPE(2), VALUES(1, 0)));
    CALL(sigmoid_kernel(ends, far));
    MISTAKE_NUMBER(
        0, "NaN: e^1000 is infinite, and infinity / infinity is NaN. Write 1 / (1 + e^-x), not "
           "e^x / (1 + e^x)");
    check_number(isfinite((double)ends->data[0]) && isfinite((double)ends->data[1]), 1, 0,
                 "no number is too large for a sigmoid");
    check_tensor(ends, want_ends, "1000 gives 1, -1000 gives 0");
    CALL(sigmoid_kernel(nan_out, nan));
    check_number(isnan((double)*nan_out->data), 1, 0, "NaN in, NaN out");
}

/* ---- 02.4 tanh_row ------------------------------------------------------------------------------------------ */

TEST(tanh_by_hand, .points = 3, .exercise = "02.4 tanh_row", FILE_,
     .hints = HINTS("There is a function for it.", "real_tanh of vmath.h",
                    "out[i] = real_tanh(x[i]);"))
{
    Tensor *x = input("x", SHAPE(3), VALUES(0, (real)log(2), (real)-log(2)));
    Tensor *out = output("out", SHAPE(3));
    EXPECT(Tensor *want = values(SHAPE(3), VALUES(0, (real)0.6, (real)-0.6)));
    MISTAKE(plain_map(x, sigmoid), "that is the sigmoid, which lies between 0 and 1");
    MISTAKE(plain_map(x, tan), "tan is the tangent of an angle; tanh is asked for");
    MISTAKE(plain_map(x, atan), "atan is another squashing function; tanh is asked for");
    MISTAKE(values(SHAPE(3), VALUES(0, (real)-0.6, (real)0.6)),
            "the sign is turned: tanh of a positive number is positive");
    MISTAKE(plain_map(x, sinh), "sinh is only the numerator: divide by cosh, or use tanh");
    CALL(tanh_kernel(out, x));
    check_tensor(out, want, "(2 - 1/2) / (2 + 1/2) = 0.6");
}

TEST(tanh_far_out, .points = 4, .exercise = "02.4 tanh_row", FILE_,
     .hints = HINTS("e^1000 is infinite, and infinity / infinity is NaN.",
                    "real_tanh knows how to avoid that.", "Do not write the formula out."))
{
    Tensor *x = draw_transposed("x", SHAPE(4, 3)), *out = output("out", SHAPE(4, 3));
    Tensor *far = input("far", SHAPE(2), VALUES(1000, -1000)), *ends = output("ends", SHAPE(2));
    EXPECT(Tensor *want = plain_map(x, tanh));
    CALL(tanh_kernel(out, x));
    check_tensor(out, want, "tanh of every number");
    CALL(tanh_kernel(ends, far));
    MISTAKE_NUMBER(
        0, "NaN: (e^x - e^-x) / (e^x + e^-x) is infinity / infinity here. Use tanh of math.h");
    check_number(isfinite((double)ends->data[0]) && isfinite((double)ends->data[1]), 1, 0,
                 "no number is too large for tanh");
    check_tensor(ends, values(SHAPE(2), VALUES(1, -1)), "1000 gives 1, -1000 gives -1");
}

/* ---- 02.5 gelu_row ------------------------------------------------------------------------------------------- */

TEST(gelu_by_hand, .points = 4, .exercise = "02.5 gelu_row", FILE_,
     .hints =
         HINTS("x times the chance that a normal number is less than x.",
               "Phi(x) = (1 + erf(x / sqrt(2))) / 2",
               "out[i] = (real)0.5 * x[i] * (1 + real_erf((real)0.70710678118654752440 * x[i]));"))
{
    Tensor *x = input("x", SHAPE(3), VALUES(0, 1, -1)), *out = output("out", SHAPE(3));
    EXPECT(Tensor *want =
               values(SHAPE(3), VALUES(0, (real)0.841344746068543, (real)-0.158655253931457)));
    MISTAKE(plain_map(x, gelu_without_root), "erf of x: it must be erf of x / sqrt(2)");
    MISTAKE(plain_map(x, phi), "that is Phi(x) alone: multiply by x");
    MISTAKE(plain_map(x, gelu_doubled), "the half is missing: Phi is (1 + erf(...)) / 2");
    MISTAKE(plain_map(x, gelu_tanh),
            "that is the tanh approximation, 02.6; here the exact one is asked for");
    MISTAKE(plain_map(x, gelu_of_sigmoid),
            "that is the approximation by a sigmoid; the exact one has erf");
    MISTAKE(plain_map(x, relu), "that is relu");
    MISTAKE(plain_map(x, erf), "that is erf(x) alone");
    CALL(gelu_kernel(out, x));
    check_tensor(out, want, "x Phi(x): 1 * 0.841345, -1 * 0.158655");
}

TEST(gelu_of_any_number, .points = 5, .exercise = "02.5 gelu_row", FILE_,
     .hints = HINTS("Large positive numbers stay, large negative ones become 0.",
                    "Constants in full precision: 0.70710678118654752440, not 0.707.",
                    "Every number of the row."))
{
    Tensor *x = draw_between("x", SHAPE(3, 1, 7), -4, 4), *out = output("out", SHAPE(3, 1, 7));
    Tensor *far = input("far", SHAPE(2), VALUES(100, -100)), *ends = output("ends", SHAPE(2));
    EXPECT(Tensor *want = plain_map(x, gelu));
    MISTAKE(plain_map(x, gelu_tanh),
            "that is the tanh approximation, 02.6; here the exact one is asked for");
    CALL(gelu_kernel(out, x));
    check_tensor(out, want, "x Phi(x), with constants in full precision");
    CALL(gelu_kernel(ends, far));
    check_tensor(ends, values(SHAPE(2), VALUES(100, 0)), "far out gelu is relu");
}

/* ---- 02.6 gelu_tanh_row ---------------------------------------------------------------------------------------- */

TEST(gelu_tanh_by_hand, .points = 4, .exercise = "02.6 gelu_tanh_row", FILE_,
     .hints =
         HINTS("First the number inside of tanh, then the rest.",
               "inner = 0.79788456080286535588 * (x + 0.044715 * x * x * x)",
               "out[i] = x[i] / (1 + real_exp(-2 * inner)); or x[i] / 2 * (1 + real_tanh(inner))"))
{
    Tensor *x = input("x", SHAPE(3), VALUES(0, 1, -2)), *out = output("out", SHAPE(3));
    EXPECT(Tensor *want =
               values(SHAPE(3), VALUES(0, (real)0.841191990608276, (real)-0.045402305912225)));
    MISTAKE(plain_map(x, gelu),
            "that is the exact gelu, 02.5; here the approximation by tanh is asked for");
    MISTAKE(plain_map(x, gelu_tanh_square), "x squared where x cubed belongs");
    MISTAKE(plain_map(x, gelu_tanh_root), "2 / pi without its root: sqrt(2 / pi) = 0.797885");
    MISTAKE(plain_map(x, gelu_tanh_without_root), "the factor sqrt(2 / pi) is missing");
    MISTAKE(plain_map(x, gelu_tanh_doubled), "the half is missing: x / 2 (1 + tanh(...))");
    MISTAKE(plain_map(x, gelu_of_sigmoid),
            "that is the approximation by a sigmoid; the one by tanh is asked for");
    MISTAKE(plain_scaled(x, 0), "all zeros: 1 / 2 in whole numbers is 0; write 0.5");
    CALL(gelu_tanh_kernel(out, x));
    check_tensor(out, want, "x / 2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)))");
}

TEST(gelu_tanh_of_any_number, .points = 5, .exercise = "02.6 gelu_tanh_row", FILE_,
     .hints = HINTS("Constants in full precision.", "x * x * x, not pow with a float.",
                    "0.044715 and 0.79788456080286535588"))
{
    Tensor *x = draw_between("x", SHAPE(5, 4), -4, 4), *out = output("out", SHAPE(5, 4));
    Tensor *far = input("far", SHAPE(2), VALUES(100, -100)), *ends = output("ends", SHAPE(2));
    EXPECT(Tensor *want = plain_map(x, gelu_tanh));
    CALL(gelu_tanh_kernel(out, x));
    check_tensor(out, want, "GPT-2's gelu, with constants in full precision");
    CALL(gelu_tanh_kernel(ends, far));
    check_tensor(ends, values(SHAPE(2), VALUES(100, 0)), "far out gelu is relu");
}

/* ---- 02.7 silu_row ------------------------------------------------------------------------------------------------ */

TEST(silu_by_hand, .points = 3, .exercise = "02.7 silu_row", FILE_,
     .hints = HINTS("x times its sigmoid.", "x / (1 + e^-x)",
                    "out[i] = x[i] / (1 + real_exp(-x[i]));"))
{
    Tensor *x = input("x", SHAPE(3), VALUES(0, (real)log(3), (real)-log(3)));
    Tensor *out = output("out", SHAPE(3));
    EXPECT(Tensor *want =
               values(SHAPE(3), VALUES(0, (real)(0.75 * log(3)), (real)(-0.25 * log(3)))));
    MISTAKE(plain_map(x, sigmoid), "that is the sigmoid alone: multiply by x");
    MISTAKE(plain_map(x, silu_turned), "the sign in the exponent is wrong: x / (1 + e^-x)");
    MISTAKE(plain_map(x, gelu), "that is gelu; silu takes the sigmoid in place of Phi");
    MISTAKE(plain_map(x, gelu_of_sigmoid), "that is the sigmoid of 1.702 x; silu takes it of x");
    CALL(silu_kernel(out, x));
    check_tensor(out, want, "x / (1 + e^-x)");
}

TEST(silu_of_any_number, .points = 4, .exercise = "02.7 silu_row", FILE_,
     .hints = HINTS("Far to the left it is 0, far to the right x.",
                    "-1000 / (1 + infinity) is 0, as it should be.",
                    "Keep e^... in the denominator."))
{
    Tensor *x = draw_between("x", SHAPE(2, 9), -6, 6), *out = output("out", SHAPE(2, 9));
    Tensor *far = input("far", SHAPE(2), VALUES(1000, -1000)), *ends = output("ends", SHAPE(2));
    EXPECT(Tensor *want = plain_map(x, silu));
    CALL(silu_kernel(out, x));
    check_tensor(out, want, "x / (1 + e^-x) for every number");
    CALL(silu_kernel(ends, far));
    MISTAKE_NUMBER(0, "NaN: infinity / infinity. Keep e^... out of the numerator: x / (1 + e^-x)");
    check_number(isfinite((double)ends->data[0]) && isfinite((double)ends->data[1]), 1, 0,
                 "no number is too large for silu");
    check_tensor(ends, values(SHAPE(2), VALUES(1000, 0)), "1000 stays, -1000 becomes 0");
}
