/* test_long_sums.c - kernels that sum keep their digits over a million rows, and with zeros behind them. */
#include "combine.h"
#include "long_sums.h"

static Exact exact_column(const Tensor *t, long column)
{
    Exact e = {0};
    for (long i = 0; i < t->shape[0]; i++)
        exact_add(&e, (long double)t->data[i * t->shape[1] + column]);
    return e;
}

/* ---- sum_kernel ------------------------------------------------------------------------------------ */

static void test_columns_and_lines(void **state)
{
    (void)state;
    for (long columns = 1; columns <= 5; columns += 4) {
        long n = many() / columns;
        Tensor *x = hard_rows(n, columns), turned = *x, other = *x;
        Tensor *down = tensor_new(SHAPE(1, columns)), *across = tensor_new(SHAPE(columns, 1));
        transpose_view(&turned, x, 0, 1);
        Tensor *lines = tensor_new(SHAPE(columns, n));
        copy_kernel(lines, &turned);
        transpose_view(&other, lines, 0, 1);
        for (long j = 0; j < columns; j++) {
            Exact e = exact_column(x, j);
            sum_kernel(down, x, 0);
            assert_sum(down->data[j], e, 1);
            sum_kernel(down, &other, 0);
            assert_sum(down->data[j], e, 1);
            sum_kernel(across, &turned, 0);
            assert_sum(across->data[j], e, 1);
            sum_kernel(across, lines, 0);
            assert_sum(across->data[j], e, 1);
        }
    }
}

/* Axes that cannot be walked as one: each element of the result has many short runs. */
static void test_several_axes(void **state)
{
    (void)state;
    long n = many() / 6;
    Tensor *x = tensor_new(SHAPE(n, 3, 2)), *out = tensor_new(SHAPE(1, 3, 1));
    Tensor *all = tensor_new(SCALAR), *pairs = tensor_new(SHAPE(1, 1, 2)), half = *x;
    Exact e[3] = {{0}}, whole = {0}, pair[2] = {{0}}, some = {0};
    for (long i = 0; i < n * 6; i++) {
        x->data[i] = (real)hard_number(i, i / 2 % 3);
        exact_add(&e[i / 2 % 3], (long double)x->data[i]);
        exact_add(&pair[i % 2], (long double)x->data[i]);
        exact_add(&whole, (long double)x->data[i]);
        if (i / 2 % 3 < 2)
            exact_add(&some, (long double)x->data[i]);
    }
    sum_kernel(out, x, 0);
    for (int j = 0; j < 3; j++)
        assert_sum(out->data[j], e[j], 1);
    sum_kernel(pairs, x, 0);
    assert_sum(pairs->data[0], pair[0], 1);
    assert_sum(pairs->data[1], pair[1], 1);
    sum_kernel(all, x, 0);
    assert_sum(all->data[0], whole, 1);
    slice_view(&half, x, 1, 0, 2, 1);
    sum_kernel(all, &half, 0);
    assert_sum(all->data[0], some, 1);
}

static void test_what_out_holds_is_added(void **state)
{
    (void)state;
    Tensor *x = hard_rows(many() / 4, 2), *out = tensor_full(SHAPE(2), 3);
    sum_kernel(out, x, 2);
    for (long j = 0; j < 2; j++) {
        Exact e = exact_column(x, j);
        e.sum += 6;
        assert_sum(out->data[j], e, 1);
    }
}

static void check_zero_rows(long rows, long columns)
{
    Tensor *x = hard_rows(rows, columns);
    for (long more = 1; more <= 1100; more = more * 3 + 1) {
        Tensor *longer = with_zero_rows(x, more), turned = *longer;
        Tensor *a = tensor_new(SHAPE(columns)), *b = tensor_new(SHAPE(columns));
        Tensor *c = tensor_new(SHAPE(columns, 1));
        sum_kernel(a, x, 0);
        sum_kernel(b, longer, 0);
        assert_tensor_identical(a, b);
        transpose_view(&turned, longer, 0, 1);
        sum_kernel(c, &turned, 0);
        for (long j = 0; j < columns; j++)
            assert_true(c->data[j] == a->data[j]);
    }
    for (long j = 0; j < columns; j++) { /* a line */
        double short_one = sum_line(rows, x->data + j, columns);
        for (long more = 1; more <= 1100; more = more * 3 + 1) {
            Tensor *longer = with_zero_rows(x, more);
            assert_true(short_one == sum_line(rows + more, longer->data + j, columns));
        }
        if (columns == 1)
            assert_true(short_one == sum_line(rows, x->data, 1));
    }
}

static void test_zeros_behind_change_no_bit(void **state)
{
    static const long rows[] = {1, 5, 31, 32, 33, 100, 511, 1000, 1024, 1025, 3000};
    for (int i = 0; i < 11; i++) {
        check_zero_rows(rows[i], 1);
        check_zero_rows(rows[i], 3);
        if (rows[i] <= 100)
            check_zero_rows(rows[i], 600);
        scope_reset(*state);
    }
}

/* Up to 32 numbers are added without lanes, in the order that the lanes have. */
static void test_short_lines_keep_their_order(void **state)
{
    (void)state;
    real x[64];
    for (long n = 1; n <= 40; n++)
        for (int scale = 1; scale <= 9; scale++) {
            for (long i = 0; i < 64; i++)
                x[i] =
                    i < n ? (real)(hard_number(i, 1) * pow(10, (double)(i * scale % 17) - 8)) : 0;
            for (long more = 1; n + more <= 64; more++)
                assert_true(sum_line(n, x, 1) == sum_line(n + more, x, 1));
        }
}

/* ---- results of every thread count --------------------------------------------------------------- */

/* Runs kernel into out with 1, 2 and 3 threads: the same bits. */
static void check_threads(void (*kernel)(Tensor *out, void *context), Tensor *out, void *context)
{
    int before = kindling_threads();
    Tensor *first = tensor_new_like(out);
    for (int threads = 1; threads <= 3; threads++) {
        kindling_set_threads(threads);
        tensor_fill(out, 1);
        kernel(out, context);
        if (threads == 1)
            copy_kernel(first, out);
        assert_tensor_identical(out, first);
    }
    kindling_set_threads(before);
}

static void run_sum(Tensor *out, void *x)
{
    sum_kernel(out, x, 0);
}

static void test_threads_do_not_show(void **state)
{
    (void)state;
    Tensor *x = hard_rows(3001, 67), turned = *x;
    transpose_view(&turned, x, 0, 1);
    check_threads(run_sum, tensor_new(SHAPE(67)), x);
    check_threads(run_sum, tensor_new(SHAPE(3001, 1)), x);
    check_threads(run_sum, tensor_new(SHAPE(67, 1)), &turned);
    check_threads(run_sum, tensor_new(SHAPE(1, 3001)), &turned);
    Tensor *cube = tensor_new(SHAPE(40, 50, 60));
    for (long i = 0; i < tensor_numel(cube); i++)
        cube->data[i] = (real)hard_number(i, i);
    check_threads(run_sum, tensor_new(SHAPE(50, 1)), cube);
    check_threads(run_sum, tensor_new(SHAPE(40, 1, 60)), cube);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_columns_and_lines),       UNIT_TEST(test_several_axes),
        UNIT_TEST(test_what_out_holds_is_added), UNIT_TEST(test_zeros_behind_change_no_bit),
        UNIT_TEST(test_threads_do_not_show),     UNIT_TEST(test_short_lines_keep_their_order),
    };
    return run_tests("tensor/kernels/long_sums", tests);
}
