/* heads.c - 12.12 and 12.13: one wide vector as H narrow ones, and back. */
#include "check.h"

/* heads[b][h][t][d] = x[b][t][h * D + d], element by element. */
static Tensor *split(const Tensor *x, long H)
{
    long B = x->shape[0], T = x->shape[1], D = x->shape[2] / H;
    Tensor *heads = blank(SHAPE(B, H, T, D));
    for (long i = 0; i < B * H * T * D; i++) {
        long d = i % D, t = i / D % T, h = i / D / T % H, b = i / D / T / H;
        heads->data[i] = (real)at(x, AT(b, t, h * D + d));
    }
    return heads;
}

/* Channels dealt out like cards: x[b][t][d * H + h]. */
static Tensor *dealt(const Tensor *x, long H)
{
    long B = x->shape[0], T = x->shape[1], D = x->shape[2] / H;
    return plain_transpose(plain_transpose(plain_reshape(x, SHAPE(B, T, D, H)), 2, 3), 1, 2);
}

static Tensor *merged(const Tensor *x)
{
    long B = x->shape[0], H = x->shape[1], T = x->shape[2], D = x->shape[3];
    Tensor *out = blank(SHAPE(B, T, H * D));
    for (long i = 0; i < B * T * H * D; i++) {
        long d = i % D, h = i / D % H, t = i / D / H % T, b = i / D / H / T;
        out->data[i] = (real)at(x, AT(b, h, t, d));
    }
    return out;
}

static void register_split_mistakes(const Tensor *x, long H)
{
#ifndef CHECK_RECORD
    long B = x->shape[0], T = x->shape[1], D = x->shape[2] / H;
    MISTAKE(plain_reshape(x, SHAPE(B, H, T, D)),
            "the heads were split without the transpose: a reshape straight to (B, H, T, D) gives "
            "head 0 "
            "the first tokens with all their channels, not all tokens with their first channels");
    MISTAKE_SHAPE(SHAPE(B, T, H, D),
                  "the transpose is missing: heads stand before time, (B, H, T, D)");
    MISTAKE_SHAPE(SHAPE(B, T, D, H), "H and D have changed places in the reshape: (B, T, H, D)");
    MISTAKE_SHAPE(SHAPE(B, D, T, H), "H and D have changed places in the reshape: (B, T, H, D)");
    MISTAKE_SHAPE(SHAPE(B, H, D, T),
                  "axes 1 and 2 are to be swapped: (B, T, H, D) -> (B, H, T, D)");
    MISTAKE(plain_transpose(plain_reshape(x, SHAPE(B, T, H, D)), 2, 3),
            "axes 2 and 3 were swapped, inside each token; it is axes 1 and 2, time and heads");
    MISTAKE(dealt(x, H), "the channels were dealt out one by one; a head owns D neighbours");
#else
    (void)x, (void)H;
#endif
}

/* ---- 12.12 split_heads ---------------------------------------------------------------------------------- */

TEST(three_tokens_and_two_heads_by_hand, .points = 2, .exercise = "12.12 split_heads",
     .file = "heads.c",
     .hints =
         HINTS("Cut the channels into H pieces, then bring the pieces in front of the time.",
               "tensor_reshape to (B, T, H, D), then tensor_transpose(..., 1, 2).",
               "tensor_transpose(tensor_reshape(x, SHAPE(B, T, num_heads, C / num_heads)), 1, 2)"))
{
    Tensor *x = input("x", SHAPE(1, 3, 6),
                      VALUES(0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 20, 21, 22, 23, 24, 25));
    EXPECT(Tensor *want = values(SHAPE(1, 2, 3, 3), VALUES(0, 1, 2, 10, 11, 12, 20, 21, 22, 3, 4, 5,
                                                           13, 14, 15, 23, 24, 25)));
    EXPECT(register_split_mistakes(x, 2););
    Tensor *heads = CALL(split_heads(x, 2));
    check_tensor_within(heads, want, 0, "head h has channels h*D to h*D + D - 1 of every token");
}

static Tensor *split_into_two(Tensor *const in[], void *context)
{
    (void)context;
    return split_heads(in[0], 2);
}

