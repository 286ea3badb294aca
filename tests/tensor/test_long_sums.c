/* test_long_sums.c - kernels that sum keep their digits over a million rows, and with zeros behind them. */
#include "../../tensor/combine.h"
#include "../../tensor/gemm_library.h"
#include "long_sums.h"

static Exact exact_column(const Tensor *t, long column)
{
    Exact e = {0};
    for (long i = 0; i < t->shape[0]; i++)
        exact_add(&e, (long double)t->data[i * t->shape[1] + column]);
    return e;
}

/* ---- sum_to ------------------------------------------------------------------------------------ */

static void test_columns_and_lines(void **state)
{
    (void)state;
    for (long columns = 1; columns <= 5; columns += 4) {
        long n = many() / columns;
        Tensor *x = hard_rows(n, columns), turned = *x, other = *x;
        Tensor *down = tensor_new(SHAPE(1, columns)), *across = tensor_new(SHAPE(columns, 1));
        transpose_forward(&turned, x, 0, 1);
        Tensor *lines = tensor_new(SHAPE(columns, n));
        copy_forward(lines, &turned);
        transpose_forward(&other, lines, 0, 1);
        for (long j = 0; j < columns; j++) {
            Exact e = exact_column(x, j);
            sum_to(down, x, 0);
            assert_sum(down->data[j], e, 1);
            sum_to(down, &other, 0);
            assert_sum(down->data[j], e, 1);
            sum_to(across, &turned, 0);
            assert_sum(across->data[j], e, 1);
            sum_to(across, lines, 0);
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
    sum_to(out, x, 0);
    for (int j = 0; j < 3; j++)
        assert_sum(out->data[j], e[j], 1);
    sum_to(pairs, x, 0);
    assert_sum(pairs->data[0], pair[0], 1);
    assert_sum(pairs->data[1], pair[1], 1);
    sum_to(all, x, 0);
    assert_sum(all->data[0], whole, 1);
    slice_forward(&half, x, 1, 0, 2, 1);
    sum_to(all, &half, 0);
    assert_sum(all->data[0], some, 1);
}

static void test_what_out_holds_is_added(void **state)
{
    (void)state;
    Tensor *x = hard_rows(many() / 4, 2), *out = tensor_full(SHAPE(2), 3);
    sum_to(out, x, 2);
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
        sum_to(a, x, 0);
        sum_to(b, longer, 0);
        assert_tensor_identical(a, b);
        transpose_forward(&turned, longer, 0, 1);
        sum_to(c, &turned, 0);
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
            copy_forward(first, out);
        assert_tensor_identical(out, first);
    }
    kindling_set_threads(before);
}

static void run_sum(Tensor *out, void *x)
{
    sum_to(out, x, 0);
}

static void test_threads_do_not_show(void **state)
{
    (void)state;
    Tensor *x = hard_rows(3001, 67), turned = *x;
    transpose_forward(&turned, x, 0, 1);
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

/* ---- products with few columns ------------------------------------------------------------------- */

static Matrix matrix_of(const Tensor *t)
{
    return (Matrix){t->data, t->stride[0], t->stride[1]};
}

/* x^T dy, as the gradient of a weight (m, n) is made from many rows. */
static void check_product(long rows, long m, long n)
{
    Tensor *x = hard_rows(rows, m), *dy = hard_rows(rows, n), xt = *x;
    Tensor *out = tensor_new(SHAPE(m, n)), *again = tensor_new(SHAPE(m, n));
    transpose_forward(&xt, x, 0, 1);
    gemm(m, n, rows, 1, matrix_of(&xt), matrix_of(dy), 0, out->data, n);
    for (long i = 0; i < m; i++)
        for (long j = 0; j < n; j++) {
            Exact e = {0};
            for (long p = 0; p < rows; p++)
                exact_add(&e, (long double)x->data[p * m + i] * (long double)dy->data[p * n + j]);
            assert_sum(out->data[i * n + j], e, 1);
        }
    int before = kindling_threads();
    for (int threads = 1; threads <= 3; threads++) {
        kindling_set_threads(threads);
        gemm(m, n, rows, 1, matrix_of(&xt), matrix_of(dy), 0, again->data, n);
        assert_tensor_identical(again, out);
    }
    kindling_set_threads(before);
}

/* Our own product, whatever the rule would choose here; a BLAS promises nothing. */
static void test_narrow_products(void **state)
{
    static const long sizes[][2] = {{1, 1}, {2, 2}, {3, 16}, {5, 1}, {20, 3}, {17, 10}, {6, 16}};
    assert_true(gemm_choose("builtin"));
    for (int i = 0; i < 7; i++) {
        check_product(many() / 4 / (sizes[i][0] * sizes[i][1] > 20 ? 4 : 1), sizes[i][0],
                      sizes[i][1]);
        scope_reset(*state);
    }
    assert_true(gemm_choose(NULL));
}

static void test_two_columns_and_all_rows(void **state)
{
    (void)state;
    assert_true(gemm_choose("builtin"));
    check_product(many(), 2, 2);
    assert_true(gemm_choose(NULL));
}

/* K is cut at fixed places: zeros behind change no bit, for narrow and for wide products. */
static void test_zeros_behind_k_change_no_bit(void **state)
{
    static const long depths[] = {1, 5, 32, 33, 100, 384, 385, 500, 770, 6144, 6145, 6600};
    assert_true(gemm_choose("builtin"));
    for (int d = 0; d < 12; d++)
        for (long m = 1; m <= 5; m += 4)
            for (long n = 1; n <= 46; n += 15) {
                Tensor *x = hard_rows(depths[d], m), *dy = hard_rows(depths[d], n);
                Tensor *a = tensor_full(SHAPE(m, n), 3), *b = tensor_full(SHAPE(m, n), 3);
                for (long more = 1; more < 7000; more = more * 80 + 3) {
                    Tensor *x0 = with_zero_rows(x, more), *dy0 = with_zero_rows(dy, more);
                    for (int beta = 0; beta < 2; beta++) {
                        tensor_fill(a, 3);
                        tensor_fill(b, 3);
                        gemm(m, n, depths[d], 1, (Matrix){x->data, 1, m}, matrix_of(dy), (real)beta,
                             a->data, n);
                        gemm(m, n, depths[d] + more, 1, (Matrix){x0->data, 1, m}, matrix_of(dy0),
                             (real)beta, b->data, n);
                        assert_tensor_identical(a, b);
                    }
                }
                scope_reset(*state);
            }
    assert_true(gemm_choose(NULL));
}

/* A row has the same bits whether it is computed alone or among others. */
static void test_one_row_is_a_row_of_many(void **state)
{
    assert_true(gemm_choose("builtin"));
    for (long k = 1; k < 14000; k = k * 3 + 20)
        for (long n = 1; n <= 700; n = n * 5 + 11) {
            Tensor *a = hard_rows(20, k), *b = hard_rows(k, n), *c = tensor_new(SHAPE(20, n));
            Tensor *bias = hard_rows(1, n), *row = tensor_new(SHAPE(1, n));
            gemm_bias(20, n, k, matrix_of(a), matrix_of(b), bias->data, c->data, n);
            for (long i = 0; i < 20; i += 7) {
                Matrix alone = {a->data + i * k, k, 1};
                gemm_bias(1, n, k, alone, matrix_of(b), bias->data, row->data, n);
                assert_memory_equal(row->data, c->data + i * n, (size_t)n * sizeof(real));
            }
            scope_reset(*state);
        }
    assert_true(gemm_choose(NULL));
}

/* Long wide products are added in double too: a naive sum of layers would be off by 1e-4. */
static void test_wide_and_long(void **state)
{
    (void)state;
    long k = many(), n = 17;
    Tensor *x = tensor_full(SHAPE(k, 1), 1), *dy = tensor_full(SHAPE(k, n), (real)0.1);
    Tensor *out = tensor_new(SHAPE(4, n));
    assert_true(gemm_choose("builtin"));
    gemm(4, n, k, 1, (Matrix){x->data, 0, 1}, matrix_of(dy), 0, out->data, n);
    for (long i = 0; i < 4 * n; i++)
        assert_close((double)out->data[i], (double)k * (double)(real)0.1, 1e-5 * 0.1 * (double)k);
    assert_true(gemm_choose(NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_columns_and_lines),        TEST(test_several_axes),
        TEST(test_what_out_holds_is_added),  TEST(test_zeros_behind_change_no_bit),
        TEST(test_threads_do_not_show),      TEST(test_narrow_products),
        TEST(test_two_columns_and_all_rows), TEST(test_zeros_behind_k_change_no_bit),
        TEST(test_one_row_is_a_row_of_many), TEST(test_wide_and_long),
    };
    return run_tests("tensor/long_sums", tests);
}
