/* answers.c - the questions of the lesson. */
#include "want.h"

TEST(what_will_it_weigh, .points = 1, .exercise = "20.q artefact_bytes", .file = "answers.txt")
{
    double want = EXPECT(artefact_bytes_want());
    double bytes = answer("artefact_bytes");
    check_number(bytes, want, 1e-9, "");
}

TEST(what_it_weighed, .points = 1, .exercise = "20.q float_bytes", .file = "answers.txt")
{
    double want = EXPECT(float_bytes_want());
    double bytes = answer("float_bytes");
    check_number(bytes, want, 1e-9, "");
}

TEST(what_it_takes_to_run, .points = 1, .exercise = "20.q running_bytes", .file = "answers.txt")
{
    double want = EXPECT(running_bytes_want());
    double bytes = answer("running_bytes");
    check_number(bytes, want, 1e-9, "");
}

TEST(a_score_by_hand, .points = 1, .exercise = "20.q score", .file = "answers.txt")
{
    double want = EXPECT(score_by_hand_want());
    double score = answer("score");
    check_number(score, want, 5e-3, "");
}

TEST(how_much_worse_it_may_be, .points = 1, .exercise = "20.q most_bits", .file = "answers.txt")
{
    double want = EXPECT(most_bits_want());
    double bits = answer("most_bits");
    check_number(bits, want, 1e-6, "");
}

TEST(bits_of_a_text, .points = 1, .exercise = "20.q bits_per_byte", .file = "answers.txt")
{
    double want = EXPECT(bits_per_byte_want());
    double bits = answer("bits_per_byte");
    check_number(bits, want, 2e-3, "");
}

TEST(how_many_runs, .points = 1, .exercise = "20.q fewest_runs", .file = "answers.txt")
{
    double want = EXPECT(fewest_runs_want());
    double runs = answer("fewest_runs");
    check_number(runs, want, 1e-6, "");
}

TEST(twenty_tries, .points = 1, .exercise = "20.q lucky_percent", .file = "answers.txt")
{
    double want = EXPECT(lucky_percent_want());
    double percent = answer("lucky_percent");
    check_number(percent, want, 5e-3, "");
}
