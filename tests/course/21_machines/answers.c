/* answers.c - the questions of the lesson. */
#include "want.h"

TEST(where_the_last_share_begins, .points = 1, .exercise = "21.q first_row", .file = "answers.txt")
{
    double want = EXPECT(first_row_want());
    double row = answer("first_row");
    check_number(row, want, 1e-6, "");
}

TEST(a_loss_of_three_shares, .points = 2, .exercise = "21.q batch_loss", .file = "answers.txt")
{
    double want = EXPECT(batch_loss_want());
    double loss = answer("batch_loss");
    check_number(loss, want, 1e-3, "");
}

TEST(what_a_rank_sends, .points = 2, .exercise = "21.q rank_bytes", .file = "answers.txt")
{
    for (int models = 0; models < 4; models++) {
        long N = draw_long("N", 6, 64), P = draw_long("P", 1000, 9999999);
        double want = EXPECT(rank_bytes_want(N, P));
        double bytes =
            answer_formula("rank_bytes", 2, (const Letter[]){{'N', (double)N}, {'P', (double)P}});
        check_number(bytes, want, 1e-9, "");
    }
}

TEST(how_long_that_takes, .points = 2, .exercise = "21.q milliseconds", .file = "answers.txt")
{
    double want = EXPECT(milliseconds_want());
    double time = answer("milliseconds");
    check_number(time, want, 1e-3, "");
}

TEST(what_eight_ranks_gain, .points = 2, .exercise = "21.q speed_up", .file = "answers.txt")
{
    double want = EXPECT(speed_up_want());
    double times = answer("speed_up");
    check_number(times, want, 5e-3, "");
}

TEST(what_failures_cost, .points = 1, .exercise = "21.q hours_lost", .file = "answers.txt")
{
    double want = EXPECT(hours_lost_want());
    double hours = answer("hours_lost");
    check_number(hours, want, 1e-3, "");
}
