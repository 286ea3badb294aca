/* answers.c - the questions of the lesson. */
#include "want.h"

TEST(parameters_of_a_small_network, .points = 2, .exercise = "03.q mlp_parameters",
     .file = "answers.txt")
{
    double want = EXPECT(mlp_parameters_want());
    double parameters = answer("mlp_parameters");
    check_number(parameters, want, 1e-6, "");
}

TEST(work_of_a_layer, .points = 2, .exercise = "03.q linear_multiplications", .file = "answers.txt")
{
    double want = EXPECT(linear_multiplications_want());
    double multiplications = answer("linear_multiplications");
    check_number(multiplications, want, 1e-3, "");
}

TEST(bound_of_the_start, .points = 1, .exercise = "03.q largest_start", .file = "answers.txt")
{
    double want = EXPECT(largest_start_want());
    double bound = answer("largest_start");
    check_number(bound, want, 4e-5, "");
}

TEST(a_survivor_of_dropout, .points = 1, .exercise = "03.q survivor", .file = "answers.txt")
{
    double want = EXPECT(survivor_want());
    double survivor = answer("survivor");
    check_number(survivor, want, 1e-6, "");
}

TEST(what_is_left_after_ten, .points = 2, .exercise = "03.q faded", .file = "answers.txt")
{
    double want = EXPECT(faded_want());
    double faded = answer("faded");
    check_number(faded, want, 4e-5, "");
}
