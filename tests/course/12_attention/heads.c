/* heads.c - 12.5: one wide vector as H narrow ones, and back. */
#include "want.h"

/* ---- cut ----------------------------------------------------------------------------------------- */

TEST(three_tokens_and_two_heads_by_hand, .points = 2, .exercise = "12.5 split_heads",
     .file = "heads.c")
{
    Tensor *x = input("x", SHAPE(1, 3, 8),
                      VALUES(0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, 17, 20, 21, 22, 23,
                             24, 25, 26, 27));

    Tensor *want = EXPECT(split_want(x, 2));
    Tensor *heads = CALL(split_heads(x, 2));
    check_tensor_within(heads, want, 0, "head h has channels h*D to h*D + D - 1 of every token");
}

static Tensor *split_into_two(Tensor *const in[], void *context)
{
    (void)context;
    return split_heads(in[0], 2);
}

TEST(splitting_moves_no_number, .points = 5, .exercise = "12.5 split_heads", .file = "heads.c")
{
    long H = draw_long("H", 2, 4), T = draw_long("T", 5, 7);
    Tensor *x = leaf(draw("x", SHAPE(2, T, 8 * H))), *small = leaf(draw("small", SHAPE(1, 3, 4)));

    Tensor *want = EXPECT(split_want(x, H));
    Tensor *heads = CALL(split_heads(x, H));
    check_tensor_within(heads, want, 0, "head h has channels h*D to h*D + D - 1 of every token");
    check_shares(heads, x, "both steps are views: nothing is copied");
    check_gradients(split_into_two, NULL, "each number is passed on once, so is its gradient",
                    INPUTS(small));
}

/* ---- and side by side again ---------------------------------------------------------------------- */

TEST(three_tokens_and_two_heads_side_by_side, .points = 1, .exercise = "12.5 split_heads",
     .file = "heads.c")
{
    Tensor *x = draw("x", SHAPE(1, 2, 3, 2));

    Tensor *want = EXPECT(merged_want(x));
    Tensor *merged = CALL(merge_heads(x));
    check_tensor_within(merged, want, 0, "a token's heads side by side");
}

static Tensor *merge_of(Tensor *const in[], void *context)
{
    (void)context;
    return merge_heads(in[0]);
}

TEST(merging_undoes_splitting, .points = 4, .exercise = "12.5 split_heads", .file = "heads.c")
{
    Tensor *x = leaf(draw_transposed("x", SHAPE(2, 3, 5, 4)));
    Tensor *small = leaf(draw("small", SHAPE(1, 2, 3, 2)));

    Tensor *want = EXPECT(merged_want(x));
    Tensor *merged = CALL(merge_heads(x));
    check_tensor_within(merged, want, 0, "y[b][t][h*D + d] = x[b][h][t][d]");
    check_gradients(merge_of, NULL, "each number is passed on once, so is its gradient",
                    INPUTS(small));
}
