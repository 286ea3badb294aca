/* test_broadcast.c - NumPy's rule, as a table and by brute force. */
#include "../brute.h"

typedef struct {
    int na, nb, n; /* n < 0: they do not go together */
    long a[4], b[4], shape[4];
} Row;

static const Row table[] = {
    {3, 2, 3, {4, 1, 3}, {2, 1}, {4, 2, 3}},
    {2, 1, 2, {3, 4}, {4}, {3, 4}},
    {2, 2, 2, {3, 1}, {1, 4}, {3, 4}},
    {0, 2, 2, {0}, {2, 3}, {2, 3}},
    {0, 0, 0, {0}, {0}, {0}},
    {3, 2, 3, {2, 1, 3}, {4, 1}, {2, 4, 3}},
    {1, 1, 1, {0}, {1}, {0}},
    {2, 2, 2, {1, 0}, {3, 1}, {3, 0}},
    {2, 1, 2, {5, 1}, {1}, {5, 1}},
    {1, 1, -1, {2}, {3}, {0}},
    {1, 1, -1, {0}, {2}, {0}},
    {2, 1, -1, {3, 4}, {3}, {0}},
    {3, 2, -1, {2, 3, 4}, {2, 4}, {0}},
};

static bool fits(const Row *row)
{
    bool failed = true;
    jmp_buf here;
    expected_failure = &here;
    if (setjmp(here) == 0) {
        long shape[TENSOR_MAX_AXES];
        int n = broadcast_shape("op", tensor_zeros(row->na, row->a), tensor_zeros(row->nb, row->b),
                                shape);
        assert_true(shape_equal(n, shape, row->n, row->shape));
        failed = false;
    }
    expected_failure = NULL;
    return !failed;
}

static void test_table(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        Row swapped = table[i];
        swapped.na = table[i].nb;
        swapped.nb = table[i].na;
        memcpy(swapped.a, table[i].b, sizeof swapped.a);
        memcpy(swapped.b, table[i].a, sizeof swapped.b);
        assert_int_equal(fits(&table[i]), table[i].n >= 0);
        assert_int_equal(fits(&swapped), table[i].n >= 0);
    }
}

static void test_message_has_both_shapes_and_the_axis(void **state)
{
    (void)state;
    assert_fails_with(
        "tensor_mul: cannot broadcast (2, 3, 4) with (2, 4): axis -2 is 3 and 2. hint:",
        tensor_mul(tensor_zeros(SHAPE(2, 3, 4)), tensor_zeros(SHAPE(2, 4))));
    assert_fails_with("tensor_add: cannot broadcast (2,) with (3,): axis -1",
                      tensor_add(tensor_zeros(SHAPE(2)), tensor_zeros(SHAPE(3))));
    assert_fails_with("tensor_sub: cannot",
                      tensor_sub(tensor_zeros(SHAPE(2)), tensor_zeros(SHAPE(3))));
    assert_fails_with("tensor_div: cannot",
                      tensor_div(tensor_zeros(SHAPE(2)), tensor_zeros(SHAPE(3))));
}

static void test_can_broadcast(void **state)
{
    (void)state;
    Tensor *t = tensor_zeros(SHAPE(3, 1));
    assert_true(broadcast_fits(t, SHAPE(3, 4)));
    assert_true(broadcast_fits(t, SHAPE(2, 3, 1)));
    assert_true(broadcast_fits(t, SHAPE(3, 0)));
    assert_false(broadcast_fits(t, SHAPE(3)));
    assert_false(broadcast_fits(t, SHAPE(1, 4)));
    assert_false(broadcast_fits(tensor_zeros(SHAPE(0)), SHAPE(2)));
    assert_true(broadcast_fits(tensor_scalar(1), SCALAR));
}

static void test_view_repeats_by_stride_0(void **state)
{
    (void)state;
    Tensor *t = numbered(SHAPE(3, 1)), out = {0};
    broadcast_view(&out, t, SHAPE(2, 3, 4));
    assert_ptr_equal(out.data, t->data);
    assert_int_equal(out.stride[0], 0);
    assert_int_equal(out.stride[1], 1);
    assert_int_equal(out.stride[2], 0);
    long index[TENSOR_MAX_AXES] = {0};
    do
        assert_true(number_at(&out, index) == (double)index[1]);
    while (next_index(3, out.shape, index));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_table),
        UNIT_TEST(test_message_has_both_shapes_and_the_axis),
        UNIT_TEST(test_can_broadcast),
        UNIT_TEST(test_view_repeats_by_stride_0),
    };
    return run_tests("tensor/shape/broadcast", tests);
}
