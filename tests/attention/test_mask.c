/* test_mask.c - masks: their values, how they combine, and what mask_check says about wrong ones. */
#include <limits.h>
#include "test.h"

/* ---- values ------------------------------------------------------------------------------------ */

static void test_causal_allows_the_past_and_the_present(void **state)
{
    (void)state;
    assert_values(mask_causal(3), SHAPE(3, 3), VALUES(1, 0, 0, 1, 1, 0, 1, 1, 1), 0);
    assert_values(mask_causal(1), SHAPE(1, 1), VALUES(1), 0);
    assert_shape(mask_causal(0), SHAPE(0, 0));
}

static void test_padding_allows_the_first_keys(void **state)
{
    (void)state;
    IntTensor *lengths = int_tensor_from(SHAPE(3), IDS(2, 0, 3));
    assert_values(mask_padding(lengths, 3), SHAPE(3, 1, 1, 3), VALUES(1, 1, 0, 0, 0, 0, 1, 1, 1),
                  0);
}

static void test_bidirectional_allows_everything(void **state)
{
    (void)state;
    assert_values(mask_bidirectional(2, 3), SHAPE(2, 3), VALUES(1, 1, 1, 1, 1, 1), 0);
}

static void test_combine_needs_both(void **state)
{
    (void)state;
    IntTensor *lengths = int_tensor_from(SHAPE(2), IDS(3, 1));
    Tensor *both = mask_combine(mask_causal(3), mask_padding(lengths, 3));
    assert_values(both, SHAPE(2, 1, 3, 3),
                  VALUES(1, 0, 0, 1, 1, 0, 1, 1, 1, /**/ 1, 0, 0, 1, 0, 0, 1, 0, 0), 0);
    Tensor *swapped = mask_combine(mask_padding(lengths, 3), mask_causal(3));
    assert_tensor_identical(both, swapped);
}

static void test_packed_documents_do_not_meet(void **state)
{
    (void)state;
    IntTensor *documents = int_tensor_from(SHAPE(2, 3), IDS(5, 0, 9, 7, 8, 7));
    assert_values(mask_packed(documents), SHAPE(2, 1, 3, 3),
                  VALUES(1, 0, 0, 0, 1, 0, 0, 1, 1, /**/ 1, 0, 0, 0, 1, 0, 1, 0, 1), 0);
    assert_fails_with("mask_packed: documents has shape (3,)",
                      mask_packed(int_tensor_from(SHAPE(3), IDS(1, 1, 2))));
}

static void test_sliding_looks_back_over_a_window(void **state)
{
    (void)state;
    assert_values(mask_sliding(4, 2), SHAPE(4, 4),
                  VALUES(1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1), 0);
    assert_values(mask_sliding(2, 1), SHAPE(2, 2), VALUES(1, 0, 0, 1), 0);
    assert_tensor_identical(mask_sliding(5, 5), mask_causal(5));
    assert_tensor_identical(mask_sliding(5, LONG_MAX), mask_causal(5));
    assert_int_equal(tensor_numel(mask_sliding(0, 3)), 0);
    assert_fails_with("mask_sliding: window is 0, expected at least 1", mask_sliding(4, 0));
    assert_fails_with("mask_sliding: T is -1", mask_sliding(-1, 2));
}

