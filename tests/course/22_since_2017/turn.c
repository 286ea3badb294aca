/* turn.c - 22.3: rows, turned. */
#include "want.h"

#define ANGLES (IS_DOUBLE ? 1e-8 : 2e-5)

TEST(neighbours_turn_together, .points = 5, .exercise = "22.3 composed_rope", .file = "turn.c")
{
    long T = draw_long("T", 2, 5), D = 2 * draw_long("n", 2, 4);
    Tensor *x = draw("x", SHAPE(2, 3, T, D));
    RopeOptions o = {.pairs = ROPE_INTERLEAVED, .start = draw_long("start", 1, 9)};

    Tensor *want = EXPECT(turned_want(x, o));
    Tensor *y = CALL(composed_rope(x, o));
    check_tensor_within(y, want, ANGLES, "numbers 2i and 2i + 1 turn together");
}

TEST(halves_turn_together, .points = 4, .exercise = "22.3 composed_rope", .file = "turn.c")
{
    long T = draw_long("T", 2, 5), D = 2 * draw_long("n", 2, 4);
    Tensor *x = draw("x", SHAPE(2, T, D));
    RopeOptions o = {.pairs = ROPE_HALF, .start = draw_long("start", 1, 9)};

    Tensor *want = EXPECT(turned_want(x, o));
    Tensor *y = CALL(composed_rope(x, o));
    check_tensor_within(y, want, ANGLES, "ROPE_HALF: numbers i and i + n turn together");
}

TEST(what_does_not_turn, .points = 4, .exercise = "22.3 composed_rope", .file = "turn.c")
{
    long n = draw_long("n", 1, 3), D = 2 * n + draw_long("more", 1, 4), T = draw_long("T", 1, 4);
    Tensor *x = draw_transposed("x", SHAPE(2, T, D));
    RopeOptions halves = {.pairs = ROPE_HALF, .dims = 2 * n, .start = draw_long("start", 1, 9)};
    RopeOptions neighbours = {.dims = 2 * n, .start = draw_long("another start", 1, 9)};

    Tensor *want = EXPECT(turned_want(x, halves));
    Tensor *y = CALL(composed_rope(x, halves));
    check_tensor_within(y, want, ANGLES, "what stands behind the pairs stays, and where it was");
    Tensor *want2 = EXPECT(turned_want(x, neighbours));
    Tensor *y2 = CALL(composed_rope(x, neighbours));
    check_tensor_within(y2, want2, ANGLES, "with neighbours, too");
}

TEST(each_text_has_its_own_positions, .points = 4, .exercise = "22.3 composed_rope",
     .file = "turn.c")
{
    long B = draw_long("B", 2, 3), T = draw_long("T", 2, 4), D = 2 * draw_long("n", 1, 3);
    Tensor *x = draw("x", SHAPE(B, 2, T, D)), *flat = draw("flat", SHAPE(B, T, D));
    IntTensor *places = draw_ids("places", SHAPE(B, T), 0, 40);
    RopeOptions o = {.positions = places}, half = {.positions = places, .pairs = ROPE_HALF};

    Tensor *want = EXPECT(turned_want(x, o));
    Tensor *y = CALL(composed_rope(x, o));
    check_tensor_within(y, want, ANGLES, "turns (B, T, 2n) are the same for all heads of a text");
    Tensor *want_flat = EXPECT(turned_want(flat, half));
    Tensor *y_flat = CALL(composed_rope(flat, half));
    check_tensor_within(y_flat, want_flat, ANGLES, "and fit x (B, T, D) as they are");
}

static Tensor *turned_by(Tensor *const in[], void *options)
{
    return composed_rope(in[0], *(RopeOptions *)options);
}

TEST(a_gradient_turns_back, .points = 3, .exercise = "22.3 composed_rope", .file = "turn.c")
{
    Tensor *x = leaf(draw("x", SHAPE(2, 3, 5)));
    RopeOptions o = {.dims = 4, .start = draw_long("start", 1, 9)};
    RopeOptions half = {.dims = 2, .pairs = ROPE_HALF, .start = draw_long("another start", 1, 9)};

    check_gradients(turned_by, &o, "each number of x is in two of y, by its cosine and its sine",
                    INPUTS(x));
    check_gradients(turned_by, &half, "the same where halves turn", INPUTS(x));
}
