/* test_quantized_gpt.c - a GPT of codes beside the GPT it was made of: logits, pieces of a text, files. */
#include <sys/resource.h>
#include <unistd.h>
#include "scratch.h"
#include "test.h"
#include "text.h"

enum { V = 40, CONTEXT = 24, C = 64 };

static Gpt *model(bool in_one, bool tied)
{
    Gpt *g = gpt_new((GptOptions){.vocabulary = V,
                                  .context = CONTEXT,
                                  .embed_dim = C,
                                  .num_heads = 4,
                                  .num_layers = 2,
                                  .causal = true,
                                  .tied = tied,
                                  .qkv_in_one = in_one,
                                  .seed = 15});
    ParameterList *list = parameters_of(&g->module);
    for (long i = 0; i < list->count; i++)
        init_normal(list->tensor[i], 0, (real)0.1, &test_rng);
    parameters_free(list);
    module_train(&g->module, false);
    return g;
}

static const char *const names[] = {"int8_tensor", "int8", "q8_0", "q4_0"};

static QuantScheme scheme(int i)
{
    QuantScheme s = {0, 0};
    quant_scheme_named(names[i], &s);
    return s;
}

static IntTensor *some_text(long B, long T)
{
    IntTensor *ids = int_tensor_new(SHAPE(B, T));
    for (long i = 0; i < B * T; i++)
        ids->data[i] = (int)rng_below(&test_rng, V);
    return ids;
}

static void test_logits(void **state)
{
    (void)state;
    grad_mode(false);
    for (int form = 0; form < 2; form++)
        for (int i = 0; i < 4; i++) {
            Gpt *g = model(form == 0, form == 0);
            QuantizedGpt *q = quantized_gpt_new(g, scheme(i));
            IntTensor *ids = some_text(2, CONTEXT);
            Tensor *want = gpt_forward(g, ids, NULL), *got = quantized_gpt_forward(q, ids);
            double spread =
                sqrt((double)tensor_mean(tensor_mul(want, want), ALL_AXES, false)->data[0]);
            assert_tensor_close(got, want, 0, spread * (i < 3 ? 0.25 : 2));
            Tensor *loss = gpt_loss(g, ids, ids), *codes = quantized_gpt_loss(q, ids, ids);
            assert_close(codes->data[0], loss->data[0], i < 3 ? 0.03 : 0.3);
            module_free(&q->module);
            module_free(&g->module);
        }
}

/* However a text is cut, in whatever batch. */
static void test_pieces(void **state)
{
    (void)state;
    grad_mode(false);
    for (int i = 0; i < 4; i++) {
        Gpt *g = model(true, true);
        QuantizedGpt *q = quantized_gpt_new(g, scheme(i));
        IntTensor *ids = some_text(1, CONTEXT);
        Tensor *all = quantized_gpt_forward(q, ids);
        KvCache *c = quantized_gpt_cache_new(q, 1, CONTEXT);
        for (long t = 0; t < CONTEXT;) {
            long n = t % 3 + 1 < CONTEXT - t ? t % 3 + 1 : CONTEXT - t;
            real logits[V];
            quantized_gpt_prefill(q, c, ids->data + t, n, logits);
            t += n;
            assert_memory_equal(logits, all->data + (t - 1) * V, sizeof logits);
        }
        module_free(&q->module);
        module_free(&g->module);
    }
}

static void test_text(void **state)
{
    (void)state;
    Gpt *g = model(true, true);
    QuantizedGpt *q = quantized_gpt_new(g, scheme(1));
    int ids[60] = {1, 2, 3}, plain[60] = {1, 2, 3};
    KvCache *c = quantized_gpt_cache_new(q, 1, CONTEXT);
    quantized_gpt_generate(q, c, ids, 3, 57, (SampleOptions){.temperature = 0}, NULL);
    for (long n = 3; n < 60; n++) { /* the same without a memory */
        long start = generate_start(g, n);
        IntTensor *read = int_tensor_from(SHAPE(1, n - start), n - start, plain + start);
        Tensor *logits = quantized_gpt_forward(q, read);
        plain[n] = sample_token(logits->data + (n - start - 1) * V, V,
                                (SampleOptions){.temperature = 0}, NULL);
    }
    assert_memory_equal(ids, plain, sizeof ids);
    module_free(&q->module);
    module_free(&g->module);
}

static void test_bytes_and_files(void **state)
{
    (void)state;
    const char *path = scratch("codes.safetensors");
    for (int form = 0; form < 2; form++)
        for (int i = 0; i < 4; i++) {
            Gpt *g = model(form == 0, form == 0);
            QuantizedGpt *q = quantized_gpt_new(g, scheme(i));
            size_t whole = quantized_bytes(&g->module), codes = quantized_bytes(&q->module);
            assert_true((double)codes < (i < 3 ? 0.36 : 0.24) * (double)whole);
            assert_int_equal(quantized_gpt_save(q, path), 0);
            QuantizedGpt *back = quantized_gpt_load(path);
            assert_non_null(back);
            IntTensor *ids = some_text(2, 9);
            assert_tensor_identical(quantized_gpt_forward(back, ids),
                                    quantized_gpt_forward(q, ids));
            assert_int_equal(quantized_bytes(&back->module), codes);
            module_free(&back->module);
            module_free(&q->module);
            module_free(&g->module);
        }
    assert_null(quantized_gpt_load(scratch("nothing_is_here")));
    Gpt *g = model(true, true);
    assert_int_equal(module_save(&g->module, path), 0);
    assert_null(quantized_gpt_load(path));
    assert_non_null(strstr(kindling_error(), "quantized_gpt_save writes such files"));
    module_free(&g->module);
    remove(path);
}