/* 300 tokens are several tiles, in most of which no key is allowed. */
static void test_flash_attends_within_a_window(void **state)
{
    (void)state;
    enum { T = 300, D = 16, WINDOW = 40 };
    Rng rng = rng_seed(5);
    Tensor *q = tensor_normal(SHAPE(1, 2, T, D), 0, 1, &rng);
    Tensor *k = tensor_normal(SHAPE(1, 2, T, D), 0, 1, &rng);
    Tensor *v = tensor_normal(SHAPE(1, 2, T, D), 0, 1, &rng);
    FlashAttentionOptions window = {.mask = mask_sliding(T, WINDOW)};
    assert_tensor_close(flash_attention(q, k, v, window),
                        composed_attention(q, k, v, window).output, 1e-5, 1e-6);
    Tensor *before = flash_attention(q, k, v, window);
    for (long h = 0; h < 2; h++) /* by queries 100 to 139, and by no other */
        for (long d = 0; d < D; d++)
            v->data[(h * T + 100) * D + d] += 1;
    Tensor *after = flash_attention(q, k, v, window);
    assert_tensor_identical(tensor_slice(after, 2, 0, 100, 1), tensor_slice(before, 2, 0, 100, 1));
    assert_tensor_identical(tensor_slice(after, 2, 100 + WINDOW, T, 1),
                            tensor_slice(before, 2, 100 + WINDOW, T, 1));
    assert_true(tensor_get(after, AT(0, 0, 100, 0)) != tensor_get(before, AT(0, 0, 100, 0)));
    assert_true(tensor_get(after, AT(0, 1, 139, 0)) != tensor_get(before, AT(0, 1, 139, 0)));
}

static void test_invert_swaps_one_and_zero(void **state)
{
    (void)state;
    assert_values(mask_invert(mask_causal(2)), SHAPE(2, 2), VALUES(0, 1, 0, 0), 0);
    Tensor *mask = mask_causal(5);
    assert_tensor_identical(mask_invert(mask_invert(mask)), mask);
    assert_values(mask, SHAPE(5, 5),
                  VALUES(1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1),
                  0);
}

static void test_invert_reads_views(void **state)
{
    (void)state;
    Tensor *upper = tensor_transpose(mask_causal(2), 0, 1);
    assert_values(mask_invert(upper), SHAPE(2, 2), VALUES(0, 0, 1, 0), 0);
}

static void test_masks_have_names_for_pictures(void **state)
{
    (void)state;
    assert_string_equal(mask_causal(2)->name, "causal mask");
    assert_string_equal(mask_padding(int_tensor_from(SHAPE(1), IDS(1)), 2)->name, "padding mask");
}

/* ---- mistakes ---------------------------------------------------------------------------------- */

static void test_check_names_the_first_offending_entry(void **state)
{
    (void)state;
    Tensor *scores = tensor_zeros(SHAPE(2, 2));
    Tensor *additive = tensor_from(SHAPE(2, 2), VALUES(0, (real)-INFINITY, 0, 0));
    assert_fails_with("my_attention: mask entry (0, 1) is -inf; a mask holds 1 (may attend) and 0 "
                      "(may not). hint: mask_invert turns the opposite convention around",
                      mask_check("my_attention", additive, scores));
    Tensor *half = tensor_from(SHAPE(2, 2), VALUES(1, 0, (real)0.5, 3));
    assert_fails_with("mask entry (1, 0) is 0.5;", mask_check("op", half, scores));
    Tensor *nan = tensor_from(SHAPE(2, 2), VALUES(1, 0, 1, (real)NAN));
    assert_fails_with("mask entry (1, 1) is nan;", mask_check("op", nan, scores));
}

static void test_check_counts_entries_of_a_view_in_its_own_order(void **state)
{
    (void)state;
    Tensor *t = tensor_from(SHAPE(2, 3), VALUES(1, 1, 2, 1, 1, 1));
    assert_fails_with("mask entry (2, 0) is 2;",
                      mask_check("op", tensor_transpose(t, 0, 1), tensor_zeros(SHAPE(3, 2))));
}

