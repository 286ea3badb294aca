/* test_gemm_steps.c - every step of the product gives the numbers of gemm_plain, writes nothing else, and changes no
 * bit of any other step; what is read how often; equal bits for any number of parts and threads. */
#include "gemm_steps.h"
#include "test.h"

enum { GUARD = 7 };

static Tensor *copied(Tensor *t)
{
    Tensor *copy = tensor_new_like(t);
    copy_kernel(copy, t);
    return copy;
}

static void by_packing(Product x)
{
    Scope *scope = scope_open();
    gemm_packed(x, micro_tile, scope_alloc(scope, (size_t)gemm_packed_scratch(x.n) * sizeof(real)));
    scope_close(scope);
}

static void in_parts(Product x, long parts)
{
    Scope *scope = scope_open();
    gemm_threads(x, parts,
                 scope_alloc(scope, (size_t)(parts * gemm_packed_scratch(x.n)) * sizeof(real)));
    scope_close(scope);
}

static void in_one_part(Product x)
{
    in_parts(x, 1);
}

static void in_five_parts(Product x)
{
    in_parts(x, 5);
}

static void in_tiles(Product x)
{
    gemm_tiled(x, 8);
}

static void in_large_tiles(Product x)
{
    gemm_tiled(x, 1000);
}

static void in_a_small_cache(Product x)
{
    gemm_fitted(x, 3, 4);
}

static void in_a_cache(Product x)
{
    gemm_fitted(x, 18, 8);
}

static void (*const step[])(Product) = {gemm_ijk,       gemm_ikj,         in_tiles,
                                        in_large_tiles, in_a_small_cache, in_a_cache,
                                        by_packing,     in_one_part,      in_five_parts};
enum { STEPS = sizeof step / sizeof *step };

static Matrix matrix(const Tensor *t)
{
    return (Matrix){t->data, t->stride[0], t->stride[1]};
}

/* One after the other into copies of C (m, n + GUARD), each beside gemm_plain. */
static void check_size(long m, long n, long k, bool a_transposed, bool b_transposed)
{
    Tensor *a = random_tensor(2, (long[]){a_transposed ? k : m, a_transposed ? m : k});
    Tensor *b = random_tensor(2, (long[]){b_transposed ? n : k, b_transposed ? k : n});
    if (a_transposed)
        a = tensor_transpose(a, 0, 1);
    if (b_transposed)
        b = tensor_transpose(b, 0, 1);
    Tensor *before = random_tensor(SHAPE(m, n + GUARD));
    Tensor *want = copied(before);
    gemm_plain(m, n, k, 1, matrix(a), matrix(b), 1, want->data, n + GUARD);
    for (int s = 0; s < STEPS; s++) {
        Tensor *c = copied(before);
        step[s]((Product){m, n, k, matrix(a), matrix(b), c->data, n + GUARD});
        assert_tensor_close(c, want, IS_DOUBLE ? 1e-12 : 1e-4, IS_DOUBLE ? 1e-12 : 1e-4);
        for (long i = 0; i < m; i++) /* what is not C */
            assert_memory_equal(c->data + i * (n + GUARD) + n, before->data + i * (n + GUARD) + n,
                                GUARD * sizeof(real));
    }
}

static void test_sizes(void **state)
{
    (void)state;
    const long size[] = {0, 1, 2, 5, 6, 7, 8, 13, 31, 32, 33, 65};
    enum { SIZES = sizeof size / sizeof *size };
    for (int i = 0; i < SIZES; i++)
        for (int j = 0; j < SIZES; j++) {
            Scope *scope = scope_open();
            check_size(size[i], size[j], size[(i * 5 + j) % SIZES], (i + j) % 2,
                       (i + 2 * j) % 3 == 0);
            scope_close(scope);
        }
    check_size(14, 70, STEP_KC + 3, false, false);
    check_size(7, 33, 2 * STEP_KC, true, true);
}

