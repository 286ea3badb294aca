/* test_kv_fit.c - by hand, and what kv_cache_new really takes. */
#include "kv_cache_shared.h"
#include "test.h"

/* 2 layers, 1 text, 16 channels: heads of 4 to 8. */
static KvBudget small(double bytes)
{
    return (KvBudget){.embed_dim = 16,
                      .layers = 2,
                      .batch = 1,
                      .least_width = 3,
                      .most_width = 8,
                      .least_context = 10,
                      .most_context = 100,
                      .number_bytes = 2,
                      .bytes = bytes};
}

static void assert_fit(KvFit f, long heads, long kv_heads, long context)
{
    assert_int_equal(f.num_heads, heads);
    assert_int_equal(f.num_kv_heads, kv_heads);
    assert_int_equal(f.context, context);
}

static void test_by_hand(void **state)
{
    (void)state;
    assert_fit(kv_fit(small(1280)), 4, 4, 10); /* 16 numbers of 2 bytes, 2 layers, k and v: 128 */
    assert_fit(kv_fit(small(1279)), 4, 2, 19); /* 8 numbers: 64 bytes a token */
    assert_fit(kv_fit(small(320)), 4, 1, 10);
    assert_fit(kv_fit(small(319)), 0, 0, 0);
    assert_fit(kv_fit(small(1e9)), 4, 4, 100);
}

static void test_the_cache_is_within_the_budget(void **state)
{
    (void)state;
    for (double bytes = 320; bytes < 9000; bytes += 117) {
        KvBudget b = small(bytes);
        b.number_bytes = sizeof(real);
        b.bytes *= (double)sizeof(real) / 2;
        KvFit f = kv_fit(b);
        Scope *scope = scope_open();
        long D = b.embed_dim / f.num_heads;
        KvCache *c = kv_cache_new(b.layers, b.batch, f.num_kv_heads, f.context, D);
        assert_true((double)kv_cache_bytes(c) <= b.bytes);
        scope_close(scope);
    }
}

static void test_bad_input(void **state)
{
    (void)state;
    KvBudget b = small(1e4);
    b.layers = 0;
    assert_fails_with("layers 0", kv_fit(b));
    b = small(1e4);
    b.most_width = 2;
    assert_fails_with("widths from 3 to 2", kv_fit(b));
}

int main(void)
{
    const struct CMUnitTest tests[] = {UNIT_TEST(test_by_hand),
                                       UNIT_TEST(test_the_cache_is_within_the_budget),
                                       UNIT_TEST(test_bad_input)};
    return run_tests("attention/cache/kv_fit", tests);
}