static void test_check_names_both_shapes(void **state)
{
    (void)state;
    Tensor *scores4 = tensor_zeros(SHAPE(2, 4, 3, 5)), *scores3 = tensor_zeros(SHAPE(2, 3, 5));
    assert_fails_with("op: a mask (3, 4) does not broadcast to scores (2, 4, 3, 5)",
                      mask_check("op", tensor_ones(SHAPE(3, 4)), scores4));
    assert_fails_with("tensor_squeeze(mask, 1)",
                      mask_check("op", tensor_ones(SHAPE(2, 1, 1, 5)), scores3));
    assert_fails_with("mask_padding makes (B, 1, 1, Tk)",
                      mask_check("op", tensor_ones(SHAPE(2, 5)), scores4));
    /* A mask larger than the scores would enlarge them. */
    assert_fails_with("does not broadcast",
                      mask_check("op", tensor_ones(SHAPE(3, 3)), tensor_zeros(SHAPE(1, 3))));
}

static void test_check_accepts_what_broadcasts(void **state)
{
    (void)state;
    Tensor *scores = tensor_zeros(SHAPE(2, 4, 3, 5));
    mask_check("op", tensor_ones(SHAPE(3, 5)), scores);
    mask_check("op", tensor_ones(SHAPE(2, 1, 1, 5)), scores);
    mask_check("op", tensor_zeros(SHAPE(4, 3, 1)), scores);
    mask_check("op", tensor_scalar(1), scores);
    mask_check("op", tensor_ones(SHAPE(0, 5)), tensor_zeros(SHAPE(2, 0, 5)));
}

static void test_lengths_are_checked(void **state)
{
    (void)state;
    IntTensor *lengths = int_tensor_from(SHAPE(2), IDS(3, 5));
    assert_fails_with("mask_padding: lengths[1] is 5, expected 0 to T = 4",
                      mask_padding(lengths, 4));
    lengths->data[1] = -1;
    assert_fails_with("mask_padding: lengths[1] is -1", mask_padding(lengths, 4));
    IntTensor *square = int_tensor_new(SHAPE(2, 2));
    assert_fails_with("lengths has shape (2, 2)", mask_padding(square, 4));
    assert_fails_with("mask_padding: T is -2", mask_padding(int_tensor_new(SHAPE(1)), -2));
    assert_fails_with("mask_causal: T is -1", mask_causal(-1));
    assert_fails_with("mask_bidirectional: Tq is -3", mask_bidirectional(-3, 2));
    assert_fails_with("mask_bidirectional: Tk is -4", mask_bidirectional(3, -4));
}

static void test_combine_and_invert_check_their_masks(void **state)
{
    (void)state;
    Tensor *wrong = tensor_from(SHAPE(2), VALUES(1, -1)), *right = tensor_ones(SHAPE(2));
    assert_fails_with("mask_combine: mask entry (1,) is -1", mask_combine(wrong, right));
    assert_fails_with("mask_combine: mask entry (1,) is -1", mask_combine(right, wrong));
    assert_fails_with("mask_invert: mask entry (1,) is -1", mask_invert(wrong));
    assert_fails_with("mask_combine", mask_combine(right, tensor_ones(SHAPE(3))));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_causal_allows_the_past_and_the_present),
        UNIT_TEST(test_padding_allows_the_first_keys),
        UNIT_TEST(test_bidirectional_allows_everything),
        UNIT_TEST(test_combine_needs_both),
        UNIT_TEST(test_packed_documents_do_not_meet),
        UNIT_TEST(test_sliding_looks_back_over_a_window),
        UNIT_TEST(test_flash_attends_within_a_window),
        UNIT_TEST(test_invert_swaps_one_and_zero),
        UNIT_TEST(test_invert_reads_views),
        UNIT_TEST(test_masks_have_names_for_pictures),
        UNIT_TEST(test_check_names_the_first_offending_entry),
        UNIT_TEST(test_check_counts_entries_of_a_view_in_its_own_order),
        UNIT_TEST(test_check_names_both_shapes),
        UNIT_TEST(test_check_accepts_what_broadcasts),
        UNIT_TEST(test_lengths_are_checked),
        UNIT_TEST(test_combine_and_invert_check_their_masks),
    };
    return run_tests("attention/mask", tests);
}
