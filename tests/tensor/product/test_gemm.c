/* test_gemm.c - gemm and its kernels and libraries against gemm_plain, and that by hand. */
#include <stdlib.h>
#include "gemm_task.h"
#include "test.h"

#define TOLERANCE (IS_DOUBLE ? 1e-12 : 2e-4)

typedef void (*Product)(const Gemm *g);

static void plain(const Gemm *g)
{
    gemm_plain(g->m, g->n, g->k, g->alpha, g->a, g->b, g->beta, g->c.data, g->c.row);
}

static void blocked(const Gemm *g)
{
    gemm_with(gemm_kernel(), g, false);
}

#ifdef GEMM_HAS_VERSIONS
static void blocked_baseline(const Gemm *g)
{
    gemm_with(&gemm_native, g, false);
}

static void blocked_avx2(const Gemm *g)
{
    gemm_with(&gemm_avx2, g, false);
}
#endif

static Gemm product_of(long m, long n, long k, Matrix a, Matrix b, Tensor *c)
{
    return (Gemm){.m = m, .n = n, .k = k, .alpha = 1, .a = a, .b = b, .c = {c->data, n, 1}};
}

/* The result of one product as a tensor (m, c_row), from the same C each time. */
static Tensor *result(Product f, Gemm g)
{
    Tensor *c = tensor_full(SHAPE(g.m, g.c.row), (real)0.5);
    g.c.data = c->data;
    f(&g);
    return c;
}

static void compare(long m, long n, long k, real alpha, Matrix a, Matrix b, real beta, long c_row)
{
    Gemm g = {.m = m, .n = n, .k = k, .alpha = alpha, .a = a, .b = b, .beta = beta};
    g.c = (Matrix){NULL, c_row, 1};
    Tensor *right = result(plain, g);
    double atol = TOLERANCE * (double)(k + 1) / 16;
    assert_tensor_close(result(blocked, g), right, 0, atol);
    assert_tensor_close(result(gemm, g), right, 0, atol);
#ifdef GEMM_HAS_VERSIONS /* the other kernels of a portable build */
    assert_tensor_close(result(blocked_baseline, g), right, 0, atol);
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        assert_tensor_close(result(blocked_avx2, g), right, 0, atol);
#endif
}

/* All four layouts of one product. */
static void compare_layouts(long m, long n, long k)
{
    Tensor *a = random_tensor(SHAPE(m, k)), *b = random_tensor(SHAPE(k, n));
    Matrix rows_a = {a->data, k, 1}, columns_a = {a->data, 1, m};
    Matrix rows_b = {b->data, n, 1}, columns_b = {b->data, 1, k};
    compare(m, n, k, 1, rows_a, rows_b, 0, n);
    compare(m, n, k, (real)0.5, columns_a, rows_b, 1, n);
    compare(m, n, k, -2, rows_a, columns_b, (real)-0.5, n + 3);
    compare(m, n, k, 1, columns_a, columns_b, 2, n);
}

static void test_plain_by_hand(void **state)
{
    (void)state;
    real a[] = {1, 2, 3, 4, 5, 6}, b[] = {7, 8, 9, 10, 11, 12}, c[] = {1, 1, 1, 1};
    Matrix wide = {a, 3, 1}, tall = {b, 2, 1};
    gemm_plain(2, 2, 3, 1, wide, tall, 0, c, 2);
    assert_close(c[0], 58, 0);
    assert_close(c[1], 64, 0);
    assert_close(c[2], 139, 0);
    assert_close(c[3], 154, 0);
    gemm_plain(2, 2, 3, 2, wide, tall, -1, c, 2); /* 2 AB - AB = AB */
    assert_close(c[0], 58, 0);
    assert_close(c[3], 154, 0);
}

