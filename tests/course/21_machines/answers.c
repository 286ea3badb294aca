/* answers.c - the questions of the lesson. */
#include "want.h"

QUESTION(where_the_last_share_begins, 21, first_row, 1e-6, .points = 1);
QUESTION(a_loss_of_three_shares, 21, batch_loss, 1e-3, .points = 2);

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

QUESTION(how_long_that_takes, 21, milliseconds, 1e-3, .points = 2);
QUESTION(what_eight_ranks_gain, 21, speed_up, 5e-3, .points = 2);
QUESTION(what_failures_cost, 21, hours_lost, 1e-3, .points = 1);
