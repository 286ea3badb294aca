/* answers.c - the questions of the lesson. */
#include "want.h"

TEST(where_csr_is_smaller, .points = 2, .exercise = "16.q csr_percent", .file = "answers.txt")
{
    double want = EXPECT(csr_percent_want());
    double percent = answer("csr_percent");
    check_number(percent, want, 1e-3, "");
}

TEST(with_short_columns, .points = 1, .exercise = "16.q csr_short_percent", .file = "answers.txt")
{
    double want = EXPECT(csr_short_percent_want());
    double percent = answer("csr_short_percent");
    check_number(percent, want, 2e-2, "");
}

TEST(bytes_of_a_four, .points = 2, .exercise = "16.q bytes_of_four", .file = "answers.txt")
{
    double want = EXPECT(bytes_of_four_want());
    double bytes = answer("bytes_of_four");
    check_number(bytes, want, 1e-3, "");
}

TEST(a_rank_that_saves, .points = 2, .exercise = "16.q largest_rank", .file = "answers.txt")
{
    double want = EXPECT(largest_rank_want());
    double rank = answer("largest_rank");
    check_number(rank, want, 1e-6, "");
}

TEST(half_of_both_sides, .points = 1, .exercise = "16.q work_left", .file = "answers.txt")
{
    double want = EXPECT(work_left_want());
    double percent = answer("work_left");
    check_number(percent, want, 1e-3, "");
}

TEST(a_gradient_at_temperature_4, .points = 2, .exercise = "16.q soft_gradient",
     .file = "answers.txt")
{
    double want = EXPECT(soft_logit_want());
    double gradient = answer("soft_gradient");
    check_number(gradient, want, 1e-3, "");
}
