/* test_refusals.c - each of the conditions under which attention, its masks and its caches refuse their arguments. */
#include <stdlib.h>
#include "gpt/small_gpt.h"
#include "test.h"

static Tensor *of(int ndim, const long *shape)
{
    return tensor_ones(ndim, shape);
}

static void test_appending_to_a_cache(void **state)
{
    (void)state;
    KvCache *c = kv_cache_new(2, 1, 2, 4, 3);
    Tensor *right = of(SHAPE(1, 2, 1, 3)), *wants = tensor_requires_grad(of(SHAPE(1, 2, 1, 3)));
    assert_fails_with("k has shape (2, 1, 3)", kv_cache_append(c, 0, of(SHAPE(2, 1, 3)), right));
    assert_fails_with("k has shape (2, 2, 1, 3)",
                      kv_cache_append(c, 0, of(SHAPE(2, 2, 1, 3)), right));
    assert_fails_with("split_heads brings the heads in front",
                      kv_cache_append(c, 0, of(SHAPE(1, 1, 2, 3)), right));
    assert_fails_with("v has shape (1, 2, 1, 4)",
                      kv_cache_append(c, 0, right, of(SHAPE(1, 2, 1, 4))));
    assert_null(strstr(last_failure, "split_heads"));
    assert_fails_with("must have one shape", kv_cache_append(c, 0, right, of(SHAPE(1, 2, 2, 3))));
    assert_fails_with("k requires a gradient", kv_cache_append(c, 0, wants, right));
    assert_fails_with("v requires a gradient", kv_cache_append(c, 0, right, wants));
    assert_int_equal(kv_cache_length(c, 0, 0), 0);
    assert_fails_with("kv_cache_length: there is no row", kv_cache_length(c, 0, -1));
    assert_fails_with("kv_cache_length: there is no row", kv_cache_length(c, 0, 1));
    assert_fails_with("kv_cache_row: there is no row", kv_cache_row(c, -1));
    assert_fails_with("kv_cache_row: there is no row", kv_cache_row(c, 1));
    assert_int_equal(kv_cache_tokens(kv_cache_new(0, 1, 2, 4, 3), 0), 0);
}

static void test_a_cache_of_another_model(void **state)
{
    (void)state;
    Gpt *g = gpt_new(small());
    const int ids[] = {0, 1}, low[] = {0, -1}, high[] = {7, 0};
    assert_fails_with("the cache is for 1 layers",
                      gpt_prefill(g, kv_cache_new(1, 1, 2, 6, 4), ids, 2, NULL));
    assert_fails_with("of 4 heads", gpt_prefill(g, kv_cache_new(2, 1, 4, 6, 4), ids, 2, NULL));
    assert_fails_with("of 8 numbers", gpt_prefill(g, kv_cache_new(2, 1, 2, 6, 8), ids, 2, NULL));
    KvCache *c = gpt_cache_new(g, 1, 6);
    assert_fails_with("ids[1] is -1", gpt_prefill(g, c, low, 2, NULL));
    assert_fails_with("ids[0] is 7", gpt_prefill(g, c, high, 2, NULL));
    assert_int_equal(kv_cache_tokens(c, 0), 0);
    module_free(&g->module);
}

static void test_generating_with_a_cache(void **state)
{
    (void)state;
    Gpt *g = gpt_new(small());
    SampleOptions greedy = {0};
    int ids[8] = {0, 1, 2}, high[8] = {7}, low[8] = {-1};
    assert_fails_with("the cache has 2 rows",
                      gpt_generate_cached(g, gpt_cache_new(g, 2, 6), ids, 3, 2, greedy, NULL));
    assert_fails_with("capacity is 3, but up to 4 tokens",
                      gpt_generate_cached(g, gpt_cache_new(g, 1, 3), ids, 3, 2, greedy, NULL));
    assert_fails_with("capacity is 5, but up to 6 tokens",
                      gpt_generate_cached(g, gpt_cache_new(g, 1, 5), ids, 3, 5, greedy, NULL));
    KvCache *c = gpt_cache_new(g, 1, 6);
    gpt_prefill(g, c, ids, 3, NULL);
    assert_fails_with("has read 3 tokens, but only 2",
                      gpt_generate_cached(g, c, ids, 3, 2, greedy, NULL));
    gpt_generate_cached(g, c, ids, 3, 0, greedy, NULL);
    assert_fails_with("ids[0] is 7", gpt_generate(g, high, 1, 1, greedy, NULL));
    assert_fails_with("ids[0] is -1", gpt_generate(g, low, 1, 1, greedy, NULL));
    module_free(&g->module);
}

/* Without positions a model reads, with a cache and at once, the same. */
static void test_a_cache_without_positions(void **state)
{
    (void)state;
    GptOptions o = small();
    o.positions = POSITIONS_NONE;
    Gpt *g = gpt_new(o);
    IntTensor *ids = int_tensor_from(SHAPE(1, 4), IDS(0, 3, 6, 2));
    real logits[7];
    gpt_prefill(g, gpt_cache_new(g, 1, 6), ids->data, 4, logits);
    Tensor *whole = gpt_forward(g, ids, NULL);
    for (int i = 0; i < 7; i++)
        assert_close(logits[i], tensor_get(whole, AT(0, 3, i)), 1e-5);
    Tensor *weights = gpt_attention(g, ids, NULL, 1);
    assert_shape(weights, SHAPE(1, 2, 4, 4));
    assert_close(tensor_item(tensor_sum(weights, ALL_AXES, false)), 8, 1e-4);
    module_free(&g->module);
}