static void test_odd_sizes(void **state)
{
    static const long sizes[] = {1, 2, 5, 7, 13, 31, 33, 50, 97};
    (void)state;
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < 9; j++) {
            Scope *scope = scope_open();
            compare_layouts(sizes[i], sizes[j], sizes[(i * 5 + j * 3) % 9]);
            scope_close(scope);
        }
}

/* One less, as many, and one more than the MR and NR of each kernel. */
static void test_edges_of_tiles(void **state)
{
    static const long rows[] = {3, 4, 6, 11, 12, 13, 14, 15, 27, 28, 29},
                      columns[] = {4, 8, 9, 15, 16, 17, 31, 32, 33, 48, 63, 64, 65};
    (void)state;
    for (int i = 0; i < 11; i++)
        for (int j = 0; j < 13; j++) {
            Scope *scope = scope_open();
            compare_layouts(rows[i], columns[j], 14 + (i + j) % 5);
            scope_close(scope);
        }
}

/* Past KC and NC, both 384, and more than 8 micro-panels of A high. */
static void test_several_blocks(void **state)
{
    static const long sizes[][3] = {{61, 40, 383}, {61, 40, 384},  {61, 40, 385},  {17, 383, 20},
                                    {17, 384, 20}, {17, 385, 20},  {29, 800, 50},  {3, 1030, 515},
                                    {200, 9, 33},  {112, 64, 40},  {113, 64, 40},  {20, 96, 769},
                                    {20, 80, 769}, {150, 65, 400}, {16, 1024, 800}};
    (void)state;
    for (int i = 0; i < 15; i++) {
        Scope *scope = scope_open();
        compare_layouts(sizes[i][0], sizes[i][1], sizes[i][2]);
        scope_close(scope);
    }
}

/* ---- by every library --------------------------------------------------------------------------- */

static const char *const backends[] = {"builtin", "blas", "onednn"};

static void choose_as_before(void)
{
    const char *name = getenv("KINDLING_GEMM");
    if (name == NULL || !gemm_choose(name))
        gemm_choose(NULL);
}

static void test_libraries_agree(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        if (!gemm_choose(backends[i]))
            continue;
        compare_layouts(33, 70, 21);
        compare_layouts(140, 120, 400);
        choose_as_before();
    }
}

static void test_an_unknown_library_changes_nothing(void **state)
{
    (void)state;
    assert_true(gemm_choose("builtin"));
    assert_false(gemm_choose("abacus"));
    assert_memory_equal(gemm_backend(), "built-in", 8);
    choose_as_before();
}

/* B as it lies, or the same numbers as those of its transpose. */
static void compare_bias(long m, long n, long k, bool in_columns)
{
    Scope *scope = scope_open();
    Tensor *a = random_tensor(SHAPE(m, k)), *b = random_tensor(SHAPE(k, n));
    Tensor *bias = random_tensor(SHAPE(n)), *expected = tensor_zeros(SHAPE(m, n + 2));
    Tensor *actual = tensor_full(SHAPE(m, n + 2), (real)NAN);
    Matrix x = {a->data, k, 1}, y = {b->data, in_columns ? 1 : n, in_columns ? k : 1};
    gemm_plain(m, n, k, 1, x, y, 0, expected->data, n + 2);
    for (long i = 0; i < m; i++) {
        for (long j = 0; j < n; j++)
            expected->data[i * (n + 2) + j] += bias->data[j];
        for (long j = n; j < n + 2; j++)
            expected->data[i * (n + 2) + j] = actual->data[i * (n + 2) + j] = -7;
    }
    Gemm g = {.m = m, .n = n, .k = k, .alpha = 1, .a = x, .b = y, .bias = bias->data};
    g.c = (Matrix){actual->data, n + 2, 1};
    gemm(&g);
    assert_tensor_close(actual, expected, 0, TOLERANCE * (double)(k + 1) / 16);
    scope_close(scope);
}

