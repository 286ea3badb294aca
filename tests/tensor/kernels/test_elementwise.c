/* test_elementwise.c - rows_apply and the two-tensor kernels, for operands of any layout. */
#include "../brute.h"

typedef void (*Kernel)(Tensor *out, const Tensor *a, const Tensor *b);

static double apply(int which, double a, double b)
{
    return which == 0 ? a + b : which == 1 ? a - b : which == 2 ? a * b : a / b;
}

static const Kernel kernels[] = {add_kernel, sub_kernel, mul_kernel, div_kernel};

/* A shape that broadcasts to the given one: some sizes become 1, some first axes are dropped. */
static int shrink(int ndim, const long *shape, long *smaller)
{
    int drop = (int)rng_below(&test_rng, ndim + 1) * (rng_below(&test_rng, 3) == 0);
    for (int d = drop; d < ndim; d++)
        smaller[d - drop] = rng_below(&test_rng, 4) == 0 ? 1 : shape[d];
    return ndim - drop;
}

static void test_arithmetic_of_any_layout(void **state)
{
    for (int trial = 0; trial < 3000; trial++) {
        long shape[TENSOR_MAX_AXES], sa[TENSOR_MAX_AXES], sb[TENSOR_MAX_AXES];
        int ndim = random_shape(5, shape), na = shrink(ndim, shape, sa),
            nb = shrink(ndim, shape, sb);
        Tensor *a = any_tensor(na, sa), *b = any_tensor(nb, sb), *out = any_output(ndim, shape);
        kernels[trial % 4](out, a, b);
        long index[TENSOR_MAX_AXES] = {0};
        if (tensor_numel(out) > 0)
            do {
                double expected =
                    apply(trial % 4, broadcast_at(a, ndim, index), broadcast_at(b, ndim, index));
                assert_close(number_at(out, index), expected, 1e-6 * (1 + fabs(expected)));
            } while (next_index(ndim, shape, index));
        scope_reset(*state);
    }
}

/* Writing through a view leaves what lies between its elements alone. */
static void test_output_views_write_nothing_else(void **state)
{
    (void)state;
    Tensor *all = tensor_zeros(SHAPE(4, 6)), *odd = tensor_slice(all, 1, 5, SLICE_END, -2);
    add_kernel(odd, tensor_ones(SHAPE(4, 3)), tensor_from(SHAPE(3), VALUES(1, 2, 3)));
    for (long i = 0; i < 4; i++)
        for (long j = 0; j < 6; j++)
            assert_true(tensor_get(all, AT(i, j)) == (j % 2 ? (real)(4 - j / 2) : 0));
}

/* Long strided rows go through the buffer in pieces; long plain ones are cut for threads. */
static void test_long_rows(void **state)
{
    (void)state;
    enum { N = 100003 };
    Tensor *a = random_tensor(SHAPE(N)), *b = random_tensor(SHAPE(N, 2)),
           *out = tensor_new(SHAPE(N, 3));
    Tensor *column = tensor_select(b, 1, 1), *to = tensor_select(out, 1, 2);
    mul_kernel(to, a, column);
    for (long i = 0; i < N; i++)
        assert_true(out->data[3 * i + 2] == a->data[i] * b->data[2 * i + 1]);
    Tensor *was = plain_copy(a);
    add_kernel(a, a, column); /* in place */
    for (long i = 0; i < N; i++)
        assert_true(a->data[i] == was->data[i] + b->data[2 * i + 1]);
}

static void test_in_place(void **state)
{
    (void)state;
    Tensor *y = tensor_from(SHAPE(2, 2), VALUES(1, 2, 3, 4)),
           *x = tensor_from(SHAPE(2), VALUES(10, 20));
    axpy_kernel(y, 2, x);
    assert_values(y, SHAPE(2, 2), VALUES(21, 42, 23, 44), 0);
    Tensor *turned = tensor_transpose(y, 0, 1);
    axpy_kernel(turned, 1, turned);
    assert_values(y, SHAPE(2, 2), VALUES(42, 84, 46, 88), 0);
    scale_kernel(y, y, (real)0.5);
    shift_kernel(y, y, 1);
    assert_values(y, SHAPE(2, 2), VALUES(22, 43, 24, 45), 0);
}

static void test_choosing(void **state)
{
    (void)state;
    Tensor *a = numbered(SHAPE(2, 3)), *mask = tensor_from(SHAPE(3), VALUES(1, 0, 1));
    Tensor *out = tensor_new(SHAPE(2, 3));
    masked_fill_kernel(out, a, mask, -7);
    assert_values(out, SHAPE(2, 3), VALUES(-7, 1, -7, -7, 4, -7), 0);
    where_kernel(out, mask, a, tensor_full(SHAPE(2, 1), 9));
    assert_values(out, SHAPE(2, 3), VALUES(0, 9, 2, 3, 9, 5), 0);
    Tensor *nan = tensor_full(SHAPE(2, 3), (real)NAN);
    where_kernel(out, tensor_zeros(SHAPE(1)), nan, a); /* what is not chosen does not matter */
    assert_tensor_identical(out, a);
}

static void test_copy_of_any_layout(void **state)
{
    for (int trial = 0; trial < 1000; trial++) {
        long shape[TENSOR_MAX_AXES];
        int ndim = random_shape(TENSOR_MAX_AXES, shape);
        Tensor *a = any_tensor(ndim, shape), *out = any_output(ndim, shape);
        copy_kernel(out, a);
        assert_tensor_identical(out, plain_copy(a));
        scope_reset(*state);
    }
}

static void test_threads_change_nothing(void **state)
{
    (void)state;
    Tensor *a = random_tensor(SHAPE(300, 400)), *b = random_tensor(SHAPE(400, 300));
    Tensor *one = tensor_new_like(a), *two = tensor_new_like(a);
    int before = kindling_threads();
    kindling_set_threads(1);
    mul_kernel(one, a, tensor_transpose(b, 0, 1));
    kindling_set_threads(2);
    mul_kernel(two, a, tensor_transpose(b, 0, 1));
    kindling_set_threads(before);
    assert_tensor_identical(two, one);
}

static void test_outputs_that_do_not_fit(void **state)
{
    (void)state;
    Tensor *out = tensor_zeros(SHAPE(2, 3));
    assert_fails_with("cannot write an input of shape (4,) into an output of shape (2, 3)",
                      add_kernel(out, out, tensor_zeros(SHAPE(4))));
    assert_fails_with("input of shape (1, 2, 3)", copy_kernel(out, tensor_zeros(SHAPE(1, 2, 3))));
    assert_tensor_identical(out, tensor_zeros(SHAPE(2, 3)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_arithmetic_of_any_layout),
        UNIT_TEST(test_output_views_write_nothing_else),
        UNIT_TEST(test_long_rows),
        UNIT_TEST(test_in_place),
        UNIT_TEST(test_choosing),
        UNIT_TEST(test_copy_of_any_layout),
        UNIT_TEST(test_threads_change_nothing),
        UNIT_TEST(test_outputs_that_do_not_fit),
    };
    return run_tests("tensor/kernels/elementwise", tests);
}
