/* answers.c - the questions of the lesson. */
#include "want.h"

TEST(a_quantile_by_hand, .points = 2, .exercise = "19.q quantile_90", .file = "answers.txt")
{
    double want = EXPECT(quantile_90_want());
    double quantile = answer("quantile_90");
    check_number(quantile, want, 1e-3, "");
}

TEST(three_against_three, .points = 1, .exercise = "19.q least_p", .file = "answers.txt")
{
    double want = EXPECT(least_p_want());
    double p = answer("least_p");
    check_number(p, want, 1e-4, "");
}

TEST(how_many_runs, .points = 2, .exercise = "19.q runs_per_side", .file = "answers.txt")
{
    double want = EXPECT(runs_per_side_want());
    double runs = answer("runs_per_side");
    check_number(runs, want, 1e-6, "");
}

TEST(twice_and_half, .points = 1, .exercise = "19.q speed_up", .file = "answers.txt")
{
    double want = EXPECT(speed_up_want());
    double factor = answer("speed_up");
    check_number(factor, want, 1e-3, "");
}

TEST(at_least_one_in_twenty, .points = 1, .exercise = "19.q false_alarm", .file = "answers.txt")
{
    double want = EXPECT(false_alarm_want());
    double chance = answer("false_alarm");
    check_number(chance, want, 6e-3, "");
}

TEST(how_sure_of_a_share, .points = 2, .exercise = "19.q margin_percent", .file = "answers.txt")
{
    double want = EXPECT(margin_percent_want());
    double margin = answer("margin_percent");
    check_number(margin, want, 6e-3, "");
}

TEST(none_slow_at_all, .points = 1, .exercise = "19.q queries", .file = "answers.txt")
{
    double want = EXPECT(queries_want_answer());
    double queries = answer("queries");
    check_number(queries, want, 1e-6, "");
}