static void test_bias(void **state)
{
    static const long sizes[][3] = {{2, 2, 2},    {1, 40, 30},   {3, 65, 20},   {14, 32, 10},
                                    {15, 33, 9},  {100, 65, 40}, {30, 400, 20}, {20, 40, 800},
                                    {1, 90, 800}, {5, 5, 0}};
    (void)state;
    for (int i = 0; i < 3; i++) {
        if (!gemm_choose(backends[i]))
            continue;
        for (int s = 0; s < 10; s++) {
            compare_bias(sizes[s][0], sizes[s][1], sizes[s][2], false);
            compare_bias(sizes[s][0], sizes[s][1], sizes[s][2], true);
        }
        choose_as_before();
    }
}

/* Matrices that no BLAS takes: both strides large, repeated, or running backwards. */
static void test_any_strides(void **state)
{
    (void)state;
    Tensor *numbers = random_tensor(SHAPE(40000));
    real *middle = numbers->data + 20000;
    const Matrix odd[] = {{middle, 60, 2}, {middle, 2, 70},  {middle, 0, 1},   {middle, 1, 0},
                          {middle, 0, 0},  {middle, -40, 1}, {middle, 1, -40}, {middle, -2, -90},
                          {middle, 3, 1},  {middle, 1, 3}}; /* the last two overlap */
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 10; j++) {
            Scope *scope = scope_open();
            compare(20, 35, 30, 1, odd[i], odd[j], 1, 35);
            compare(1, 35, 30, 1, odd[i], odd[j], 0, 35);
            compare(20, 1, 30, 1, odd[i], odd[j], 0, 1);
            compare(20, 35, 1, 1, odd[i], odd[j], 0, 35);
            scope_close(scope);
        }
}

/* Along an axis of size 1 a stride means nothing, as in a view of one row. */
static void test_one_row_of_any_stride(void **state)
{
    (void)state;
    Tensor *a = random_tensor(SHAPE(64)), *b = random_tensor(SHAPE(64, 64));
    Tensor *expected = tensor_zeros(SHAPE(1, 64)), *actual = tensor_zeros(SHAPE(1, 64));
    Matrix strange = {a->data, 0, 1}, rows = {b->data, 64, 1};
    gemm_plain(1, 64, 64, 1, strange, rows, 0, expected->data, 64);
    Gemm g = product_of(1, 64, 64, strange, rows, actual);
    g.c.row = 1;
    gemm(&g);
    assert_tensor_close(actual, expected, 0, TOLERANCE);
    blocked(&g);
    assert_tensor_close(actual, expected, 0, TOLERANCE);
}

static const Product all[] = {plain, blocked, gemm};

static void test_beta_zero_never_reads_c(void **state)
{
    static const long sizes[] = {2, 9, 60};
    (void)state;
    for (int s = 0; s < 3; s++) {
        long n = sizes[s];
        Tensor *ones = tensor_ones(SHAPE(n, n));
        Matrix a = {ones->data, n, 1};
        for (int f = 0; f < 3; f++) {
            Tensor *c = tensor_full(SHAPE(n, n), (real)NAN);
            Gemm g = product_of(n, n, n, a, a, c);
            all[f](&g);
            assert_tensor_close(c, tensor_full(SHAPE(n, n), (real)n), 0, 0);
        }
    }
}

static void test_inner_size_zero_scales_c(void **state)
{
    (void)state;
    real c[2];
    for (int f = 0; f < 3; f++) {
        Gemm g = {.m = 1, .n = 2, .alpha = 1, .beta = 2, .c = {c, 2, 1}};
        c[0] = 3;
        c[1] = 5;
        all[f](&g);
        assert_close(c[0], 6, 0);
        assert_close(c[1], 10, 0);
        c[0] = (real)NAN;
        g.beta = 0;
        all[f](&g);
        assert_close(c[0], 0, 0);
        all[f](&(Gemm){.m = 0, .n = 2, .k = 3, .alpha = 1}); /* nothing to do, nothing touched */
        all[f](&(Gemm){.m = 2, .n = 0, .k = 3, .alpha = 1});
    }
}

