/* test_gpt_cached.c - with a cache the logits have the bits that they have without.
 *
 * An all-zero model passes any such test, so every model here has to show first that its logits depend on
 * what is in the cache.
 */
#include "test.h"

enum { CONTEXT = 70, MOST_THREADS = 4 };

static GptOptions options_of(long embed_dim, long heads, Positions positions)
{
    const bool llama = positions == POSITIONS_ROTARY;
    return (GptOptions){.num_kv_heads = llama && heads % 2 == 0 ? heads / 2 : 0,
                        .norm = llama ? NORM_RMS : NORM_LAYER,
                        .mlp = llama ? MLP_SWIGLU : MLP_GELU,
                        .rope = {.dims = embed_dim / heads / 2 * 2},
                        .vocabulary = 37,
                        .context = CONTEXT,
                        .embed_dim = embed_dim,
                        .num_heads = heads,
                        .num_layers = 3,
                        .positions = positions,
                        .causal = true,
                        .tied = positions == POSITIONS_SINUSOIDAL,
                        .qkv_in_one = positions != POSITIONS_NONE,
                        .no_bias = positions == POSITIONS_NONE,
                        .dropout = positions == POSITIONS_LEARNED ? (real)0.3 : 0,
                        .seed = 3};
}

/* Weights, biases and norms all random: each of them shows. */
static Gpt *random_gpt(GptOptions o)
{
    Gpt *g = gpt_new(o);
    ParameterList *list = parameters_of(&g->module);
    for (long i = 0; i < list->count; i++)
        init_normal(list->tensor[i], 0, (real)0.3, &test_rng);
    parameters_free(list);
    return g;
}

static void skip_without_our_products(void)
{
    if (strncmp(gemm_backend(), "built-in", 8) == 0)
        return;
    printf("skipped: products here are %s's, which promises nothing\n", gemm_backend());
    skip_without("our own products");
}

static int *random_ids(long n, long V)
{
    int *ids = scope_alloc(scope_current(), (size_t)n * sizeof *ids);
    for (long i = 0; i < n; i++)
        ids[i] = (int)rng_below(&test_rng, (uint64_t)V);
    return ids;
}

/* (B, T, V), all at once and without a cache, as in evaluation. */
static Tensor *uncached(Gpt *g, const int *ids, long B, long T)
{
    bool was = grad_mode(false);
    module_train(&g->module, false);
    Tensor *all = gpt_forward(g, int_tensor_from(SHAPE(B, T), B * T, ids), NULL);
    module_train(&g->module, true);
    grad_mode(was);
    return all;
}

/* The first logit that is not equal, or -1. */
static long difference(const real *got, const Tensor *all, long b, long t)
{
    long T = all->shape[1], V = all->shape[2];
    const real *wish = all->data + (b * T + t) * V;
    for (long i = 0; i < V; i++)
        if (!(got[i] == wish[i]))
            return i;
    return -1;
}

static real *room_for_logits(const Gpt *g, long B)
{
    return scope_alloc(scope_current(), (size_t)(B * g->options.vocabulary) * sizeof(real));
}

/* Reads tokens [from, T) of B rows of T in pieces, and compares the logits after each. */
static void read_in_pieces(Gpt *g, KvCache *c, const int *ids, const Tensor *all, long from,
                           long piece)
{
    long B = all->shape[0], T = all->shape[1], V = all->shape[2];
    real *logits = room_for_logits(g, B);
    int *part = random_ids(B * piece, 1);
    for (long at = from; at < T; at += piece) {
        long n = at + piece < T ? piece : T - at;
        for (long b = 0; b < B; b++)
            memcpy(part + b * n, ids + b * T + at, (size_t)n * sizeof *part);
        gpt_prefill(g, c, part, n, logits);
        for (long b = 0; b < B; b++)
            assert_int_equal(difference(logits + b * V, all, b, at + n - 1), -1);
    }
}

/* ---- the past matters ------------------------------------------------------------------------------- */

/* One number of one cached key, or value, of the first token and the first layer: nearly all logits of the
 * next token have to notice. */
static void check_past_matters(Gpt *g)
{
    Scope *scope = scope_open();
    long V = g->options.vocabulary, T = 6;
    int *ids = random_ids(T, V);
    Tensor *all = uncached(g, ids, 1, T);
    for (int i = 0; i < 2; i++) {
        KvCache *c = gpt_cache_new(g, 1, T);
        real *logits = room_for_logits(g, 1);
        gpt_prefill(g, c, ids, T - 1, NULL);
        (i == 0 ? c->keys : c->values)->data[0] += 1;
        gpt_decode(g, c, ids + T - 1, logits);
        long differ = 0;
        for (long v = 0; v < V; v++)
            differ += logits[v] != all->data[(T - 1) * V + v];
        assert_true(differ > V / 2);
    }
    scope_close(scope);
}

