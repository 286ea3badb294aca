/* test_init.c - starting values: their range, their spread, and that a seed repeats them. */
#include "test.h"

typedef struct {
    double mean, std, low, high;
} Spread;

static Spread spread_of(const Tensor *t)
{
    long n = tensor_numel(t);
    Spread s = {.low = INFINITY, .high = -INFINITY};
    double squares = 0;
    for (long i = 0; i < n; i++) {
        double v = (double)t->data[i];
        s.mean += v / (double)n;
        squares += v * v / (double)n;
        s.low = fmin(s.low, v);
        s.high = fmax(s.high, v);
    }
    s.std = sqrt(squares - s.mean * s.mean);
    return s;
}

static void test_uniform_fills_its_range(void **state)
{
    (void)state;
    Tensor *t = tensor_zeros(SHAPE(100, 100));
    init_uniform(t, -2, 4, &test_rng);
    Spread s = spread_of(t);
    assert_true(s.low >= -2 && s.low < -1.99);
    assert_true(s.high < 4.0001 && s.high > 3.99);
    assert_close(s.mean, 1, 0.1);
    assert_close(s.std, 6 / sqrt(12), 0.05);
}

static void test_normal_has_its_mean_and_spread(void **state)
{
    (void)state;
    Tensor *t = tensor_zeros(SHAPE(100, 100));
    init_normal(t, 3, (real)0.5, &test_rng);
    Spread s = spread_of(t);
    assert_close(s.mean, 3, 0.02);
    assert_close(s.std, 0.5, 0.015);
}

static void test_kaiming_bound_is_one_over_root_in(void **state)
{
    (void)state;
    Tensor *t = tensor_zeros(SHAPE(64, 300));
    init_kaiming_uniform(t, &test_rng);
    Spread s = spread_of(t);
    assert_true(s.low >= -0.1250001 && s.low < -0.1249);
    assert_true(s.high <= 0.1250001 && s.high > 0.1249);
    assert_close(s.mean, 0, 0.003);
}

static void test_xavier_spread_takes_both_sides(void **state)
{
    (void)state;
    Tensor *t = tensor_zeros(SHAPE(150, 50));
    init_xavier_normal(t, &test_rng);
    Spread s = spread_of(t);
    assert_close(s.mean, 0, 0.005);
    assert_close(s.std, 0.1, 0.004);
}

static void test_layers_start_as_in_torch(void **state)
{
    (void)state;
    Linear *l = linear_new(25, 400, true, &test_rng);
    Spread w = spread_of(l->weight), b = spread_of(l->bias);
    assert_true(w.high <= 0.2 + 1e-6 && w.high > 0.199 && w.low < -0.199);
    assert_true(b.high <= 0.2 + 1e-6 && b.high > 0.19 && b.low < -0.19);
    Embedding *e = embedding_new(100, 64, &test_rng);
    Spread t = spread_of(e->weight);
    assert_close(t.mean, 0, 0.04);
    assert_close(t.std, 1, 0.04);
    module_free(&l->module);
    module_free(&e->module);
}

static void test_a_view_gets_the_same_numbers_as_a_tensor(void **state)
{
    (void)state;
    Rng a = rng_seed(5), b = rng_seed(5);
    Tensor *whole = tensor_zeros(SHAPE(3, 8)), *plain = tensor_zeros(SHAPE(3, 4));
    Tensor *part = tensor_slice(whole, 1, 4, 8, 1);
    init_normal(part, 0, 1, &a);
    init_normal(plain, 0, 1, &b);
    assert_tensor_identical(part, plain);
    assert_true(whole->data[0] == 0 && a.state == b.state);
}

/* Such a copy would stay in the cache of scopes, as large as the largest table of a model. */
static void test_a_table_is_drawn_without_a_copy_of_it(void **state)
{
    (void)state;
    Tensor *t = tensor_zeros(SHAPE(1 << 10, 1 << 10));
    init_normal(tensor_zeros(SHAPE(2, 2)), 0, 1, &test_rng);
    long before = allocation_count;
    init_normal(t, 0, 1, &test_rng);
    init_uniform(t, 0, 1, &test_rng);
    assert_int_equal(allocation_count, before);
}

static void test_empty_and_unfit_shapes(void **state)
{
    (void)state;
    init_kaiming_uniform(tensor_zeros(SHAPE(0, 3)), &test_rng);
    init_xavier_normal(tensor_zeros(SHAPE(0, 0)), &test_rng);
    assert_fails_with("init_kaiming_uniform: weight is (3,)",
                      init_kaiming_uniform(tensor_zeros(SHAPE(3)), &test_rng));
    assert_fails_with("init_xavier_normal: weight is (1, 2, 3)",
                      init_xavier_normal(tensor_zeros(SHAPE(1, 2, 3)), &test_rng));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_uniform_fills_its_range),
        UNIT_TEST(test_normal_has_its_mean_and_spread),
        UNIT_TEST(test_kaiming_bound_is_one_over_root_in),
        UNIT_TEST(test_xavier_spread_takes_both_sides),
        UNIT_TEST(test_layers_start_as_in_torch),
        UNIT_TEST(test_a_view_gets_the_same_numbers_as_a_tensor),
        UNIT_TEST(test_a_table_is_drawn_without_a_copy_of_it),
        UNIT_TEST(test_empty_and_unfit_shapes),
    };
    return run_tests("nn/init", tests);
}