/* Whole numbers, so that no rounding hides an order, and huge ones that cancel, so that it shows. */
static void test_same_bits(void **state)
{
    (void)state;
    const long m = 20, n = 40, k = STEP_KC + 20;
    Tensor *a = random_tensor(SHAPE(m, k)), *b = tensor_ones(SHAPE(k, n));
    for (long i = 0; i < m; i++) {
        a->data[i * k + i] = (real)0x1p60;
        a->data[i * k + k - 2 * i - 1] = (real)-0x1p60;
    }
    Tensor *first = tensor_zeros(SHAPE(m, n));
    gemm_ijk((Product){m, n, k, matrix(a), matrix(b), first->data, n});
    for (int s = 1; s < STEPS; s++) {
        Tensor *c = tensor_zeros(SHAPE(m, n));
        step[s]((Product){m, n, k, matrix(a), matrix(b), c->data, n});
        assert_tensor_identical(c, first);
    }
}

static void test_any_number_of_threads(void **state)
{
    (void)state;
    const long m = 50, n = 70, k = 300;
    int before = kindling_threads();
    Tensor *a = random_tensor(SHAPE(m, k)), *b = random_tensor(SHAPE(k, n));
    Tensor *alone = tensor_zeros(SHAPE(m, n));
    in_parts((Product){m, n, k, matrix(a), matrix(b), alone->data, n}, 1);
    for (int threads = 1; threads <= 4; threads++)
        for (long parts = 1; parts <= 12; parts++) {
            Tensor *c = tensor_zeros(SHAPE(m, n));
            kindling_set_threads(threads);
            in_parts((Product){m, n, k, matrix(a), matrix(b), c->data, n}, parts);
            kindling_set_threads(before);
            assert_tensor_identical(c, alone);
        }
}

static void test_tiles_are_the_same(void **state)
{
    (void)state;
    const long k = 37;
    Tensor *a = random_tensor(SHAPE(k, STEP_MR)), *b = random_tensor(SHAPE(k, STEP_NR));
    Tensor *c = random_tensor(SHAPE(STEP_MR, STEP_NR + GUARD)), *d = copied(c), *want = copied(c);
    gemm_plain(STEP_MR, STEP_NR, k, 1, (Matrix){a->data, 1, STEP_MR}, (Matrix){b->data, STEP_NR, 1},
               1, want->data, STEP_NR + GUARD);
    micro_tile(k, a->data, b->data, c->data, STEP_NR + GUARD);
    vector_tile(k, a->data, b->data, d->data, STEP_NR + GUARD);
    assert_tensor_close(c, want, 1e-5, 1e-5);
    assert_tensor_close(d, want, 1e-5, 1e-5);
}

static void test_panel(void **state)
{
    (void)state;
    Tensor *x = tensor_from(SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, 6)), *to = tensor_ones(SHAPE(10));
    pack_panel(to->data, 3, matrix(x), 2, 3);
    assert_values(to, SHAPE(10), VALUES(1, 4, 0, 2, 5, 0, 3, 6, 0, 1), 0);
    pack_panel(to->data, 3, (Matrix){x->data, 1, 3}, 3, 2);
    assert_values(to, SHAPE(10), VALUES(1, 2, 3, 4, 5, 6, 3, 6, 0, 1), 0);
    pack_panel(to->data, 3, matrix(x), 2, 0);
    assert_values(to, SHAPE(10), VALUES(1, 2, 3, 4, 5, 6, 3, 6, 0, 1), 0);
}

/* ---- the cache on paper ------------------------------------------------------------------------------ */

static void test_cache_model(void **state)
{
    (void)state;
    real x[32] = {0}, y[4] = {0};
    CacheModel cache = cache_model_new(2, 4);
    cache_model_watch(&cache, x, 32);
    cache_model_open(&cache);
    const long place[] = {0, 1, 4, 3, 8, 0, 4, 31}; /* lines 0 0 1 0 2 0 1 7 */
    for (size_t i = 0; i < sizeof place / sizeof *place; i++)
        assert_ptr_equal(cache_model_read(&x[place[i]]), &x[place[i]]);
    cache_model_read(y); /* it does not look there */
    cache_model_open(NULL);
    cache_model_read(x);
    assert_int_equal(cache.reads, 8);
    assert_int_equal(cache.misses, 5);
    assert_int_equal(cache.array[0].misses, 5);
    assert_fails_with("0 lines of 4", cache_model_new(0, 4));
    assert_fails_with("65 lines", cache_model_new(65, 4));
    assert_fails_with("lines of 0", cache_model_new(4, 0));
    cache_model_watch(&cache, y, 2);
    cache_model_watch(&cache, y + 2, 2);
    assert_fails_with("at 3 arrays already", cache_model_watch(&cache, y, 4));
}