/* ---- every step -------------------------------------------------------------------------------------- */

static void check_model(GptOptions o, long B, long T)
{
    Gpt *g = random_gpt(o);
    check_past_matters(g);
    Scope *scope = scope_open();
    int *ids = random_ids(B * T, o.vocabulary), before = kindling_threads();
    Tensor *all = uncached(g, ids, B, T);
    const long pieces[] = {1, 3, 7, T};
    for (int threads = 1; threads <= MOST_THREADS; threads *= 2)
        for (int p = 0; p < 4; p++) {
            Scope *inner = scope_open();
            kindling_set_threads(threads);
            read_in_pieces(g, gpt_cache_new(g, B, T), ids, all, 0, pieces[p]);
            scope_close(inner);
        }
    kindling_set_threads(before);
    scope_close(scope);
    module_free(&g->module);
}

/* 768 and more products in a row of a sum, which is where K is cut. */
static void test_logits_equal_uncached_ones(void **state)
{
    (void)state;
    skip_without_our_products();
    for (Positions p = POSITIONS_LEARNED; p <= POSITIONS_ROTARY; p++) {
        check_model(options_of(20, 4, p), 1, CONTEXT);
        check_model(options_of(64, 4, p), 3, CONTEXT);
        check_model(options_of(192, 3, p), 2, 11);
    }
    check_model(options_of(768, 12, POSITIONS_SINUSOIDAL), 1, 9);
}

/* By a library or step by step, too, they agree within rounding. */
static void test_logits_agree(void **state)
{
    (void)state;
    Gpt *g = random_gpt(options_of(24, 3, POSITIONS_LEARNED));
    int *ids = random_ids(10, g->options.vocabulary);
    Tensor *all = uncached(g, ids, 1, 10);
    KvCache *c = gpt_cache_new(g, 1, 10);
    Tensor *logits = tensor_new(SHAPE(g->options.vocabulary));
    for (long i = 0; i < 10; i++) {
        gpt_decode(g, c, ids + i, logits->data);
        assert_tensor_close(logits, tensor_select(tensor_select(all, 0, 0), 0, i), 1e-4, 1e-4);
    }
    module_free(&g->module);
}

static void test_truncated_is_fresh(void **state)
{
    (void)state;
    skip_without_our_products();
    enum { T = 12 };
    Gpt *g = random_gpt(options_of(24, 3, POSITIONS_LEARNED));
    int *wrong = random_ids(T, g->options.vocabulary), *ids = random_ids(T, g->options.vocabulary);
    for (long m = 0; m < T; m++) {
        KvCache *c = gpt_cache_new(g, 1, T);
        memcpy(ids, wrong, (size_t)m * sizeof *ids);
        gpt_prefill(g, c, wrong, T, NULL);
        kv_cache_truncate(c, m);
        read_in_pieces(g, c, ids, uncached(g, ids, 1, T), m, 2);
    }
    module_free(&g->module);
}

/* Prompts of different lengths, each read into its row; then all rows go on together. */
static void test_rows_of_different_lengths(void **state)
{
    (void)state;
    skip_without_our_products();
    enum { B = 4, T = 30, MORE = 8 };
    const long prompt[B] = {1, 9, 22, 3};
    Gpt *g = random_gpt(options_of(32, 4, POSITIONS_LEARNED));
    long V = g->options.vocabulary;
    int *ids = random_ids(B * T, V), next[B];
    Tensor *all = uncached(g, ids, B, T);
    KvCache *c = gpt_cache_new(g, B, T);
    real *logits = room_for_logits(g, B);
    for (long b = 0; b < B; b++) {
        gpt_prefill(g, kv_cache_row(c, b), ids + b * T, prompt[b], logits);
        assert_int_equal(difference(logits, all, b, prompt[b] - 1), -1);
    }
    for (long i = 0; i < MORE; i++) {
        for (long b = 0; b < B; b++)
            next[b] = ids[b * T + prompt[b] + i];
        gpt_decode(g, c, next, logits);
        for (long b = 0; b < B; b++)
            assert_int_equal(difference(logits + b * V, all, b, prompt[b] + i), -1);
    }
    module_free(&g->module);
}

/* ---- nothing is left behind ---------------------------------------------------------------------------- */

