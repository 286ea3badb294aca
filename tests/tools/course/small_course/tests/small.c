/* small.c - the tests of the small module. */
#include "want.h"

TEST(sum_by_hand, .points = 10, .exercise = "90.1 small_sum", .file = "counting.c")
{
    long want = EXPECT(sum_want(4));
    check_long(CALL(small_sum(4)), want, "1 + 2 + 3 + 4");
}

TEST(sum_of_nothing, .points = 10, .exercise = "90.1 small_sum", .file = "counting.c")
{
    long want = EXPECT(sum_want(0));
    check_long(CALL(small_sum(0)), want, "the sum of nothing is 0");
}

TEST(square_of_any, .points = 15, .exercise = "90.2 small_square", .file = "counting.c")
{
    long n = draw_long("n", 3, 9);

    long want = EXPECT(square_want(n));
    check_long(CALL(small_square(n)), want, "n times n");
}

TEST(larger_of_two, .points = 15, .exercise = "90.3 small_larger", .file = "counting.c")
{
    long want = EXPECT(larger_want(3, 5));
    check_long(CALL(small_larger(3, 5)), want, "5 is larger");
    long same = EXPECT(larger_want(5, 3));
    check_long(CALL(small_larger(5, 3)), same, "on either side");
}

TEST(ramp_of_any_length, .points = 20, .exercise = "90.4 small_ramp", .file = "ramps.c")
{
    long n = draw_long("n", 2, 6);

    Tensor *want = EXPECT(ramp_want(n));
    Tensor *ramp = CALL(small_ramp(n));
    check_tensor(ramp, want, "0, 1, ..., n - 1");
}

TEST(last_of_a_row, .points = 20, .exercise = "90.5 small_last", .file = "ramps.c")
{
    Tensor *row = input("row", SHAPE(3), VALUES(5, 6, 7));

    double want = EXPECT(last_want(row));
    check_number(CALL(small_last(row)), want, 0, "the last of three has index 2");
}
