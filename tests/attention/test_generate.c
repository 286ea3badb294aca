/* test_generate.c - text from a model: reproducible, bounded, and nothing left changed. */
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

/* Greedy: each token is the argmax of the model's last row, given at most `context` tokens. */
static void test_generation_follows_the_model(void **state)
{
    (void)state;
    Gpt *g = small(0);
    init_normal(g->head->weight, 0, 1, &test_rng); /* or all logits are nearly equal */
    int ids[10] = {3};
    gpt_generate(g, ids, 1, 9, (SampleOptions){0}, NULL);
    for (long n = 1; n < 10; n++) {
        long T = n < 4 ? n : 4;
        Tensor *logits = gpt_forward(g, int_tensor_from(SHAPE(1, T), T, ids + n - T), NULL);
        assert_int_equal(ids[n], tensor_argmax(tensor_select(logits, 1, T - 1), -1)->data[0]);
    }
    module_free(&g->module);
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
        UNIT_TEST(test_generation_follows_the_model),
        UNIT_TEST(test_generation_leaves_the_model_as_it_was),
        UNIT_TEST(test_generation_records_no_graph),
        UNIT_TEST(test_generation_needs_no_more_memory_for_more_tokens),
        UNIT_TEST(test_generate_mistakes),
    };
    return run_tests("attention/generate", tests);
}
