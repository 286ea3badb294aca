/* test_gemm_threads.c - products on several threads: the same bits, and out of memory is told, not died of. */
#include "gemm_task.h"
#include "test.h"

static void with_rule(const Gemm *g)
{
    gemm(g);
}

static void by_blocks(const Gemm *g)
{
    gemm_with(gemm_kernel(), g, false);
}

static void by_rows(const Gemm *g)
{
    gemm_with(gemm_kernel(), g, true);
}

static void by_blas(const Gemm *g)
{
    gemm_by_library(blas_library(), g);
}

typedef void (*Product)(const Gemm *g);
static const Product built_in[] = {by_blocks, by_rows};

static Gemm random_product(long m, long n, long k)
{
    Tensor *a = random_tensor(SHAPE(m, k)), *b = random_tensor(SHAPE(k, n));
    return (Gemm){.m = m,
                  .n = n,
                  .k = k,
                  .alpha = 1,
                  .a = {a->data, k, 1},
                  .b = {b->data, n, 1},
                  .beta = (real)0.5,
                  .c = {NULL, n, 1}};
}

static Tensor *result(Product f, Gemm g)
{
    Tensor *c = tensor_full(SHAPE(g.m, g.n), (real)0.5);
    g.c.data = c->data;
    f(&g);
    return c;
}

/* ---- bits ------------------------------------------------------------------------------------------ */

/* Each sum runs over p in the same order, whichever thread and micro-tile it falls to. */
static void test_thread_counts_give_the_same_bits(void **state)
{
    static const long sizes[][3] = {{130, 130, 130}, {20, 700, 400}, {300, 65, 90},
                                    {1, 2000, 300},  {3, 40, 13000}, {2, 1100, 6200}};
    (void)state;
    int before = kindling_threads();
    for (int s = 0; s < 6; s++)
        for (int f = 0; f < 2; f++) {
            Gemm g = random_product(sizes[s][0], sizes[s][1], sizes[s][2]);
            kindling_set_threads(1);
            Tensor *one = result(built_in[f], g);
            for (int threads = 2; threads < 6; threads++) {
                kindling_set_threads(threads);
                assert_tensor_identical(result(built_in[f], g), one);
            }
        }
    kindling_set_threads(before);
}

/* A wide product in parts that are narrow is still cut as a wide one. */
static void test_narrow_parts_of_a_wide_product(void **state)
{
    (void)state;
    int before = kindling_threads();
    for (long n = 17; n < 140; n += 15) {
        Gemm g = random_product(5, n, 3000);
        kindling_set_threads(1);
        Tensor *one = result(by_blocks, g);
        kindling_set_threads(9);
        assert_tensor_identical(result(by_blocks, g), one);
    }
    kindling_set_threads(before);
}

/* Each thread packs in memory of its own. Often, since two might miss each other. */
static void test_a_batch_on_threads(void **state)
{
    int before = kindling_threads();
    Tensor *a = random_tensor(SHAPE(8, 300, 300));
    Tensor *b = tensor_transpose(random_tensor(SHAPE(8, 330, 300)), -2, -1);
    kindling_set_threads(1);
    Tensor *one = tensor_matmul(a, b);
    for (int threads = 2; threads < 4; threads++)
        for (int i = 0; i < 10; i++) {
            Scope *scope = scope_open();
            kindling_set_threads(threads);
            assert_tensor_identical(tensor_matmul(a, b), one);
            scope_close(scope);
        }
    kindling_set_threads(before);
    (void)state;
}

static void test_same_bits_again(void **state)
{
    (void)state;
    Gemm g = random_product(150, 170, 90);
    assert_tensor_identical(result(with_rule, g), result(with_rule, g));
}

/* The BLAS is told to use one thread; the program's own number of threads must survive that. */
static void test_thread_count_is_left_alone(void **state)
{
    (void)state;
    int before = kindling_threads();
    kindling_set_threads(3);
    int wanted = kindling_threads();                  /* 1 in a build without threads */
    result(with_rule, random_product(30, 30, 30));    /* on this thread */
    result(with_rule, random_product(200, 200, 200)); /* on several */
    if (blas_library() != NULL)
        result(by_blas, random_product(200, 200, 200));
    assert_int_equal(kindling_threads(), wanted);
    kindling_set_threads(before);
}

