/* answers.c - the questions of the lesson. */
#include "want.h"

QUESTION(a_quantile_by_hand, 19, quantile_90, 1e-3, .points = 2);
QUESTION(three_against_three, 19, least_p, 1e-4, .points = 1);
QUESTION(how_many_runs, 19, runs_per_side, 1e-6, .points = 2);
QUESTION(twice_and_half, 19, speed_up, 1e-3, .points = 1);
QUESTION(at_least_one_in_twenty, 19, false_alarm, 6e-3, .points = 1);
QUESTION(how_sure_of_a_share, 19, margin_percent, 6e-3, .points = 2);

TEST(none_slow_at_all, .points = 1, .exercise = "19.q queries", .file = "answers.txt")
{
    double want = EXPECT(queries_want_answer());
    double queries = answer("queries");
    check_number(queries, want, 1e-6, "");
}
