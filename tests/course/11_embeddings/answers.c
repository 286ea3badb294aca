/* answers.c - the questions of the lesson. */
#include "want.h"

TEST(bytes_of_the_token_table, .points = 1, .exercise = "11.q table_bytes", .file = "answers.txt")
{
    double want = EXPECT(table_bytes_want());
    double bytes = answer("table_bytes");
    check_number(bytes, want, 1e-3, "");
}

TEST(what_one_hot_costs, .points = 2, .exercise = "11.q one_hot_multiplications",
     .file = "answers.txt")
{
    double want = EXPECT(one_hot_multiplications_want());
    double multiplications = answer("one_hot_multiplications");
    check_number(multiplications, want, 1e-3, "");
}

TEST(gradient_of_a_repeated_row, .points = 2, .exercise = "11.q gradient_of_row_5",
     .file = "answers.txt")
{
    double want = EXPECT(gradient_of_row_5_want());
    double gradient = answer("gradient_of_row_5");
    check_number(gradient, want, 1e-6, "");
}

TEST(how_much_of_it_is_zero, .points = 1, .exercise = "11.q nonzero_gradients",
     .file = "answers.txt")
{
    double want = EXPECT(nonzero_gradients_want());
    double nonzero = answer("nonzero_gradients");
    check_number(nonzero, want, 1e-6, "");
}

TEST(the_slowest_hand_of_the_clock, .points = 1, .exercise = "11.q slowest_turn",
     .file = "answers.txt")
{
    double want = EXPECT(slowest_turn_want());
    double steps = answer("slowest_turn");
    check_number(steps, want, 5e-3, "");
}
