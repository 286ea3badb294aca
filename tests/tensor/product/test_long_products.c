/* test_long_products.c - products whose inner size is long: digits, cuts at fixed places, rows alone. */
#include "gemm_library.h"
#include "long_sums.h"

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
    transpose_view(&xt, x, 0, 1);
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

/* How much a chain of equal numbers loses depends on the number: some lose most of what they can. */
static void test_narrow_products_of_equal_numbers(void **state)
{
    assert_true(gemm_choose("builtin"));
    for (int c = 0; c < 20; c++)
        for (long m = 1; m <= 5; m += 4) {
            enum { K = 3840, N = 3 };
            real x = (real)(1 + 0.05 * c), out[5 * N];
            Tensor *a = tensor_ones(SHAPE(K, m)), *b = tensor_full(SHAPE(K, N), x);
            gemm(m, N, K, 1, (Matrix){a->data, 1, m}, matrix_of(b), 0, out, N);
            for (long i = 0; i < m * N; i++)
                assert_close((double)out[i], K * (double)x, SUM_ERROR * K * (double)x);
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
        UNIT_TEST(test_narrow_products),
        UNIT_TEST(test_two_columns_and_all_rows),
        UNIT_TEST(test_narrow_products_of_equal_numbers),
        UNIT_TEST(test_zeros_behind_k_change_no_bit),
        UNIT_TEST(test_one_row_is_a_row_of_many),
        UNIT_TEST(test_wide_and_long),
    };
    return run_tests("tensor/product/long_products", tests);
}