TEST(splitting_moves_no_number, .points = 3, .exercise = "12.12 split_heads", .file = "heads.c",
     .hints =
         HINTS("Reshape and transpose are views: they share the numbers of x.",
               "No tensor_new, no loops, no tensor_contiguous.",
               "tensor_transpose(tensor_reshape(x, SHAPE(B, T, num_heads, C / num_heads)), 1, 2)"))
{
    long H = draw_long("H", 2, 4), T = draw_long("T", 5, 7);
    Tensor *x = leaf(draw("x", SHAPE(2, T, 3 * H)));
    EXPECT(Tensor *want = split(x, H));
    EXPECT(register_split_mistakes(x, H););
    Tensor *heads = CALL(split_heads(x, H));
    check_tensor_within(heads, want, 0, "head h has channels h*D to h*D + D - 1 of every token");
    check_shares(heads, x, "both steps are views: nothing is copied");
    Tensor *small = leaf(draw("small", SHAPE(1, 3, 4)));
    check_gradients(split_into_two, NULL, "each number is passed on once, so is its gradient",
                    INPUTS(small));
}

/* ---- 12.13 merge_heads ------------------------------------------------------------------------------------ */

static void register_merge_mistakes(const Tensor *x)
{
#ifndef CHECK_RECORD
    long B = x->shape[0], H = x->shape[1], T = x->shape[2], D = x->shape[3];
    MISTAKE(plain_reshape(x, SHAPE(B, T, H * D)), "merged without the transpose back: a reshape "
                                                  "straight from (B, H, T, D) puts tokens of head "
                                                  "0 where the heads of one token belong");
    MISTAKE(plain_reshape(plain_transpose(plain_transpose(x, 1, 2), 2, 3), SHAPE(B, T, H * D)),
            "the channels were dealt out one by one; a head owns D neighbours");
    MISTAKE_SHAPE(SHAPE(B, T, H, D),
                  "the reshape is missing: glue the last two axes, (B, T, H * D)");
    MISTAKE_SHAPE(SHAPE(B, H, T * D),
                  "time is to stand before the heads: transpose axes 1 and 2 first");
    MISTAKE(plain_reshape(plain_transpose(x, 1, 2), SHAPE(B, H, T * D)),
            "the transpose is right, the shape is not: (B, T, H * D). Were the sizes read from x "
            "after it was overwritten? Then shape[1] is T and shape[2] is H");
    MISTAKE_SHAPE(SHAPE(B, H, D, T),
                  "axes 1 and 2 are to be swapped, then the last two glued together");
#else
    (void)x;
#endif
}

TEST(two_tokens_and_two_heads_by_hand, .points = 2, .exercise = "12.13 merge_heads",
     .file = "heads.c",
     .hints = HINTS("The steps of split_heads, backwards.",
                    "Transpose axes 1 and 2, then reshape to (B, T, H * D).",
                    "tensor_reshape(tensor_transpose(x, 1, 2), SHAPE(B, T, H * D))"))
{
    Tensor *x = input("x", SHAPE(1, 2, 2, 2), VALUES(1, 2, 5, 6, 3, 4, 7, 8));
    EXPECT(Tensor *want = values(SHAPE(1, 2, 4), VALUES(1, 2, 3, 4, 5, 6, 7, 8)));
    EXPECT(register_merge_mistakes(x););
    Tensor *merged_x = CALL(merge_heads(x));
    check_tensor_within(merged_x, want, 0,
                        "a token's heads side by side: [1, 2] and [3, 4] give 1 2 3 4");
}

static Tensor *merge_of(Tensor *const in[], void *context)
{
    (void)context;
    return merge_heads(in[0]);
}

TEST(merging_undoes_splitting, .points = 3, .exercise = "12.13 merge_heads", .file = "heads.c",
     .hints = HINTS("Sizes come from x->shape: B, H, T, D in that order.",
                    "After the transpose the shape is (B, T, H, D).",
                    "tensor_reshape(tensor_transpose(x, 1, 2), SHAPE(B, T, H * D))"))
{
    Tensor *x = leaf(draw_transposed("x", SHAPE(2, 3, 5, 4)));
    EXPECT(Tensor *want = merged(x));
    EXPECT(register_merge_mistakes(x););
    Tensor *merged_x = CALL(merge_heads(x));
    check_tensor_within(merged_x, want, 0, "y[b][t][h*D + d] = x[b][h][t][d]");
    Tensor *small = leaf(draw("small", SHAPE(1, 2, 3, 2)));
    check_gradients(merge_of, NULL, "each number is passed on once, so is its gradient",
                    INPUTS(small));
}