/* READ is all that knows them: as many at a time as an expression has. */
static void test_numbers_behind_a_read(void **state)
{
    (void)state;
    const real x[4] = {1, 2, 3, 4};
    CacheModel cache = cache_model_new(2, 4);
    real *there = cache_model_hide(&cache, x, 4);
    assert_true(isnan((double)there[0]) && isnan((double)there[3]));
    cache_model_open(&cache);
    const real *one = cache_model_read(&there[1]), *other = cache_model_read(&there[3]);
    assert_true(*one == 2 && *other == 4 && isnan((double)there[1]));
    assert_ptr_equal(cache_model_read(&x[1]), &x[1]); /* where they are is nobody's to look */
    cache_model_open(NULL);
    assert_ptr_equal(cache_model_read(&there[1]), &there[1]);
    assert_int_equal(cache.array[0].reads, 2);
    assert_int_equal(cache.misses, 1);
    cache_model_hide(&cache, x, 0);
    cache_model_watch(&cache, x, 4);
    assert_fails_with("at 3 arrays already", cache_model_hide(&cache, x, 4));
}

static CacheModel counted(void (*f)(Product), long m, long n, long k, long lines)
{
    Tensor *a = random_tensor(SHAPE(m, k)), *b = random_tensor(SHAPE(k, n)),
           *c = tensor_zeros(SHAPE(m, n));
    CacheModel cache = cache_model_new(lines, 8);
    cache_model_watch(&cache, a->data, m * k);
    cache_model_watch(&cache, b->data, k * n);
    cache_model_open(&cache);
    f((Product){m, n, k, matrix(a), matrix(b), c->data, n});
    cache_model_open(NULL);
    return cache;
}

static void test_what_is_read(void **state)
{
    (void)state;
    const long m = 24, n = 40, k = 48;
    CacheModel ijk = counted(gemm_ijk, m, n, k, 32), ikj = counted(gemm_ikj, m, n, k, 32),
               tiled = counted(in_tiles, m, n, k, 32), packed = counted(by_packing, m, n, k, 32),
               fitted = counted(in_a_cache, m, n, k, 18), wide = counted(in_a_cache, m, 16, k, 18);
    if (!READS_ARE_COUNTED) {
        assert_int_equal(ijk.reads + ikj.reads + tiled.reads + packed.reads, 0);
        return;
    }
    assert_int_equal(ijk.reads, 2 * m * n * k);
    assert_int_equal(ikj.reads, m * k + m * n * k);
    assert_int_equal(packed.reads, m * k + k * n);
    assert_int_equal(ijk.array[1].misses, m * n * k);
    assert_int_equal(ikj.array[1].misses, m * n * k / 8);
    assert_int_equal(tiled.array[1].misses, m / 8 * n * k / 8);
    assert_int_equal(fitted.misses, (m + 2 * n) * k / 8); /* two blocks of A stay, one by one */
    assert_int_equal(wide.misses, (m + 16) * k / 8);      /* all of B stays */
    assert_fails_with("a cache of 2 lines of 8 numbers", gemm_fitted((Product){0}, 2, 8));
    assert_fails_with("a cache of 3 lines of 0 numbers", gemm_fitted((Product){0}, 3, 0));
}

static void test_mistakes(void **state)
{
    (void)state;
    Product nothing = {0};
    assert_fails_with("gemm_tiled: tiles of 0 rows", gemm_tiled(nothing, 0));
    assert_fails_with("gemm_threads: 0 parts", gemm_threads(nothing, 0, NULL));
    assert_int_equal(gemm_packed_scratch(0), STEP_KC * STEP_MR);
    assert_int_equal(gemm_packed_scratch(33), STEP_KC * (STEP_MR + 2 * STEP_NR));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_sizes),
        UNIT_TEST(test_same_bits),
        UNIT_TEST(test_any_number_of_threads),
        UNIT_TEST(test_tiles_are_the_same),
        UNIT_TEST(test_panel),
        UNIT_TEST(test_cache_model), UNIT_TEST(test_numbers_behind_a_read),
        UNIT_TEST(test_what_is_read),
        UNIT_TEST(test_mistakes),
    };
    return run_tests("tensor/product/gemm_steps", tests);
}
