/* dot.c - 15.3: a product of codes. */
#include "draws.h"
#include "want.h"

static int8_t a[DOT_INT8_MAX], b[DOT_INT8_MAX];

TEST(codes_of_any_size, .points = 1, .exercise = "15.3 dot_int8", .file = "dot_int8.c")
{
    long n = draw_long("n", 20, 60);
    draw_codes("a", a, n, -127, 127);
    draw_codes("b", b, n, 20, 127);
    a[0] = b[0] = 127;
    long want = EXPECT(dot_want(a, b, n));
    long sum = CALL(dot_int8(a, b, n));
    check_long(sum, want, "n products, added up exactly");
}

TEST(extreme_codes, .points = 1, .exercise = "15.3 dot_int8", .file = "dot_int8.c")
{
    long n = draw_long("n", 40, 90);
    for (long i = 0; i < n; i++)
        a[i] = b[i] = -128;
    given("a, b", "%ld codes of -128", n);
    long want = EXPECT(dot_want(a, b, n));
    long sum = CALL(dot_int8(a, b, n));
    check_long(sum, want, "a product of two codes is up to 16,384");
    long k = draw_long("k", 1, n - 1);
    for (long i = 0; i < n; i++)
        b[i] = i < k ? 127 : -127;
    given("b", "%ld codes of 127, then -127", k);
    long want_signs = EXPECT(dot_want(a, b, n));
    long sum_of_signs = CALL(dot_int8(a, b, n));
    check_long(sum_of_signs, want_signs, "products have signs");
}

TEST(as_many_as_32_bits_hold, .points = 1, .exercise = "15.3 dot_int8", .file = "dot_int8.c")
{
    long n = draw_long("n", 120000, DOT_INT8_MAX);
    for (long i = 0; i < n; i++)
        a[i] = b[i] = 127;
    given("a, b", "%ld codes of 127", n);
    long want = EXPECT(dot_want(a, b, n));
    long sum = CALL(dot_int8(a, b, n));
    check_long(sum, want,
               "an int32_t holds 133,144 of the largest products, and each of them counts");
}

TEST(two_codes_and_none, .points = 1, .exercise = "15.3 dot_int8", .file = "dot_int8.c")
{
    draw_codes("a", a, 2, 90, 127);
    draw_codes("b", b, 2, 90, 127);
    long want = EXPECT(dot_want(a, b, 2));
    long sum = CALL(dot_int8(a, b, 2));
    check_long(sum, want, "two products");
    long want_none = EXPECT(dot_want(a, b, 0));
    long sum_of_none = CALL(dot_int8(a, b, 0));
    check_long(sum_of_none, want_none, "of no products the sum is 0");
}
