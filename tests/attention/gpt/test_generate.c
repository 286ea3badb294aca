/* test_generate.c - text from a model: reproducible, bounded, the same with and without a memory. */
#include "attention_shared.h"
#include "engine.h" /* EXERCISE */

/* The twin, which reads everything again for each token. */
void plain_generate(Gpt *g, int *ids, long n, long count, SampleOptions options, Rng *rng);
#define gpt_generate plain_generate
#include "plain/generate.c"
#undef gpt_generate
#include "test.h"

static Gpt *small(real dropout)
{
    GptOptions o = {.vocabulary = 7,
                    .context = 4,
                    .embed_dim = 8,
                    .num_heads = 2,
                    .num_layers = 2,
                    .causal = true,
                    .qkv_in_one = true,
                    .dropout = dropout,
                    .seed = 11};
    return gpt_new(o);
}

static const SampleOptions free_choice = {.temperature = 1};

static void test_generation_is_reproducible(void **state)
{
    (void)state;
    Gpt *g = small((real)0.5);
    int a[30] = {3, 1}, b[30] = {3, 1}, c[30] = {3, 1};
    Rng rng = rng_seed(8), same = rng_seed(8), other = rng_seed(9);
    gpt_generate(g, a, 2, 28, free_choice, &rng);
    gpt_generate(g, b, 2, 28, free_choice, &same);
    gpt_generate(g, c, 2, 28, free_choice, &other);
    assert_memory_equal(a, b, sizeof a);
    assert_memory_not_equal(a, c, sizeof a);
    assert_int_equal(a[0], 3);
    assert_int_equal(a[1], 1);
    for (int i = 0; i < 30; i++)
        assert_in_range(a[i], 0, 6);
    module_free(&g->module);
}

/* Of a context of 4 the first half is forgotten when it is full: texts of 5 and 6 tokens are read from token 2
 * on, of 7 and 8 from 4 on. */
static void test_where_reading_starts(void **state)
{
    (void)state;
    const long starts[] = {0, 0, 0, 0, 2, 2, 4, 4, 6, 6};
    Gpt *g = small(0);
    for (long n = 1; n <= 10; n++)
        assert_int_equal(generate_start(g, n), starts[n - 1]);
    for (g->options.context = 1; g->options.context < 9; g->options.context++)
        for (long n = 1; n < 40; n++) {
            long context = g->options.context, read = n - generate_start(g, n);
            assert_in_range(read, n < context / 2 + 1 ? n : context / 2 + 1, context);
            assert_true(generate_start(g, n + 1) >= generate_start(g, n));
        }
    module_free(&g->module);
}

/* Greedy: each token is the argmax of the model's last row. */
static void test_generation_follows_the_model(void **state)
{
    (void)state;
    Gpt *g = small(0);
    init_normal(g->head->weight, 0, 1, &test_rng); /* or all logits are nearly equal */
    int ids[10] = {3};
    gpt_generate(g, ids, 1, 9, (SampleOptions){0}, NULL);
    for (long n = 1; n < 10; n++) {
        long start = generate_start(g, n);
        long T = n - start;
        Tensor *logits = gpt_forward(g, int_tensor_from(SHAPE(1, T), T, ids + start), NULL);
        assert_int_equal(ids[n],
                         tensor_argmax(tensor_select(logits, 1, T - 1), -1, false)->data[0]);
    }
    module_free(&g->module);
}

/* ---- with a memory and without ------------------------------------------------------------------ */

/* A model whose next token depends on all it has read. */
static Gpt *attentive(GptOptions o)
{
    Gpt *g = gpt_new(o);
    ParameterList *list = parameters_of(&g->module);
    for (long i = 0; i < list->count; i++)
        init_normal(list->tensor[i], 0, (real)0.5, &test_rng);
    parameters_free(list);
    return g;
}

