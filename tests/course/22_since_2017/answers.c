/* answers.c - the questions of the lesson. */
#include "want.h"

TEST(a_row_behind_the_norm, .points = 1, .exercise = "22.q normed", .file = "answers.txt")
{
    double want = EXPECT(normed_want());
    double second = answer("normed");
    check_number(second, want, 1e-3, "");
}

TEST(how_far_a_pair_turns, .points = 2, .exercise = "22.q angle", .file = "answers.txt")
{
    double want = EXPECT(angle_want());
    double angle = answer("angle");
    check_number(angle, want, 1e-3, "");
}

TEST(as_many_weights, .points = 1, .exercise = "22.q gate_width", .file = "answers.txt")
{
    double want = EXPECT(gate_width_want());
    double width = answer("gate_width");
    check_number(width, want, 1e-6, "");
}

TEST(what_a_token_costs, .points = 2, .exercise = "22.q token_bytes", .file = "answers.txt")
{
    double want = EXPECT(token_bytes_want());
    double bytes = answer("token_bytes");
    check_number(bytes, want, 1e-6, "");
}

TEST(how_many_texts, .points = 2, .exercise = "22.q texts", .file = "answers.txt")
{
    double want = EXPECT(texts_want());
    double texts = answer("texts");
    check_number(texts, want, 1e-6, "");
}