/* Only the rows and columns that exist are written. */
static void test_stays_inside_c(void **state)
{
    (void)state;
    Tensor *ones = tensor_ones(SHAPE(40, 40));
    Matrix a = {ones->data, 40, 1};
    for (int f = 0; f < 3; f++) {
        Tensor *c = tensor_full(SHAPE(40, 40), -1);
        Gemm g = product_of(37, 33, 40, a, a, c);
        g.c.row = 40;
        all[f](&g);
        for (long i = 0; i < 40; i++)
            for (long j = 0; j < 40; j++)
                assert_close(c->data[i * 40 + j], i < 37 && j < 33 ? 40 : -1, 0);
    }
}

static void test_nan_and_infinity_go_through(void **state)
{
    (void)state;
    Tensor *a = tensor_ones(SHAPE(20, 20)), *b = tensor_ones(SHAPE(20, 20));
    tensor_set(a, AT(3, 4), (real)NAN);
    tensor_set(a, AT(7, 4), (real)INFINITY);
    Matrix left = {a->data, 20, 1}, right = {b->data, 20, 1};
    for (int f = 0; f < 3; f++) {
        Tensor *c = tensor_zeros(SHAPE(20, 20));
        Gemm g = product_of(20, 20, 20, left, right, c);
        all[f](&g);
        assert_true(isnan(tensor_get(c, AT(3, 0))) && isnan(tensor_get(c, AT(3, 19))));
        assert_close(tensor_get(c, AT(7, 5)), INFINITY, 0);
        assert_close(tensor_get(c, AT(4, 5)), 20, 0);
    }
}

static void test_sizes_beyond_int(void **state)
{
    (void)state;
    if (blas_library() == NULL || LONG_MAX == INT_MAX)
        return; /* no int in the way */
    real x[1] = {1};
    Gemm g = {.m = 16, .n = 16, .k = 16, .alpha = 1, .a = {x, 0, 0}, .c = {x, 16, 1}};
    g.b = (Matrix){x, LARGE_SIZE, 1};
    assert_fails_with("tensor_matmul: (16, 16) @ (16, 16): the stride of b is " AS_TEXT(LARGE_SIZE),
                      gemm_by_library(blas_library(), &g));
}

static void test_columns_of_c_apart(void **state)
{
    (void)state;
    real x[8] = {0};
    Gemm g = {.m = 2, .n = 2, .k = 1, .alpha = 1, .a = {x, 1, 1}, .b = {x, 1, 1}, .c = {x, 1, 2}};
    assert_fails_with("gemm: the columns of C are 2 elements apart, expected 1", gemm(&g));
    g.n = 1; /* along an axis of size 1 a stride means nothing */
    gemm(&g);
}

static void test_backend_has_a_name(void **state)
{
    (void)state;
    assert_true(strlen(gemm_backend()) > 0);
    assert_null(strstr(gemm_backend(), "NO_"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_plain_by_hand),
        UNIT_TEST(test_odd_sizes),
        UNIT_TEST(test_edges_of_tiles),
        UNIT_TEST(test_several_blocks),
        UNIT_TEST(test_libraries_agree),
        UNIT_TEST(test_an_unknown_library_changes_nothing),
        UNIT_TEST(test_bias),
        UNIT_TEST(test_any_strides),
        UNIT_TEST(test_one_row_of_any_stride),
        UNIT_TEST(test_beta_zero_never_reads_c),
        UNIT_TEST(test_inner_size_zero_scales_c),
        UNIT_TEST(test_stays_inside_c),
        UNIT_TEST(test_nan_and_infinity_go_through),
        UNIT_TEST(test_sizes_beyond_int),
        UNIT_TEST(test_columns_of_c_apart),
        UNIT_TEST(test_backend_has_a_name),
    };
    return run_tests("tensor/product/gemm", tests);
}
