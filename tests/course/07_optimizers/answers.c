/* answers.c - the questions of the lesson. */
#include "want.h"

TEST(bytes_of_the_moments, .points = 2, .exercise = "07.q adam_state_bytes", .file = "answers.txt")
{
    double want = EXPECT(adam_state_bytes_want());
    double bytes = answer("adam_state_bytes");
    check_number(bytes, want, 1e-3, "");
}

TEST(where_the_velocity_ends, .points = 2, .exercise = "07.q velocity_limit", .file = "answers.txt")
{
    double want = EXPECT(velocity_limit_want());
    double limit = answer("velocity_limit");
    check_number(limit, want, 1e-3, "");
}

TEST(how_far_adam_goes_first, .points = 2, .exercise = "07.q first_adam_step",
     .file = "answers.txt")
{
    double want = EXPECT(first_adam_step_want());
    double step = answer("first_adam_step");
    check_number(step, want, 1e-6, "");
}

TEST(when_descent_diverges, .points = 2, .exercise = "07.q largest_lr", .file = "answers.txt")
{
    double want = EXPECT(largest_lr_want());
    double lr = answer("largest_lr");
    check_number(lr, want, 1e-5, "");
}

TEST(gradients_never_cleared, .points = 2, .exercise = "07.q forgotten_zero_grad",
     .file = "answers.txt")
{
    double want = EXPECT(forgotten_zero_grad_want());
    double w = answer("forgotten_zero_grad");
    check_number(w, want, 1e-3, "");
}
