/* masks.c - 12.2: masks as data. */
#include "draws.h"
#include "want.h"

/* ---- causal -------------------------------------------------------------------------------------- */

TEST(three_tokens_see_the_past_and_themselves, .points = 1, .exercise = "12.2 mask_causal",
     .file = "mask.c")
{
    Tensor *want = EXPECT(causal_want(3));
    Tensor *mask = CALL(mask_causal(3));
    check_tensor_within(mask, want, 0, "key j is allowed if j <= i");
}

TEST(any_length_down_to_none, .points = 1, .exercise = "12.2 mask_causal", .file = "mask.c")
{
    long T = draw_long("T", 4, 12);

    Tensor *want = EXPECT(causal_want(T));
    Tensor *mask = CALL(mask_causal(T));
    check_tensor_within(mask, want, 0, "key j is allowed if j <= i");
    Tensor *one = EXPECT(causal_want(1));
    Tensor *mask_of_one = CALL(mask_causal(1));
    check_tensor_within(mask_of_one, one, 0, "a single token sees itself");
    Tensor *none = EXPECT(blank(SHAPE(0, 0)));
    Tensor *mask_of_none = CALL(mask_causal(0));
    check_tensor_within(mask_of_none, none, 0, "no tokens: a (0, 0) mask, no mistake");
    check_text(mask->name, "causal mask", "drawings and messages show its name");
}

/* ---- padding ------------------------------------------------------------------------------------- */

TEST(two_sequences_of_different_length, .points = 1, .exercise = "12.2 mask_causal",
     .file = "mask.c")
{
    long T = draw_long("T", 4, 9);
    IntTensor *lengths = input_ids("lengths", SHAPE(2), IDS(1, (int)draw_long("length", 2, T - 1)));

    Tensor *want = EXPECT(padding_want(lengths, T));
    Tensor *mask = CALL(mask_padding(lengths, T));
    check_tensor_within(mask, want, 0,
                        "(B, 1, 1, T): key j of sequence b is allowed if j < lengths[b]");
}

TEST(empty_and_full_sequences, .points = 1, .exercise = "12.2 mask_causal", .file = "mask.c")
{
    long T = draw_long("T", 5, 8);
    IntTensor *lengths = draw_ids("lengths", SHAPE(4), 0, T);
    lengths->data[1] = 0;
    lengths->data[2] = (int)T;
    resealed_ids(lengths);

    Tensor *want = EXPECT(padding_want(lengths, T));
    Tensor *mask = CALL(mask_padding(lengths, T));
    check_tensor_within(mask, want, 0, "key j of sequence b is allowed if j < lengths[b]");
    check_text(mask->name, "padding mask", "drawings and messages show its name");
}

/* ---- both ---------------------------------------------------------------------------------------- */

TEST(allowed_by_both_masks, .points = 1, .exercise = "12.2 mask_causal", .file = "mask.c")
{
    Tensor *a = random_mask("a", SHAPE(4, 4)), *b = random_mask("b", SHAPE(1, 4));

    Tensor *want = EXPECT(combined_want(a, b));
    Tensor *both = CALL(mask_combine(a, b));
    check_tensor_within(both, want, 0, "allowed where both allow");
}

TEST(causal_and_padding_broadcast_and_bad_masks_are_refused, .points = 1,
     .exercise = "12.2 mask_causal", .file = "mask.c")
{
    long T = draw_long("T", 3, 6);
    Tensor *padding = random_mask("padding", SHAPE(2, 1, 1, T)), *causal = causal_mask(T);
    Tensor *square = random_mask("square", SHAPE(T, T));
    Tensor *future = tensor_transpose(causal, 0, 1); /* on the same numbers */
    Tensor *bad = input("bad", SHAPE(1, 2), VALUES(1, 2));
    Tensor *good = input("good", SHAPE(1, 2), VALUES(1, 0));

    Tensor *want = EXPECT(combined_want(causal, padding));
    Tensor *both = CALL(mask_combine(causal, padding));
    check_tensor_within(both, want, 0, "(B, 1, T, T)");
    Tensor *want2 = EXPECT(combined_want(square, future));
    Tensor *by_both = CALL(mask_combine(square, future));
    check_tensor_within(by_both, want2, 0, "two of one shape, one of them a view");
    check_fails(mask_combine(bad, good), "mask_combine: mask entry (0, 1) is 2",
                "an entry of a that is neither 0 nor 1 is refused");
    check_fails(mask_combine(good, bad), "mask_combine: mask entry (0, 1) is 2",
                "and one of b, too");
}
