/* turns.c - 22.2: how far each position turns each pair. */
#include "want.h"

/* exp(log) and pow differ in the last digits, times the position. */
#define ANGLES (IS_DOUBLE ? 1e-8 : 2e-5)

TEST(angles_of_the_first_positions, .points = 5, .exercise = "22.2 rope_turns", .file = "turns.c")
{
    long T = draw_long("T", 2, 6), n = draw_long("n", 2, 5), D = 2 * n;
    Tensor *x = draw("x", SHAPE(2, T, D));
    RopeOptions o = {.pairs = ROPE_INTERLEAVED};

    Tensor *want = EXPECT(turns_want(x, o));
    Tensor *turns = CALL(rope_turns(x, o));
    check_tensor_within(turns, want, ANGLES,
                        "row t: cosines of t * 10000^(-i / n) for each pair i, then their sines");
}

TEST(from_a_start_by_another_base, .points = 4, .exercise = "22.2 rope_turns", .file = "turns.c")
{
    long T = draw_long("T", 2, 6), n = draw_long("n", 2, 5), D = 2 * n;
    Tensor *x = draw("x", SHAPE(T, D));
    RopeOptions o = {.pairs = ROPE_HALF,
                     .start = draw_long("start", 3, 40),
                     .base = draw_double("base", 50, 5000)};

    Tensor *want = EXPECT(turns_want(x, o));
    Tensor *turns = CALL(rope_turns(x, o));
    check_tensor_within(turns, want, ANGLES, "the first row stands at start, o.base is the base");
}

TEST(positions_that_are_given, .points = 5, .exercise = "22.2 rope_turns", .file = "turns.c")
{
    long T = draw_long("T", 2, 5), D = 2 * draw_long("n", 2, 4), B = draw_long("B", 2, 3);
    Tensor *x = draw("x", SHAPE(B, 3, T, D));
    IntTensor *all = draw_ids("all", SHAPE(T), 0, 50), *each = draw_ids("each", SHAPE(B, T), 0, 50);
    RopeOptions for_all = {.positions = all}, for_each = {.positions = each};

    Tensor *want = EXPECT(turns_want(x, for_all));
    Tensor *turns = CALL(rope_turns(x, for_all));
    check_tensor_within(turns, want, ANGLES, "row t stands at positions[t]");
    Tensor *want_each = EXPECT(turns_want(x, for_each));
    Tensor *turns_each = CALL(rope_turns(x, for_each));
    check_tensor_within(turns_each, want_each, ANGLES, "positions (B, T): turns (B, T, 2n)");
}

TEST(a_part_of_the_row, .points = 3, .exercise = "22.2 rope_turns", .file = "turns.c")
{
    long n = draw_long("n", 1, 4), D = 2 * n + draw_long("more", 1, 5);
    Tensor *x = draw("x", SHAPE(4, D));
    RopeOptions o = {.dims = 2 * n, .start = draw_long("start", 1, 9)};

    Tensor *want = EXPECT(turns_want(x, o));
    Tensor *turns = CALL(rope_turns(x, o));
    check_tensor_within(turns, want, ANGLES, "o.dims numbers turn, so n is half of that");
}

TEST(far_positions, .points = 2, .exercise = "22.2 rope_turns", .file = "turns.c")
{
    Tensor *x = draw("x", SHAPE(3, 2 * draw_long("n", 2, 4)));
    RopeOptions o = {.start = draw_long("start", 900000, 1000000)};

    Tensor *want = EXPECT(turns_want(x, o));
    Tensor *turns = CALL(rope_turns(x, o));
    check_tensor_within(turns, want, IS_DOUBLE ? 1e-6 : 2e-4,
                        "angles are computed in double: in float nothing is left of them here");
}

TEST(slower_for_longer_texts, .points = 3, .exercise = "22.2 rope_turns", .file = "turns.c")
{
    Tensor *x = draw("x", SHAPE(5, 2 * draw_long("n", 3, 6)));
    RopeOptions o = {.factor = draw_double("factor", 2, 4), .start = draw_long("start", 1, 9)};
    RopeOptions in_part = {.factor = draw_double("another factor", 2, 4),
                           .start = draw_long("another start", 1, 9),
                           .low_frequency_factor = 1,
                           .high_frequency_factor = 4,
                           .trained_context = draw_long("trained_context", 8, 40)};

    Tensor *want = EXPECT(turns_want(x, o));
    Tensor *turns = CALL(rope_turns(x, o));
    check_tensor_within(turns, want, ANGLES, "each frequency goes through rope_scaled");
    Tensor *want_part = EXPECT(turns_want(x, in_part));
    Tensor *turns_part = CALL(rope_turns(x, in_part));
    check_tensor_within(turns_part, want_part, ANGLES, "before it is multiplied by the position");
}
