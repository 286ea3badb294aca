/* small.c - the tests of the small module. */
#include "check.h"
#include "small.h"

TEST(sum_by_hand, .points = 10, .exercise = "90.1 small_sum", .file = "counting.c",
     .hints = HINTS("Add them up.", "A loop from 1 to n.", "sum += i;"))
{
    MISTAKE_NUMBER(6, "the last one is missing: i runs up to n");
    check_long(CALL(small_sum(4)), 10, "1 + 2 + 3 + 4");
}

TEST(sum_of_nothing, .points = 10, .exercise = "90.1 small_sum", .file = "counting.c",
     .hints = HINTS("Nothing to add."))
{
    check_long(CALL(small_sum(0)), 0, "the sum of nothing is 0");
}

TEST(square_of_any, .points = 15, .exercise = "90.2 small_square", .file = "counting.c",
     .hints = HINTS("n times n."))
{
    long n = draw_long("n", 3, 9);
    MISTAKE_NUMBER(2 * n, "doubled: a square is n times n");
    check_long(CALL(small_square(n)), n * n, "n times n");
}

TEST(larger_of_two, .points = 15, .exercise = "90.3 small_larger", .file = "counting.c",
     .hints = HINTS("Compare them."))
{
    MISTAKE_NUMBER(3, "the smaller one");
    check_long(CALL(small_larger(3, 5)), 5, "5 is larger");
    check_long(CALL(small_larger(5, 3)), 5, "on either side");
}

TEST(ramp_of_any_length, .points = 20, .exercise = "90.4 small_ramp", .file = "ramps.c",
     .hints = HINTS("tensor_new, and a loop."))
{
    long n = draw_long("n", 2, 6);
    EXPECT(Tensor *want = blank(SHAPE(n)); for (long i = 0; i < n; i++) want->data[i] = (real)i);
    Tensor *ramp = CALL(small_ramp(n));
    check_tensor(ramp, want, "0, 1, ..., n - 1");
}

TEST(last_of_a_row, .points = 20, .exercise = "90.5 small_last", .file = "ramps.c",
     .hints = HINTS("Its index is n - 1."))
{
    Tensor *row = input("row", SHAPE(3), VALUES(5, 6, 7));
    MISTAKE_NUMBER(5, "the first one");
    check_number(CALL(small_last(row)), 7, 0, "the last of three has index 2");
}

TEST(sum_to_100, .points = 10, .exercise = "90.q sum_to_100", .file = "answers.txt",
     .hints = HINTS("50 pairs of 101."))
{
    double sum = answer("sum_to_100");
    check_number(sum, 5050, 1e-6, "100 * 101 / 2");
}
