/* answers.c - the questions of the lesson. */
#include "want.h"

QUESTION(where_csr_is_smaller, 16, csr_percent, 1e-3, .points = 2);
QUESTION(with_short_columns, 16, csr_short_percent, 2e-2, .points = 1);
QUESTION(bytes_of_a_four, 16, bytes_of_four, 1e-3, .points = 2);
QUESTION(a_rank_that_saves, 16, largest_rank, 1e-6, .points = 2);
QUESTION(half_of_both_sides, 16, work_left, 1e-3, .points = 1);

TEST(a_gradient_at_temperature_4, .points = 2, .exercise = "16.q soft_gradient",
     .file = "answers.txt")
{
    double want = EXPECT(soft_logit_want());
    double gradient = answer("soft_gradient");
    check_number(gradient, want, 1e-3, "");
}
