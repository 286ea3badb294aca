/* test_heads.c - splitting and merging heads: the right numbers, and no copies where none are due. */
#include "wave.h"

static void test_split_gives_each_head_its_channels(void **state)
{
    (void)state;
    /* Two tokens of four channels; head 0 has channels 0 and 1. */
    Tensor *x = tensor_from(SHAPE(1, 2, 4), VALUES(1, 2, 3, 4, 5, 6, 7, 8));
    assert_values(split_heads(x, 2), SHAPE(1, 2, 2, 2), VALUES(1, 2, 5, 6, 3, 4, 7, 8), 0);
}

static void test_split_differs_from_a_plain_reshape(void **state)
{
    (void)state;
    Tensor *x = wave(SHAPE(2, 3, 4), 0, 1);
    char why[512];
    assert_false(tensor_is_close(tensor_reshape(x, SHAPE(2, 2, 3, 2)), split_heads(x, 2), 0, 1e-3,
                                 why, sizeof why));
}

static void test_split_is_a_view(void **state)
{
    (void)state;
    Tensor *x = wave(SHAPE(2, 3, 6), 0, 1), *heads = split_heads(x, 2);
    assert_shape(heads, SHAPE(2, 2, 3, 3));
    assert_ptr_equal(heads->data, x->data);
    const long expected[] = {18, 3, 6, 1};
    for (int d = 0; d < 4; d++)
        assert_int_equal(heads->stride[d], expected[d]);
}

/* A third of a fused projection is a window on rows three times as wide. */
static void test_split_of_a_slice_is_a_view(void **state)
{
    (void)state;
    Tensor *qkv = wave(SHAPE(2, 3, 12), 0, 1);
    Tensor *k = tensor_slice(qkv, -1, 4, 8, 1), *heads = split_heads(k, 2);
    assert_ptr_equal(heads->data, qkv->data + 4);
    assert_tensor_identical(heads, split_heads(tensor_contiguous(k), 2));
}

static void test_merge_copies_only_once_for_several_heads(void **state)
{
    (void)state;
    Tensor *x = wave(SHAPE(1, 2, 3, 2), 0, 1), *one = wave(SHAPE(2, 1, 3, 4), 0, 1);
    assert_ptr_not_equal(merge_heads(x)->data, x->data);
    assert_ptr_equal(merge_heads(one)->data, one->data); /* one head: nothing to reorder */
}

static void test_merge_undoes_split(void **state)
{
    (void)state;
    const long heads[] = {1, 2, 3, 6};
    Tensor *x = wave(SHAPE(2, 5, 6), 1, 1);
    for (int i = 0; i < 4; i++)
        assert_tensor_identical(merge_heads(split_heads(x, heads[i])), x);
    Tensor *empty = tensor_zeros(SHAPE(2, 0, 6));
    assert_shape(merge_heads(split_heads(empty, 2)), SHAPE(2, 0, 6));
}

static Tensor *split(Tensor *const in[], void *context)
{
    (void)context;
    return split_heads(in[0], 2);
}

static Tensor *merge(Tensor *const in[], void *context)
{
    (void)context;
    return merge_heads(in[0]);
}

static void test_gradients(void **state)
{
    (void)state;
    assert_gradcheck(split, NULL, random_leaf(SHAPE(2, 3, 4)));
    assert_gradcheck(merge, NULL, random_leaf(SHAPE(2, 2, 3, 2)));
}

static void test_shapes_are_checked(void **state)
{
    (void)state;
    Tensor *x = tensor_zeros(SHAPE(1, 2, 6));
    assert_fails_with("split_heads: x (1, 2, 6) has C = 6 channels, which do not divide into "
                      "num_heads = 4",
                      split_heads(x, 4));
    assert_fails_with("num_heads = 0", split_heads(x, 0));
    assert_fails_with("split_heads: x has shape (6, 2), expected (B, T, C)",
                      split_heads(tensor_zeros(SHAPE(6, 2)), 2));
    assert_fails_with("merge_heads: x has shape (1, 2, 6), expected (B, H, T, D)", merge_heads(x));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_split_gives_each_head_its_channels),
        UNIT_TEST(test_split_differs_from_a_plain_reshape),
        UNIT_TEST(test_split_is_a_view),
        UNIT_TEST(test_split_of_a_slice_is_a_view),
        UNIT_TEST(test_merge_copies_only_once_for_several_heads),
        UNIT_TEST(test_merge_undoes_split),
        UNIT_TEST(test_gradients),
        UNIT_TEST(test_shapes_are_checked),
    };
    return run_tests("attention/heads", tests);
}
