/* params.c - 15.1: how high a step is, and which code 0 has. */
#include "draws.h"
#include "want.h"

TEST(three_numbers_around_0, .points = 1, .exercise = "15.1 quant_affine", .file = "quantize.c")
{
    real k = (real)draw_long("times", 2, 9);
    Tensor *x = input("x", SHAPE(3), VALUES(-3 * k, k / 2, 2 * k));
    Tensor *want = EXPECT(symmetric_want(x, 3, 8));
    QuantParams p = CALL(quant_symmetric(x->data, 3, 8));
    Tensor *params = four_of(p);
    check_tensor_within(params, want, 1e-6, "scale 3 k / 127, zero_point 0, codes -127 to 127");
}

TEST(the_largest_may_be_negative, .points = 3, .exercise = "15.1 quant_affine",
     .file = "quantize.c")
{
    long n = draw_long("n", 8, 20), k = draw_long("place", 0, 6);
    double largest = draw_double("largest", 40, 90);
    Tensor *x = draw_between("x", SHAPE(n), -30, 30);
    x->data[k] = (real)-largest;
    resealed(x);
    Tensor *want = EXPECT(symmetric_want(x, n, 8));
    QuantParams p = CALL(quant_symmetric(x->data, n, 8));
    Tensor *params = four_of(p);
    check_tensor_within(params, want, 1e-6, "the largest |x| gets the code of largest size");
    x->data[k] = (real)uniform(31, 38); /* of the others the largest is above 0, too */
    x->data[n - 1] = (real)largest;
    resealed(x);
    Tensor *want_above = EXPECT(symmetric_want(x, n, 8));
    QuantParams p_above = CALL(quant_symmetric(x->data, n, 8));
    Tensor *params_above = four_of(p_above);
    check_tensor_within(params_above, want_above, 1e-6,
                        "whether it is above 0 or below, first or last");
}

TEST(fewer_bits_around_0, .points = 2, .exercise = "15.1 quant_affine", .file = "quantize.c")
{
    long n = draw_long("n", 5, 20), bits = draw_long("bits", 3, 7);
    Tensor *x = draw_between("x", SHAPE(n), -90, 90);
    Tensor *want = EXPECT(symmetric_want(x, n, (int)bits));
    QuantParams p = CALL(quant_symmetric(x->data, n, (int)bits));
    Tensor *params = four_of(p);
    check_tensor_within(params, want, 1e-6, "codes from -(2^(bits-1) - 1) to 2^(bits-1) - 1");
}

TEST(zeros_and_nothing_at_all, .points = 2, .exercise = "15.1 quant_affine", .file = "quantize.c")
{
    long n = draw_long("n", 3, 9), bits = draw_long("bits", 4, 8), bad = draw_long("place", 0, 2);
    Tensor *x = draw_between("x", SHAPE(n), -90, 90), *zeros = draw("zeros", SHAPE(n));
    for (long i = 0; i < n; i++)
        zeros->data[i] = 0;
    resealed(zeros);
    Tensor *want = EXPECT(symmetric_want(x, n, (int)bits));
    QuantParams p = CALL(quant_symmetric(x->data, n, (int)bits));
    Tensor *params = four_of(p);
    check_tensor_within(params, want, 1e-6, "the largest |x| gets the largest code");
    Tensor *want_zeros = EXPECT(symmetric_want(zeros, n, (int)bits));
    QuantParams p_zeros = CALL(quant_symmetric(zeros->data, n, (int)bits));
    Tensor *params_of_zeros = four_of(p_zeros);
    check_tensor_within(params_of_zeros, want_zeros, 1e-6, "numbers that are all 0: scale 0");
    Tensor *want_nothing = EXPECT(symmetric_want(x, 0, (int)bits));
    QuantParams p_nothing = CALL(quant_symmetric(x->data, 0, (int)bits));
    Tensor *params_of_nothing = four_of(p_nothing);
    check_tensor_within(params_of_nothing, want_nothing, 1e-6, "of no numbers the scale is 0");
    zeros->data[bad] = (real)NAN;
    resealed(zeros);
    check_fails(quant_symmetric(zeros->data, n, (int)bits), "is nan",
                "what is not finite is refused: the given check says so");
}

/* ---- 15.1 ---------------------------------------------------------------------------------------------- */

TEST(from_minus_1_to_3, .points = 1, .exercise = "15.1 quant_affine", .file = "quantize.c")
{
    Tensor *x = input("x", SHAPE(3), VALUES(-1, 0, 3));
    Tensor *want = EXPECT(affine_want(x, 3, 8));
    QuantParams p = CALL(quant_affine(x->data, 3, 8));
    Tensor *params = four_of(p);
    check_tensor_within(params, want, 1e-6, "scale 4 / 255, zero_point -64, codes -128 to 127");
}

