/* answers.c - the questions of the lesson. */
#include "want.h"

TEST(a_rate_half_way_down, .points = 2, .exercise = "08.q cosine_half_way", .file = "answers.txt")
{
    double want = EXPECT(half_way_want());
    double rate = answer("cosine_half_way");
    check_number(rate, want, 1e-6, "");
}

TEST(a_small_last_batch, .points = 2, .exercise = "08.q held_out_loss", .file = "answers.txt")
{
    double want = EXPECT(held_out_loss_want());
    double loss = answer("held_out_loss");
    check_number(loss, want, 1e-3, "");
}

TEST(a_sum_in_place_of_a_mean, .points = 2, .exercise = "08.q forgotten_mean",
     .file = "answers.txt")
{
    double want = EXPECT(forgotten_mean_want());
    double w = answer("forgotten_mean");
    check_number(w, want, 1e-3, "");
}

TEST(a_file_to_go_on_from, .points = 2, .exercise = "08.q checkpoint_bytes", .file = "answers.txt")
{
    double want = EXPECT(checkpoint_bytes_want());
    double bytes = answer("checkpoint_bytes");
    check_number(bytes, want, 1e-3, "");
}

TEST(how_many_steps, .points = 2, .exercise = "08.q steps_per_epoch", .file = "answers.txt")
{
    double want = EXPECT(steps_per_epoch_want());
    double steps = answer("steps_per_epoch");
    check_number(steps, want, 1e-6, "");
}
