/* test_gpt_fit.c - sizes for a budget: by hand, against what a model really learns, and on both sides of each limit. */
#include "attention_shared.h"
#include "test.h"

static const GptBudget roomy = {.vocabulary = 10,
                                .context = 6,
                                .head_dim = 4,
                                .aspect = 4,
                                .parameters = 2400,
                                .cache = 1e9,
                                .flops = 1e9};

static void assert_sizes(GptBudget b, long layers, long channels)
{
    GptOptions o = gpt_fit(b);
    assert_int_equal(o.num_layers, layers);
    assert_int_equal(o.embed_dim, channels);
    assert_int_equal(o.num_heads, channels / b.head_dim);
}

static void test_parameters(void **state)
{
    (void)state;
    GptBudget b = roomy;
    assert_sizes(b, 2, 8); /* 1888; with 12 channels it would be 3984, with 3 layers 5868 */
    GptOptions o = gpt_fit(b);
    Gpt *g = gpt_new(o);
    b.parameters = (double)count_parameters(&g->module);
    module_free(&g->module);
    assert_int_equal(b.parameters, 1888);
    assert_true(o.causal && o.tied && o.vocabulary == 10 && o.context == 6);
    assert_sizes(b, 2, 8);
    b.parameters--;
    assert_sizes(b, 1, 8);
    b.parameters = 3984;
    assert_sizes(b, 2, 12);
    b.parameters = 5868;
    assert_sizes(b, 3, 12);
    b.parameters = 315; /* one of 4 channels has 316 */
    assert_sizes(b, 0, 0);
}

static void test_cache_and_operations(void **state)
{
    (void)state;
    GptBudget b = roomy;
    b.cache = 32; /* 2 layers of 8 keys and 8 values */
    assert_sizes(b, 2, 8);
    b.cache = 31;
    assert_sizes(b, 1, 12);
    b = roomy;
    b.flops = 2 * 1888 + 2 * 4 * 8 * 6;
    assert_sizes(b, 2, 8);
    b.flops--;
    assert_sizes(b, 1, 8);
}

static void test_refusals(void **state)
{
    (void)state;
    GptBudget b = roomy;
    b.head_dim = 0;
    assert_fails_with("vocabulary 10, context 6, head_dim 0, aspect 4, expected at least 1 each",
                      gpt_fit(b));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_parameters), UNIT_TEST(test_cache_and_operations), UNIT_TEST(test_refusals)};
    return run_tests("attention/gpt/gpt_fit", tests);
}