/* One token after the other, nothing at all, and a model without positions. */
/* One file at a time is enough, and what is in the way of a second one is not told as a file that is not whole. */
static void test_one_descriptor_is_enough(void **state)
{
    (void)state;
    const char *path = scratch("one.safetensors");
    Gpt *g = model(true, true);
    QuantizedGpt *q = quantized_gpt_new(g, scheme(1));
    assert_int_equal(quantized_gpt_save(q, path), 0);
    module_free(&q->module);
    module_free(&g->module);
    int first = dup(0);
    close(first);
    struct rlimit limit, before;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    for (int more = 0; more < 2; more++) {
        limit = (struct rlimit){(rlim_t)(first + more), before.rlim_max};
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
        q = quantized_gpt_load(path);
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
        if (more == 0)
            assert_non_null(strstr(kindling_error(), "one.safetensors: cannot open: "));
        assert_int_equal(q != NULL, more);
    }
    module_free(&q->module);
    unlink(path);
}

static void test_a_token_and_none(void **state)
{
    (void)state;
    grad_mode(false);
    Gpt *g = gpt_new((GptOptions){.vocabulary = V,
                                  .context = CONTEXT,
                                  .embed_dim = 32,
                                  .num_heads = 2,
                                  .num_layers = 1,
                                  .positions = POSITIONS_NONE,
                                  .causal = true,
                                  .seed = 3});
    QuantizedGpt *q = quantized_gpt_new(g, scheme(1));
    IntTensor *ids = some_text(1, 6);
    Tensor *all = quantized_gpt_forward(q, ids);
    KvCache *c = quantized_gpt_cache_new(q, 1, CONTEXT);
    for (long t = 0; t < 6; t++) {
        real logits[V];
        quantized_gpt_decode(q, c, ids->data + t, logits);
        assert_memory_equal(logits, all->data + t * V, sizeof logits);
    }
    assert_shape(quantized_gpt_forward(q, int_tensor_new(SHAPE(0, 3))), SHAPE(0, 3, V));
    assert_shape(quantized_gpt_forward(q, int_tensor_new(SHAPE(2, 0))), SHAPE(2, 0, V));
    const char *path = scratch("bare.safetensors");
    assert_int_equal(quantized_gpt_save(q, path), 0);
    QuantizedGpt *back = quantized_gpt_load(path);
    assert_non_null(back);
    assert_tensor_identical(quantized_gpt_forward(back, ids), all);
    module_free(&back->module);
    module_free(&q->module);
    module_free(&g->module);
    remove(path);
}

static void assert_not_loaded(QuantizedGpt *q, const char *why)
{
    const char *path = scratch("lies.safetensors");
    assert_int_equal(quantized_gpt_save(q, path), 0);
    assert_null(quantized_gpt_load(path));
    assert_error_has(why);
    remove(path);
}

/* What the metadata say is not believed. */
static void test_metadata_that_lie(void **state)
{
    (void)state;
    Gpt *g = model(true, true);
    QuantizedGpt *q = quantized_gpt_new(g, scheme(1));
    GptOptions true_ones = q->options;
    q->options.num_heads = 5;
    assert_not_loaded(q, "there is no GPT of codes with embed_dim 64, 5 heads");
    q->options = true_ones;
    q->scheme.group = 48;
    assert_not_loaded(q, "8 bits and groups of 48");
    q->scheme = (QuantScheme){4, 64};
    assert_not_loaded(q, "4 bits and groups of 64");
    q->scheme = (QuantScheme){5, 32};
    assert_not_loaded(q, "5 bits and groups of 32");
    q->scheme = scheme(1);
    q->options.num_layers = 60000;
    assert_not_loaded(q, "its metadata say so, found fewer");
    q->options = true_ones;
    q->options.vocabulary = 0;
    assert_not_loaded(q, "expected a number from 1 to");
    q->options = true_ones;
    q->options.tied = false;
    q->options.positions = POSITIONS_NONE;
    assert_not_loaded(q, "head");
    q->options = true_ones;
    q->options.context = CONTEXT - 1;
    assert_not_loaded(q, "has shape (24, 64) in the file, and (23, 64) in the model");
    q->options = true_ones;
    module_free(&q->module);
    module_free(&g->module);
}

static void test_refusals(void **state)
{
    (void)state;
    Gpt *g = gpt_new((GptOptions){
        .vocabulary = 5, .context = 4, .embed_dim = 16, .num_heads = 2, .num_layers = 1});
    assert_fails_with("do not fill a column of 16", quantized_gpt_new(g, scheme(2)));
    QuantizedGpt *q = quantized_gpt_new(g, scheme(1));
    assert_fails_with("not causal", quantized_gpt_forward(q, int_tensor_new(SHAPE(1, 3))));
    module_free(&q->module);
    module_free(&g->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {UNIT_TEST(test_logits),
                                       UNIT_TEST(test_pieces),
                                       UNIT_TEST(test_text),
                                       UNIT_TEST(test_bytes_and_files),
                                       UNIT_TEST(test_one_descriptor_is_enough),
                                       UNIT_TEST(test_a_token_and_none),
                                       UNIT_TEST(test_metadata_that_lie),
                                       UNIT_TEST(test_refusals)};
    return run_tests_in_scratch("attention/cache/quantized_gpt", tests);
}
