/* range.c - the tests of module 90. */
#include "want.h"

TEST(range_by_hand, .points = 2, .exercise = "90.1 range_of", .file = "range.c")
{
    Tensor *x = input("x", SHAPE(3), VALUES(5, 2, 9));

    double want = EXPECT(range_want(x));
    check_number(CALL(range_of(x)), want, 0, "9 less 2");
}

TEST(range_of_any_row, .points = 68, .exercise = "90.1 range_of", .file = "range.c")
{
    Tensor *x = draw_between("x", SHAPE(draw_long("n", 2, 9)), 3, 8);

    double want = EXPECT(range_want(x));
    check_number(CALL(range_of(x)), want, 1e-6, "the greatest less the least");
}

TEST(range_of_one_number, .points = 30, .exercise = "90.1 range_of", .file = "range.c")
{
    Tensor *x = draw_between("x", SHAPE(1), -8, -3);

    double want = EXPECT(range_want(x));
    check_number(CALL(range_of(x)), want, 0, "one number reaches nowhere");
}
