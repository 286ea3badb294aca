/* answers.c - the questions of the lesson. */
#include "want.h"

TEST(sigmoid_in_the_middle, .points = 1, .exercise = "02.q sigmoid_at_0", .file = "answers.txt")
{
    double want = EXPECT(sigmoid_at_0_want());
    double y = answer("sigmoid_at_0");
    check_number(y, want, 1e-6, "");
}

TEST(slope_of_the_sigmoid, .points = 1, .exercise = "02.q sigmoid_slope_at_0",
     .file = "answers.txt")
{
    double want = EXPECT(sigmoid_slope_at_0_want());
    double slope = answer("sigmoid_slope_at_0");
    check_number(slope, want, 1e-4, "");
}

TEST(softmax_of_four_equals, .points = 1, .exercise = "02.q softmax_of_equals",
     .file = "answers.txt")
{
    double want = EXPECT(softmax_of_equals_want());
    double y = answer("softmax_of_equals");
    check_number(y, want, 1e-6, "");
}

TEST(softmax_does_not_see_shifts, .points = 1, .exercise = "02.q softmax_shifted",
     .file = "answers.txt")
{
    double want = EXPECT(softmax_shifted_want());
    double y = answer("softmax_shifted");
    check_number(y, want, 1e-4, "");
}

TEST(where_exp_overflows, .points = 1, .exercise = "02.q exp_overflow", .file = "answers.txt")
{
    double want = EXPECT(exp_overflow_want());
    double x = answer("exp_overflow");
    check_number(x, want, 1e-6, "");
}
