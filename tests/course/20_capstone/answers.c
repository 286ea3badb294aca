/* answers.c - the questions of the lesson. */
#include "want.h"

QUESTION(what_will_it_weigh, 20, artefact_bytes, 1e-9, .points = 1);
QUESTION(what_it_weighed, 20, float_bytes, 1e-9, .points = 1);
QUESTION(what_it_takes_to_run, 20, running_bytes, 1e-9, .points = 1);

TEST(a_score_by_hand, .points = 1, .exercise = "20.q score", .file = "answers.txt")
{
    double want = EXPECT(score_by_hand_want());
    double score = answer("score");
    check_number(score, want, 5e-3, "");
}

QUESTION(how_much_worse_it_may_be, 20, most_bits, 1e-6, .points = 1);
QUESTION(bits_of_a_text, 20, bits_per_byte, 2e-3, .points = 1);
QUESTION(how_many_runs, 20, fewest_runs, 1e-6, .points = 1);
QUESTION(twenty_tries, 20, lucky_percent, 5e-3, .points = 1);