/* n numbers of which the least is -scale * below, and the largest scale * (steps - below); below has a rest of
 * `part`. */
static Tensor *draw_range(const char *name, long n, long steps, double scale, double below_0)
{
    Tensor *x = draw(name, SHAPE(n));
    for (long i = 0; i < n; i++)
        x->data[i] = (real)(scale * uniform(-0.9 * below_0, 0.9 * ((double)steps - below_0)));
    long k = below(2) == 0 ? 0 : n - 1; /* one end of the range comes first, the other last */
    x->data[k] = (real)(-scale * below_0);
    x->data[n - 1 - k] = (real)(scale * ((double)steps - below_0));
    resealed(x);
    return x;
}

TEST(a_range_on_both_sides, .points = 4, .exercise = "15.1 quant_affine", .file = "quantize.c")
{
    long n = draw_long("n", 5, 15);
    double scale = draw_double("scale", 0.3, 0.9);
    double up = (double)draw_long("a", 20, 100) - draw_double("b", 0.15, 0.4);
    Tensor *x = draw_range("x", n, 255, scale, up);
    Tensor *want = EXPECT(affine_want(x, n, 8));
    QuantParams p = CALL(quant_affine(x->data, n, 8));
    Tensor *params = four_of(p);
    check_tensor_within(params, want, 1e-6, "low has the code -128, 0 the code zero_point");
    double down = (double)draw_long("c", 150, 230) + draw_double("d", 0.15, 0.4);
    Tensor *y = draw_range("y", n, 255, scale, down);
    Tensor *want_y = EXPECT(affine_want(y, n, 8));
    QuantParams p_y = CALL(quant_affine(y->data, n, 8));
    Tensor *params_of_y = four_of(p_y);
    check_tensor_within(params_of_y, want_y, 1e-6, "zero_point is a whole number, the nearest one");
}

TEST(all_on_one_side_of_0, .points = 2, .exercise = "15.1 quant_affine", .file = "quantize.c")
{
    long n = draw_long("n", 5, 15);
    Tensor *x = draw_between("x", SHAPE(n), 40, 90), *y = draw_between("y", SHAPE(n), -90, -40);
    Tensor *want = EXPECT(affine_want(x, n, 8));
    QuantParams p = CALL(quant_affine(x->data, n, 8));
    Tensor *params = four_of(p);
    check_tensor_within(params, want, 1e-6, "0 belongs to the range: numbers above it");
    Tensor *want_y = EXPECT(affine_want(y, n, 8));
    QuantParams p_y = CALL(quant_affine(y->data, n, 8));
    Tensor *params_of_y = four_of(p_y);
    check_tensor_within(params_of_y, want_y, 1e-6, "0 belongs to the range: numbers below it");
}

TEST(a_range_in_fewer_bits, .points = 2, .exercise = "15.1 quant_affine", .file = "quantize.c")
{
    long n = draw_long("n", 5, 15), bits = draw_long("bits", 4, 7), steps = (1 << bits) - 1;
    double scale = draw_double("scale", 0.3, 0.9);
    double under = (double)draw_long("a", 2, steps - 3) + draw_double("b", 0.15, 0.4);
    Tensor *x = draw_range("x", n, steps, scale, under);
    Tensor *want = EXPECT(affine_want(x, n, (int)bits));
    QuantParams p = CALL(quant_affine(x->data, n, (int)bits));
    Tensor *params = four_of(p);
    check_tensor_within(params, want, 1e-6, "2^bits codes, with one step less between them");
}

TEST(a_range_of_nothing, .points = 1, .exercise = "15.1 quant_affine", .file = "quantize.c")
{
    long n = draw_long("n", 3, 9), bad = draw_long("place", 0, 2);
    double scale = draw_double("scale", 0.3, 0.9);
    double under = (double)draw_long("a", 20, 200) + draw_double("b", 0.15, 0.4);
    Tensor *x = draw_range("x", n, 255, scale, under), *zeros = draw("zeros", SHAPE(n));
    for (long i = 0; i < n; i++)
        zeros->data[i] = 0;
    resealed(zeros);
    Tensor *want = EXPECT(affine_want(x, n, 8));
    QuantParams p = CALL(quant_affine(x->data, n, 8));
    Tensor *params = four_of(p);
    check_tensor_within(params, want, 1e-6, "low has the code -128, 0 the code zero_point");
    Tensor *want_zeros = EXPECT(affine_want(zeros, n, 8));
    QuantParams p_zeros = CALL(quant_affine(zeros->data, n, 8));
    Tensor *params_of_zeros = four_of(p_zeros);
    check_tensor_within(params_of_zeros, want_zeros, 1e-6, "all 0: scale 0 and zero_point 0");
    x->data[bad] = (real)INFINITY;
    resealed(x);
    check_fails(quant_affine(x->data, n, 8), "is inf",
                "what is not finite is refused: the given check says so");
}
