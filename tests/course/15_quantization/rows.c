/* rows.c - 15.2: numbers to codes. */
#include "draws.h"
#include "want.h"

TEST(half_a_unit_a_step, .points = 1, .exercise = "15.2 quantize_row", .file = "quantize.c")
{
    QuantParams p = {(float)0.5, 3, -128, 127};
    int8_t q[5] = {UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED};
    Tensor *x = input("x", SHAPE(4), VALUES((real)1.1, (real)-0.9, 1000, 0));
    given_params("p", p);
    Tensor *want = EXPECT(codes_want(x, p));
    CALL(quantize_row(q, x->data, 4, p));
    Tensor *codes = codes_of(q, 4);
    check_tensor_within(codes, want, 0, "5, 1, 127, and 3 for 0");
}

TEST(to_the_nearest_code, .points = 4, .exercise = "15.2 quantize_row", .file = "quantize.c")
{
    long n = draw_long("n", 20, 40), most = draw_long("quant_max", 60, 127);
    QuantParams p = {(float)draw_scale(), 0, (int)-most, (int)most};
    int8_t q[MOST];
    untouched(q, sizeof q);
    Tensor *x = draw_steps("x", n, (double)p.scale, most);
    given_params("p", p);
    Tensor *want = EXPECT(codes_want(x, p));
    CALL(quantize_row(q, x->data, n, p));
    Tensor *codes = codes_of(q, n);
    check_tensor_within(codes, want, 0,
                        "x / scale to the nearest whole number, on both sides of 0");
}

TEST(beyond_the_last_code, .points = 3, .exercise = "15.2 quantize_row", .file = "quantize.c")
{
    long n = draw_long("n", 20, 40), most = draw_long("quant_max", 20, 100);
    QuantParams p = {(float)draw_scale(), 0, (int)-most, (int)most};
    int8_t q[MOST];
    untouched(q, sizeof q);
    Tensor *x = draw_steps("x", n, (double)p.scale, 400);
    given_params("p", p);
    Tensor *want = EXPECT(codes_want(x, p));
    CALL(quantize_row(q, x->data, n, p));
    Tensor *codes = codes_of(q, n);
    check_tensor_within(codes, want, 0, "quant_min and quant_max are the last codes of their side");
    Tensor *y = draw_between("y", SHAPE(4), 1e11, 1e12);
    y->data[1] = -y->data[1], y->data[2] = -y->data[2];
    resealed(y);
    Tensor *want_y = EXPECT(far_codes_want(y, p));
    CALL(quantize_row(q, y->data, 4, p));
    Tensor *codes_of_y = codes_of(q, 3);
    check_tensor_within(codes_of_y, want_y, 0, "however far from 0 a number is");
}

TEST(zero_is_somewhere_else, .points = 2, .exercise = "15.2 quantize_row", .file = "quantize.c")
{
    long n = draw_long("n", 20, 40), zero = draw_long("size", 30, 100);
    QuantParams p = {(float)draw_scale(), (int)(sign() * zero), -128, 127};
    int8_t q[MOST];
    untouched(q, sizeof q);
    Tensor *x = draw_steps("x", n, (double)p.scale, 210);
    x->data[0] = 0;
    resealed(x);
    given_params("p", p);
    Tensor *want = EXPECT(codes_want(x, p));
    CALL(quantize_row(q, x->data, n, p));
    Tensor *codes = codes_of(q, n);
    check_tensor_within(codes, want, 0, "0 has the code zero_point, and the limits are of the sum");
}

TEST(nothing_but_zeros, .points = 1, .exercise = "15.2 quantize_row", .file = "quantize.c")
{
    long n = draw_long("n", 3, 9);
    QuantParams p = {(float)draw_scale(), 0, -127, 127};
    QuantParams none = {0, (int)(sign() * draw_long("zero_point", 5, 90)), -128, 127};
    int8_t q[MOST];
    untouched(q, sizeof q);
    Tensor *x = draw_steps("x", n, (double)p.scale, 127), *zeros = draw("zeros", SHAPE(n));
    for (long i = 0; i < n; i++)
        zeros->data[i] = 0;
    resealed(zeros);
    given_params("p", p);
    given_params("none", none);
    Tensor *want = EXPECT(codes_want(x, p));
    CALL(quantize_row(q, x->data, n, p));
    Tensor *codes = codes_of(q, n);
    check_tensor_within(codes, want, 0, "x / scale to the nearest whole number");
    Tensor *want_zeros = EXPECT(codes_want(zeros, none));
    CALL(quantize_row(q, zeros->data, n, none));
    Tensor *codes_of_zeros = codes_of(q, n);
    check_tensor_within(codes_of_zeros, want_zeros, 0,
                        "where the scale is 0 all codes are zero_point");
    QuantParams tiny = none;
    tiny.scale = 1e-39F;
    given_params("tiny", tiny);
    Tensor *want_tiny = EXPECT(codes_want(zeros, tiny));
    CALL(quantize_row(q, zeros->data, n, tiny));
    Tensor *codes_of_tiny = codes_of(q, n);
    check_tensor_within(codes_of_tiny, want_tiny, 0, "0 has the code zero_point at any scale");
}
