/* test_join.c - concatenate, stack and split. */
#include "../brute.h"

static void test_concat(void **state)
{
    (void)state;
    Tensor *a = numbered(SHAPE(2, 2)), *b = tensor_full(SHAPE(2, 1), 9),
           *none = tensor_zeros(SHAPE(2, 0));
    assert_values(tensor_concat(3, (Tensor *[]){a, none, b}, 1), SHAPE(2, 3),
                  VALUES(0, 1, 9, 2, 3, 9), 0);
    assert_values(tensor_concat(2, (Tensor *[]){a, a}, -2), SHAPE(4, 2),
                  VALUES(0, 1, 2, 3, 0, 1, 2, 3), 0);
    assert_tensor_identical(tensor_concat(1, (Tensor *[]){a}, 0), a);
}

static void test_concat_of_any_layout_undone_by_split(void **state)
{
    for (int trial = 0; trial < 300; trial++) {
        long shape[TENSOR_MAX_AXES], sizes[3];
        int ndim = 1 + random_shape(3, shape), axis = (int)rng_below(&test_rng, ndim);
        Tensor *parts[3], *again[3];
        shape[ndim - 1] = 2;
        for (int i = 0; i < 3; i++) {
            shape[axis] = sizes[i] = rng_below(&test_rng, 4);
            parts[i] = any_tensor(ndim, shape);
        }
        Tensor *all = tensor_concat(3, parts, axis);
        assert_int_equal(all->shape[axis], sizes[0] + sizes[1] + sizes[2]);
        tensor_split(all, 3, sizes, axis - ndim, again);
        for (int i = 0; i < 3; i++)
            assert_tensor_identical(again[i], plain_copy(parts[i]));
        scope_reset(*state);
    }
}

static void test_stack(void **state)
{
    (void)state;
    Tensor *a = tensor_from(SHAPE(2), VALUES(1, 2)), *b = tensor_from(SHAPE(2), VALUES(3, 4));
    assert_values(tensor_stack(2, (Tensor *[]){a, b}, 0), SHAPE(2, 2), VALUES(1, 2, 3, 4), 0);
    assert_values(tensor_stack(2, (Tensor *[]){a, b}, -1), SHAPE(2, 2), VALUES(1, 3, 2, 4), 0);
    Tensor *x = tensor_scalar(5);
    assert_values(tensor_stack(2, (Tensor *[]){x, x}, 0), SHAPE(2), VALUES(5, 5), 0);
}

static void test_split_gives_views(void **state)
{
    (void)state;
    Tensor *a = numbered(SHAPE(2, 6)), *parts[3];
    tensor_split(a, 3, (long[]){1, 0, 5}, 1, parts);
    assert_ptr_equal(parts[2]->data, a->data + 1);
    assert_shape(parts[1], SHAPE(2, 0));
}

static void test_mistakes(void **state)
{
    (void)state;
    Tensor *a = numbered(SHAPE(2, 3)), *b = numbered(SHAPE(3, 3)), *v = numbered(SHAPE(3)),
           *parts[2];
    assert_fails_with("tensor_concat: no tensors given", tensor_concat(0, NULL, 0));
    assert_fails_with(
        "tensor_concat: tensor 0 has shape (2, 3) and tensor 1 has shape (3, 3); they may "
        "differ only along axis 1",
        tensor_concat(2, (Tensor *[]){a, b}, 1));
    assert_fails_with("tensor 1 has shape (3,)", tensor_concat(2, (Tensor *[]){a, v}, 0));
    assert_fails_with("tensor_concat: axis 2 is outside", tensor_concat(2, (Tensor *[]){a, a}, 2));
    assert_fails_with("tensor_concat: axis 0 is outside a tensor of shape ()",
                      tensor_concat(1, (Tensor *[]){tensor_scalar(1)}, 0));
    assert_fails_with("tensor_stack: no tensors given", tensor_stack(0, NULL, 0));
    assert_fails_with(
        "tensor_stack: tensor 0 has shape (2, 3) and tensor 1 has shape (3, 3); all must "
        "be alike",
        tensor_stack(2, (Tensor *[]){a, b}, 0));
    assert_fails_with("tensor_split: sizes up to number 1 are more than the 3 of axis 1 of (2, 3)",
                      tensor_split(a, 2, (long[]){2, 2}, 1, parts));
    assert_fails_with("tensor_split: the sizes add up to 2, but axis 1 of (2, 3) has 3",
                      tensor_split(a, 2, (long[]){2, 0}, 1, parts));
    assert_fails_with("tensor_split: size 1 is -1", tensor_split(a, 2, (long[]){3, -1}, 1, parts));
    assert_fails_with("tensor_split: axis 2", tensor_split(a, 2, (long[]){1, 2}, 2, parts));
}

static void test_sums_that_overflow(void **state)
{
    (void)state;
    Tensor *four = tensor_ones(SHAPE(4)), *parts[3];
    const long most = LONG_MAX;
    assert_fails_with("tensor_split: sizes up to number 0 are more than the 4 of axis 0 of (4,)",
                      tensor_split(four, 3, (long[]){most, most, 6}, 0, parts));
    assert_fails_with("tensor_split: sizes up to number 1",
                      tensor_split(four, 3, (long[]){1, most, most}, 0, parts));
    Tensor *wide = tensor_expand(tensor_ones(SHAPE(1)), SHAPE(HUGE_SIZE / 16)), *all[70];
    Tensor *empty = tensor_zeros(SHAPE(0, HUGE_SIZE / 16));
    for (int i = 0; i < 70; i++)
        all[i] = wide;
    assert_fails_with("tensor_concat: shape (", tensor_concat(70, all, 0));
    assert_fails_with("has more elements than memory has bytes", tensor_concat(70, all, -1));
    for (int i = 0; i < 70; i++)
        all[i] = empty;
    assert_fails_with("tensor_concat: shape (0, ", tensor_concat(70, all, 1));
    assert_fails_with("shape (3, 0, ", tensor_stack(70, all, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_concat),   UNIT_TEST(test_concat_of_any_layout_undone_by_split),
        UNIT_TEST(test_stack),    UNIT_TEST(test_split_gives_views),
        UNIT_TEST(test_mistakes), UNIT_TEST(test_sums_that_overflow),
    };
    return run_tests("tensor/kernels/join", tests);
}