static void test_decoding_asks_for_no_memory(void **state)
{
    (void)state;
    Gpt *g = random_gpt(options_of(64, 4, POSITIONS_LEARNED));
    KvCache *c = gpt_cache_new(g, 2, CONTEXT);
    real *logits = room_for_logits(g, 2);
    const int ids[2] = {1, 2};
    gpt_decode(g, c, ids, logits);
    gpt_decode(g, c, ids, logits);
    long allocations = allocation_count;
    size_t bytes = scope_bytes(scope_current());
    for (long i = 2; i < CONTEXT; i++)
        gpt_decode(g, c, ids, logits);
    assert_int_equal(allocation_count, allocations);
    assert_int_equal(scope_bytes(scope_current()), bytes);
    module_free(&g->module);
}

static void test_decoding_records_no_graph(void **state)
{
    (void)state;
    Gpt *g = random_gpt(options_of(24, 3, POSITIONS_LEARNED));
    KvCache *c = gpt_cache_new(g, 1, CONTEXT);
    real *logits = room_for_logits(g, 1);
    uint64_t dropout = g->dropout_rng.state;
    assert_true(grad_mode_is_on() && g->module.training);
    gpt_prefill(g, c, (const int[]){1, 2, 3}, 3, logits);
    assert_true(grad_mode_is_on() && g->module.training && g->blocks[0]->module.training);
    assert_true(g->dropout_rng.state == dropout);
    assert_null(c->keys->closure);
    assert_false(kv_cache_keys(c, 0)->requires_grad);
    module_free(&g->module);
}

static void test_mistakes(void **state)
{
    (void)state;
    Gpt *g = random_gpt(options_of(24, 3, POSITIONS_LEARNED));
    KvCache *c = gpt_cache_new(g, 1, 4), *other = kv_cache_new(3, 1, 4, 4, 6);
    const int ids[] = {1, 2, 37, 3, 4};
    assert_fails_with("gpt_cache_new: capacity is 71, but the model's context is 70",
                      gpt_cache_new(g, 1, 71));
    assert_fails_with("gpt_prefill: ids[2] is 37, expected 0 to 36 (vocabulary 37)",
                      gpt_prefill(g, c, ids, 3, NULL));
    assert_fails_with("gpt_prefill: n is 0, expected at least 1", gpt_prefill(g, c, ids, 0, NULL));
    gpt_prefill(g, c, ids, 2, NULL);
    assert_fails_with("gpt_prefill: row 0 has read 2 tokens, and 3 more do not fit the cache's "
                      "capacity of 4",
                      gpt_prefill(g, c, ids, 3, NULL));
    assert_fails_with("gpt_prefill: the cache is for 3 layers of 4 heads of 6 numbers, but the "
                      "model has 3 of 3 of 8",
                      gpt_prefill(g, other, ids, 1, NULL));
    assert_fails_with(
        "gpt_prefill: row 0 has read 0 tokens, and 71 more exceed the model's context "
        "of 70",
        gpt_prefill(g, kv_cache_new(3, 1, 3, 99, 8), ids, 71, NULL));
    assert_int_equal(kv_cache_length(c, 2, 0), 2); /* nothing was changed */
    kv_cache_append(c, 1, tensor_zeros(SHAPE(1, 3, 1, 8)), tensor_zeros(SHAPE(1, 3, 1, 8)));
    assert_fails_with("gpt_prefill: row 0 of the cache has 2 tokens in layer 0 and 3 in layer 1",
                      gpt_decode(g, c, ids, NULL));
    Tensor *x = random_tensor(SHAPE(1, 2, 24));
    assert_fails_with("mha_cached: there is no layer 3", mha_cached(g->blocks[0]->attn, x, c, 3));
    g->options.causal = g->blocks[0]->attn->causal = false;
    assert_fails_with("gpt_prefill: the model is not causal", gpt_decode(g, c, ids, NULL));
    assert_fails_with("mha_cached: this attention is not causal",
                      mha_cached(g->blocks[0]->attn, x, c, 0));
    assert_true(grad_mode_is_on());
    module_free(&g->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_logits_equal_uncached_ones),
        UNIT_TEST(test_logits_agree),
        UNIT_TEST(test_truncated_is_fresh),
        UNIT_TEST(test_rows_of_different_lengths),
        UNIT_TEST(test_decoding_asks_for_no_memory),
        UNIT_TEST(test_decoding_records_no_graph),
        UNIT_TEST(test_mistakes),
    };
    return run_tests("attention/gpt_cached", tests);
}
