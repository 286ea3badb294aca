/* answers.c - the question of the small module. */
#include "want.h"

TEST(sum_to_100, .points = 10, .exercise = "90.q sum_to_100", .file = "answers.txt")
{
    double want = EXPECT(sum_to_100_want());
    double sum = answer("sum_to_100");
    check_number(sum, want, 1e-6, "");
}
