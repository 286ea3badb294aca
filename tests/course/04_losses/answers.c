/* answers.c - the questions of the lesson. */
#include "want.h"

TEST(loss_of_a_guess, .points = 2, .exercise = "04.q loss_of_a_guess", .file = "answers.txt")
{
    double want = EXPECT(loss_of_a_guess_want());
    double loss = answer("loss_of_a_guess");
    check_number(loss, want, 1e-3, "");
}

TEST(largest_exponent_of_float, .points = 2, .exercise = "04.q largest_logit",
     .file = "answers.txt")
{
    double want = EXPECT(largest_logit_want());
    double x = answer("largest_logit");
    check_number(x, want, 1e-6, "");
}

TEST(floor_of_the_smoothed_loss, .points = 2, .exercise = "04.q smoothed_floor",
     .file = "answers.txt")
{
    double want = EXPECT(smoothed_floor_want());
    double loss = answer("smoothed_floor");
    check_number(loss, want, 1e-3, "");
}

TEST(mean_with_padding, .points = 2, .exercise = "04.q padded_mean", .file = "answers.txt")
{
    double want = EXPECT(padded_mean_want());
    double mean = answer("padded_mean");
    check_number(mean, want, 1e-6, "");
}

TEST(bytes_of_the_logits, .points = 2, .exercise = "04.q logits_bytes", .file = "answers.txt")
{
    double want = EXPECT(logits_bytes_want());
    double bytes = answer("logits_bytes");
    check_number(bytes, want, 1e-3, "");
}