/* Returns whether the model wrote more than one word again and again. */
static bool check_same_text(GptOptions o, long n, SampleOptions options)
{
    enum { LENGTH = 60 };
    Gpt *g = attentive(o);
    int cached[LENGTH] = {0}, plain[LENGTH] = {0}, in_two[LENGTH] = {0}, seen = 0;
    for (long i = 0; i < n; i++)
        cached[i] = plain[i] = in_two[i] = (int)rng_below(&test_rng, o.vocabulary);
    Rng a = rng_seed(5), b = rng_seed(5), c = rng_seed(5);
    gpt_generate(g, cached, n, LENGTH - n, options, &a);
    plain_generate(g, plain, n, LENGTH - n, options, &b);
    gpt_generate(g, in_two, n, 7, options, &c); /* and where it is called does not matter */
    gpt_generate(g, in_two, n + 7, LENGTH - n - 7, options, &c);
    assert_memory_equal(cached, plain, sizeof cached);
    assert_memory_equal(cached, in_two, sizeof cached);
    assert_true(a.state == b.state && a.state == c.state);
    for (long i = n; i < LENGTH; i++)
        seen |= 1 << cached[i];
    module_free(&g->module);
    return (seen & (seen - 1)) != 0;
}

/* One cache from call to call, and what the model reads in between is in the text. */
static void test_a_conversation(void **state)
{
    (void)state;
    if (strncmp(gemm_backend(), "built-in", 8) != 0)
        skip_without("our own products");
    enum { CONTEXT = 16, LENGTH = 30 };
    GptOptions o = {.vocabulary = 11,
                    .context = CONTEXT,
                    .embed_dim = 12,
                    .num_heads = 3,
                    .num_layers = 2,
                    .causal = true};
    Gpt *g = attentive(o);
    int cached[LENGTH] = {4, 2}, plain[LENGTH] = {4, 2};
    Rng a = rng_seed(5), b = rng_seed(5);
    KvCache *c = gpt_cache_new(g, 1, CONTEXT);
    gpt_generate_cached(g, c, cached, 2, 4, free_choice, &a);
    plain_generate(g, plain, 2, 4, free_choice, &b);
    assert_int_equal(kv_cache_tokens(c, 0), 5);
    cached[6] = plain[6] = 9; /* a word from outside */
    gpt_generate_cached(g, c, cached, 7, LENGTH - 7, free_choice, &a);
    plain_generate(g, plain, 7, LENGTH - 7, free_choice, &b);
    assert_memory_equal(cached, plain, sizeof cached);
    gpt_generate_cached(g, c, cached, 3, 0, free_choice,
                        &a); /* nothing to write: nothing to read */
    assert_fails_with("gpt_generate_cached: the cache has read 13 tokens, but only 2 of this text",
                      gpt_generate_cached(g, c, cached, 3, 1, free_choice, &a));
    assert_fails_with(
        "gpt_generate_cached: the cache has 2 rows, expected 1",
        gpt_generate_cached(g, gpt_cache_new(g, 2, 9), cached, 3, 1, free_choice, &a));
    assert_fails_with(
        "gpt_generate_cached: the cache's capacity is 9, but up to 12 tokens",
        gpt_generate_cached(g, gpt_cache_new(g, 1, 9), cached, 3, 10, free_choice, &a));
    module_free(&g->module);
}

static void test_same_text_as_without_memory(void **state)
{
    (void)state;
    const SampleOptions options[] = {{0}, {.temperature = 1}, {.temperature = 1, .top_k = 3}};
    const long contexts[] = {1, 4, 9, 64}, lengths[] = {1, 3, 20};
    long texts = 0, varied = 0;
    if (strncmp(gemm_backend(), "built-in", 8) != 0)
        skip_without("our own products");
    for (int c = 0; c < 4; c++)
        for (int n = 0; n < 3; n++)
            for (int s = 0; s < 3; s++)
                for (Positions p = POSITIONS_LEARNED; p <= POSITIONS_NONE; p++) {
                    GptOptions o = {.vocabulary = 11,
                                    .context = contexts[c],
                                    .embed_dim = 12,
                                    .num_heads = 3,
                                    .num_layers = 2,
                                    .positions = p,
                                    .causal = true,
                                    .tied = p == 1,
                                    .qkv_in_one = s == 1,
                                    .seed = 4};
                    varied += check_same_text(o, lengths[n], options[s]);
                    texts++;
                }
    assert_true(4 * varied > 3 * texts);
    GptOptions no_layers = {
        .vocabulary = 11, .context = 8, .embed_dim = 6, .num_heads = 1, .causal = true};
    check_same_text(no_layers, 3, options[1]); /* no layers, no memory */
}