/* A BLAS promises no bits, but digits. */
static void test_a_library_on_threads(void **state)
{
    (void)state;
    if (blas_library() == NULL)
        return;
    int before = kindling_threads();
    Gemm g = random_product(130, 130, 130);
    kindling_set_threads(1);
    Tensor *one = result(by_blas, g);
    kindling_set_threads(4);
    assert_tensor_close(result(by_blas, g), one, 0, IS_DOUBLE ? 1e-11 : 2e-3);
    kindling_set_threads(before);
}

/* ---- memory ---------------------------------------------------------------------------------------- */

/* Two threads, so that what is packed by the second one counts, too. */
static bool multiply_on_two_threads(Product f, Gemm g)
{
    int before = kindling_threads();
    kindling_set_threads(2);
    result(f, g);
    kindling_set_threads(before);
    return true;
}

static Gemm large, strange;

static bool long_product(void)
{
    return multiply_on_two_threads(by_blocks, large);
}

static bool product_by_library(void)
{
    return multiply_on_two_threads(by_blas, strange);
}

static bool product_by_rows(void)
{
    return multiply_on_two_threads(by_rows, large);
}

static Tensor *batch_a, *batch_b;

static bool many_products(void)
{
    int before = kindling_threads();
    kindling_set_threads(2);
    tensor_matmul(batch_a, batch_b);
    kindling_set_threads(before);
    return true;
}

/* Every allocation fails once. One made by a thread inside the loop would jump out of it. */
static void test_out_of_memory(void **state)
{
    int before = kindling_threads();
    static real numbers[700 * 7000], columns[7000 * 40];
    for (long i = 0; i < 700 * 7000; i++)
        numbers[i] = (real)(i % 7);
    large = (Gemm){.m = 700, .n = 40, .k = 7000, .alpha = 1, .c = {NULL, 40, 1}};
    large.a = (Matrix){numbers, 7000, 1};
    large.b = (Matrix){columns, 1, 7000};
    strange = (Gemm){.m = 700, .n = 400, .k = 300, .alpha = 1, .c = {NULL, 400, 1}};
    strange.a = (Matrix){numbers, 900, 2};
    strange.b = (Matrix){numbers, 800, 2};
    assert_true(survive_all(state, long_product) >= 2);
    assert_non_null(strstr(last_failure, "out of memory: "));
    survive_all(state, product_by_rows);
    if (blas_library() != NULL)
        assert_true(survive_all(state, product_by_library) >= 2);
    Tensor a = {.data = numbers, .ndim = 3, .shape = {9, 70, 500}, .stride = {35000, 500, 1}};
    Tensor b = {.data = numbers, .ndim = 3, .shape = {9, 500, 90}, .stride = {45000, 90, 1}};
    batch_a = &a;
    batch_b = &b;
    assert_true(survive_all(state, many_products) >= 2);
    kindling_set_threads(before);
}

static void test_no_malloc_in_steady_state(void **state)
{
    (void)state;
    Tensor *a = random_tensor(SHAPE(100, 100)), *c = tensor_zeros(SHAPE(100, 100));
    Gemm plain = {.m = 100, .n = 100, .k = 100, .alpha = 1};
    plain.a = plain.b = (Matrix){a->data, 100, 1};
    plain.c = (Matrix){c->data, 100, 1};
    Gemm packed = plain;
    packed.n = packed.k = 40;
    packed.a = (Matrix){a->data, 0, 2};
    long warm = 0;
    for (int i = 0; i < 5; i++) {
        if (i == 2)
            warm = allocation_count;
        by_blocks(&plain);
        gemm(&packed);
    }
    assert_int_equal(allocation_count, warm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_thread_counts_give_the_same_bits),
        UNIT_TEST(test_narrow_parts_of_a_wide_product),
        UNIT_TEST(test_a_batch_on_threads),
        UNIT_TEST(test_same_bits_again),
        UNIT_TEST(test_thread_count_is_left_alone),
        UNIT_TEST(test_a_library_on_threads),
        UNIT_TEST(test_out_of_memory),
        UNIT_TEST(test_no_malloc_in_steady_state),
    };
    return run_tests("tensor/product/gemm_threads", tests);
}