static void test_fused_attention(void **state)
{
    (void)state;
    Tensor *q = of(SHAPE(1, 2, 3)), *flat = of(SHAPE(2, 3)), *five = of(SHAPE(1, 1, 1, 2, 3));
    const real dropout[] = {-1, 1, NAN};
    const double scale[] = {-1, INFINITY, NAN};
    for (int i = 0; i < 3; i++) {
        assert_fails_with("dropout is",
                          flash_attention(q, q, q, (FlashAttentionOptions){.dropout = dropout[i]}));
        assert_fails_with("scale is",
                          flash_attention(q, q, q, (FlashAttentionOptions){.scale = scale[i]}));
    }
    FlashAttentionOptions plain = {0};
    assert_fails_with("must all be (B, T, D)", flash_attention(flat, flat, flat, plain));
    assert_fails_with("must all be (B, T, D)", flash_attention(five, five, five, plain));
    assert_fails_with("must all be (B, T, D)", flash_attention(q, flat, q, plain));
    assert_fails_with("must all be (B, T, D)", flash_attention(q, q, flat, plain));
}

static void test_queries_and_keys(void **state)
{
    (void)state;
    Tensor *q = of(SHAPE(1, 2, 3)), *row = of(SHAPE(3)), *five = of(SHAPE(1, 1, 1, 2, 3));
    assert_fails_with("at least two axes", causal_as_mask("it", NULL, true, row, q));
    assert_fails_with("at least two axes", causal_as_mask("it", NULL, true, q, row));
    assert_fails_with("at least two axes", attention_scores(row, q));
    assert_fails_with("at least two axes", attention_scores(q, row));
    assert_fails_with("must both be", scaled_dot_product_attention(five, five, five, NULL));
    assert_fails_with("must both be", scaled_dot_product_attention(q, five, five, NULL));
    assert_fails_with("must both be",
                      scaled_dot_product_attention(of(SHAPE(2, 3)), of(SHAPE(2, 3)), q, NULL));
}

/* The hint names what was probably meant. */
static void test_masks_that_do_not_fit(void **state)
{
    (void)state;
    Tensor *scores = of(SHAPE(2, 3, 4));
    assert_fails_with("tensor_squeeze(mask, 1)", mask_check("it", of(SHAPE(2, 1, 3, 4)), scores));
    assert_fails_with("each full or 1", mask_check("it", of(SHAPE(2, 5, 3, 4)), scores));
    assert_fails_with("mask_padding makes", mask_check("it", of(SHAPE(2, 4)), scores));
    assert_fails_with("each full or 1", mask_check("it", of(SHAPE(5, 4)), scores));
    assert_fails_with("each full or 1",
                      mask_check("it", of(SHAPE(2, 1, 5, 4)), of(SHAPE(2, 2, 3, 4))));
}

static void test_copies_of_attention(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    MhaOptions o = {.embed_dim = 4, .num_heads = 2, .init = &rng, .no_bias = true};
    MultiHeadAttention *separate = mha_new(o);
    o.qkv_in_one = true;
    MultiHeadAttention *in_one = mha_new(o);
    mha_copy(in_one, separate);
    Tensor *x = random_tensor(SHAPE(1, 3, 4));
    assert_tensor_close(mha_forward(in_one, x, NULL), mha_forward(separate, x, NULL), 0, 1e-5);
    o.num_heads = 4;
    MultiHeadAttention *other = mha_new(o);
    assert_fails_with("embed_dim and num_heads differ", mha_copy(other, separate));
    o.embed_dim = 8;
    MultiHeadAttention *wide = mha_new(o);
    assert_fails_with("embed_dim and num_heads differ", mha_copy(wide, separate));
    module_free(&separate->module);
    module_free(&in_one->module);
    module_free(&other->module);
    module_free(&wide->module);
}

static void test_probabilities(void **state)
{
    (void)state;
    double p[] = {0.5, 0.5}, strange[] = {INFINITY, 0.5}, negative[] = {-0.5, 1.5};
    assert_fails_with("p[0] is inf", sample_top_k(strange, 2, 1));
    assert_fails_with("p[0] is -0.5", sample_top_k(negative, 2, 1));
    const double mass[] = {0, 1.5, NAN};
    for (volatile int i = 0; i < 3; i++)
        assert_fails_with("mass is", sample_top_p(p, 2, mass[i]));
    GptOptions o = small();
    const real dropout[] = {-1, 1, NAN};
    for (volatile int i = 0; i < 3; i++) {
        o.dropout = dropout[i];
        assert_fails_with("dropout is", gpt_new(o));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_appending_to_a_cache),    UNIT_TEST(test_a_cache_of_another_model),
        UNIT_TEST(test_generating_with_a_cache), UNIT_TEST(test_a_cache_without_positions),
        UNIT_TEST(test_fused_attention),         UNIT_TEST(test_queries_and_keys),
        UNIT_TEST(test_masks_that_do_not_fit),   UNIT_TEST(test_copies_of_attention),
        UNIT_TEST(test_probabilities),
    };
    return run_tests("attention/refusals", tests);
}