static void test_generation_leaves_the_model_as_it_was(void **state)
{
    (void)state;
    Gpt *g = small((real)0.5);
    int ids[4] = {0};
    Rng rng = rng_seed(8);
    uint64_t dropout = g->dropout_rng.state;
    gpt_generate(g, ids, 1, 3, free_choice, &rng);
    assert_true(g->module.training && g->blocks[1]->attn->dropout->module.training);
    assert_true(g->dropout_rng.state == dropout);
    assert_true(grad_mode_is_on());
    module_train(&g->module, false);
    gpt_generate(g, ids, 1, 3, free_choice, &rng);
    assert_false(g->module.training || g->blocks[1]->module.training);
    module_free(&g->module);
}

/* Logits that are NaN stop generation midway, where recording has to be off. */
static void test_generation_records_no_graph(void **state)
{
    (void)state;
    Gpt *g = small(0);
    int ids[2] = {6};
    tensor_fill(g->head->weight, (real)fabs(NAN));
    assert_true(grad_mode_is_on());
    assert_fails_with("sample_token: logit 0 of 7 is nan",
                      gpt_generate(g, ids, 1, 1, (SampleOptions){0}, NULL));
    assert_false(grad_mode_is_on());
    module_free(&g->module);
}

static void test_generation_needs_no_more_memory_for_more_tokens(void **state)
{
    (void)state;
    Gpt *g = small(0);
    int ids[100] = {0};
    Rng rng = rng_seed(8);
    size_t before = scope_bytes(scope_current());
    gpt_generate(g, ids, 1, 10, free_choice, &rng);
    long allocations = allocation_count;
    gpt_generate(g, ids, 1, 99, free_choice, &rng);
    assert_int_equal(allocation_count, allocations);
    assert_int_equal(scope_bytes(scope_current()), before);
    module_free(&g->module);
}

static void test_generate_mistakes(void **state)
{
    (void)state;
    Gpt *g = small(0);
    int ids[4] = {0};
    Rng rng = rng_seed(8);
    gpt_generate(g, ids, 1, 0, free_choice, &rng); /* nothing to do is fine */
    g->options.causal = false;
    assert_fails_with("gpt_generate: the model is not causal",
                      gpt_generate(g, ids, 1, 1, free_choice, &rng));
    g->options.causal = true;
    assert_fails_with("gpt_generate: n is 0; the model needs at least one token",
                      gpt_generate(g, ids, 0, 3, free_choice, &rng));
    assert_fails_with("gpt_generate: count is -1", gpt_generate(g, ids, 1, -1, free_choice, &rng));
    assert_fails_with("top_k is -1",
                      gpt_generate(g, ids, 1, 1, (SampleOptions){.top_k = -1}, &rng));
    ids[1] = 7;
    assert_fails_with("gpt_generate: ids[1] is 7, expected 0 to 6 (vocabulary 7)",
                      gpt_generate(g, ids, 2, 1, free_choice, &rng));
    assert_true(g->module.training); /* refused before anything was changed */
    module_free(&g->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_generation_is_reproducible),
        UNIT_TEST(test_where_reading_starts),
        UNIT_TEST(test_generation_follows_the_model),
        UNIT_TEST(test_same_text_as_without_memory),
        UNIT_TEST(test_a_conversation),
        UNIT_TEST(test_generation_leaves_the_model_as_it_was),
        UNIT_TEST(test_generation_records_no_graph),
        UNIT_TEST(test_generation_needs_no_more_memory_for_more_tokens),
        UNIT_TEST(test_generate_mistakes),
    };
    return run_tests("attention/generate", tests);
}
