/* test_artefact.c - a GPT as bytes and back; bytes that are none; and what an entry says of a long text. */
#include <math.h>
#include <string.h>
#include "kindling.h"
#include "test.h"

enum { V = 13, CONTEXT = 8, C = 12 };

static Gpt *small_gpt(bool tied)
{
    Gpt *g = gpt_new((GptOptions){.vocabulary = V,
                                  .context = CONTEXT,
                                  .embed_dim = C,
                                  .num_heads = 3,
                                  .num_layers = 2,
                                  .causal = true,
                                  .tied = tied,
                                  .qkv_in_one = tied,
                                  .seed = 20});
    Rng rng = rng_seed(20);
    ParameterList *list = parameters_of(&g->module);
    for (long i = 0; i < list->count; i++)
        init_normal(list->tensor[i], 0, (real)0.5, &rng);
    parameters_free(list);
    module_train(&g->module, false);
    return g;
}

static void test_there_and_back(void **state)
{
    (void)state;
    for (int tied = 0; tied < 2; tied++) {
        Gpt *g = small_gpt(tied);
        size_t bytes;
        unsigned char *artefact = artefact_of(g, &bytes);
        Gpt *back = artefact_model(artefact, bytes);
        assert_non_null(back);
        ParameterList *a = parameters_of(&g->module), *b = parameters_of(&back->module);
        assert_int_equal(a->count, b->count);
        for (long i = 0; i < a->count; i++)
            for (long j = 0; j < tensor_numel(a->tensor[i]); j++) {
                double gap = fabs((double)(a->tensor[i]->data[j] - b->tensor[i]->data[j]));
                assert_true(gap <= (a->tensor[i]->ndim == 2 ? 0.02 : 1e-6));
            }
        parameters_free(a);
        parameters_free(b);
        module_free(&back->module);
        owned_free(artefact);
        module_free(&g->module);
    }
}

static void test_other_bytes(void **state)
{
    (void)state;
    Gpt *g = small_gpt(true);
    size_t bytes;
    unsigned char *artefact = artefact_of(g, &bytes);
    for (size_t n = 0; n < bytes; n += 1 + n / 16)
        assert_null(artefact_model(artefact, n));
    for (size_t at = 0; at < 44; at++) {
        unsigned char was = artefact[at];
        artefact[at] ^= 0xff;
        Gpt *other = artefact_model(artefact, bytes);
        assert_null(other);
        assert_non_null(strstr(kindling_error(), "artefact: "));
        artefact[at] = was;
    }
    Gpt *right = artefact_model(artefact, bytes);
    assert_non_null(right);
    module_free(&right->module);
    unsigned char *longer = owned_alloc(bytes + 3);
    memcpy(longer, artefact, bytes);
    for (int i = 0; i < 4; i++) /* it says itself how long it is */
        longer[40 + i] = (unsigned char)((bytes + 3) >> 8 * i);
    assert_null(artefact_model(longer, bytes + 3));
    assert_non_null(strstr(kindling_error(), "artefact: 3 bytes behind the last tensor"));
    owned_free(longer);
    owned_free(artefact);
    module_free(&g->module);
}

/* 44 bytes that say what model it is, then zeros. */
static unsigned char *with_header(const uint32_t *field, size_t bytes)
{
    unsigned char *artefact = owned_alloc(bytes);
    const uint32_t all[11] = {0x5055434b, 1,        field[0], field[1], field[2],       field[3],
                              field[4],   field[5], field[6], field[7], (uint32_t)bytes};
    for (int i = 0; i < 44; i++)
        artefact[i] = (unsigned char)(all[i / 4] >> 8 * (i % 4));
    return artefact;
}

/* A header that asks for more than its bytes can pay is refused before memory is taken: positions, codes, the cache. */
static void test_metadata_that_ask_for_too_much(void **state)
{
    (void)state;
    static const uint32_t all[][8] = {/* V, context, C, heads, layers, positions, flags, tensors */
                                      {1, 1 << 20, 600000, 1, 0, 1, 3, 2},
                                      {1, 1 << 20, 1 << 10, 1, 0, 1, 3, 2},
                                      {4, 8, 240, 4, 1, 2, 3, 16},
                                      {4, 1 << 20, 64, 1, 1, 0, 3, 16}};
    enum { BYTES = 60000 };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        unsigned char *artefact = with_header(all[i], BYTES);
        long before = allocation_count;
        assert_null(artefact_model(artefact, BYTES));
        assert_true(allocation_count - before < 3);
        assert_non_null(strstr(kindling_error(), "a model that they could hold"));
        owned_free(artefact);
    }
    for (int causal = 0; causal < 2; causal++) {
        Gpt *g = gpt_new((GptOptions){.vocabulary = 11,
                                      .context = causal ? 1 << 20 : 8,
                                      .embed_dim = 16,
                                      .num_heads = 2,
                                      .num_layers = 1,
                                      .causal = causal,
                                      .tied = true,
                                      .positions = POSITIONS_NONE,
                                      .seed = 1});
        size_t bytes;
        unsigned char *artefact = artefact_of(g, &bytes);
        Gpt *right = artefact_model(artefact, bytes);
        assert_non_null(right); /* as a model it is fine */
        module_free(&right->module);
        size_t held = scope_bytes(scope_current());
        assert_null(entry_open(artefact, bytes));
        assert_true(scope_bytes(scope_current()) - held < 1 << 20);
        assert_non_null(
            strstr(kindling_error(), causal ? "expected at most 16777216" : "not causal"));
        owned_free(artefact);
        module_free(&g->module);
    }
}

/* What people hand in by mistake is called by its name. */
static void test_other_files(void **state)
{
    (void)state;
    const char *html = "<!DOCTYPE html><html><head><title>404</title>                     ",
               *zip = "PK\3\4 a file of PyTorch                                            ";
    assert_null(artefact_model((const unsigned char *)html, strlen(html)));
    assert_non_null(strstr(kindling_error(), "found a page of the web (HTML)"));
    assert_null(artefact_model((const unsigned char *)zip, strlen(zip)));
    assert_non_null(strstr(kindling_error(), "found a zip archive"));
}

/* Whatever is written behind the 44 bytes, it is refused or read, and no more. */
static void test_any_bytes(void **state)
{
    (void)state;
    Gpt *g = small_gpt(false);
    size_t bytes;
    unsigned char *artefact = artefact_of(g, &bytes);
    Rng rng = rng_seed(1);
    for (int i = 0; i < 200; i++) {
        size_t at = 44 + (size_t)rng_below(&rng, (long)bytes - 44);
        unsigned char was = artefact[at];
        artefact[at] = (unsigned char)rng_below(&rng, 256);
        Gpt *other = artefact_model(artefact, bytes);
        if (other != NULL)
            module_free(&other->module);
        else
            assert_non_null(strstr(kindling_error(), "not a tensor of this shape"));
        artefact[at] = was;
    }
    owned_free(artefact);
    module_free(&g->module);
}

/* A tensor's bytes with one thing wrong: -1, and the tensor is as it was. */
static void test_what_is_no_tensor(void **state)
{
    (void)state;
    Tensor *w = tensor_from(SHAPE(2, 2), VALUES(1, 2, 3, 4)), *to = tensor_zeros(SHAPE(2, 2));
    unsigned char in[13];
    assert_int_equal(artefact_pack(in, w), 13);
    assert_int_equal(artefact_unpack(to, in, 12), -1);
    in[0] = 'F';
    assert_int_equal(artefact_unpack(to, in, 13), -1);
    in[0] = 'Q';
    unsigned char was = in[4];
    in[4] |= 0x80; /* the scale's sign */
    assert_int_equal(artefact_unpack(to, in, 13), -1);
    in[4] = was;
    assert_values(to, SHAPE(2, 2), VALUES(0, 0, 0, 0), 0);
    assert_int_equal(artefact_unpack(to, in, 13), 13);
    assert_values(to, SHAPE(2, 2), VALUES(1, 2, 3, 4), 0.02);
}

static void test_a_long_text(void **state)
{
    (void)state;
    Gpt *g = small_gpt(true);
    size_t bytes;
    unsigned char *artefact = artefact_of(g, &bytes);
    Entry *e = entry_open(artefact, bytes);
    owned_free(artefact);
    int text[3 * CONTEXT];
    real logits[V];
    Rng rng = rng_seed(2);
    grad_mode(false);
    for (int round = 0; round < 2; round++) {
        entry_restart(e);
        for (long n = 1; n <= 3 * CONTEXT; n++) {
            text[n - 1] = (int)rng_below(&rng, V);
            entry_next(e, text[n - 1], logits);
            long start = generate_start(e->model, n), T = n - start;
            Tensor *all =
                gpt_forward(e->model, int_tensor_from(SHAPE(1, T), T, text + start), NULL);
            for (long v = 0; v < V; v++)
                assert_true(fabs((double)(logits[v] - all->data[(T - 1) * V + v])) <= 1e-4);
        }
    }
    grad_mode(true);
    assert_true(entry_bytes(e) > kv_cache_bytes(e->cache));
    entry_close(e);
    module_free(&g->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {UNIT_TEST(test_there_and_back),
                                       UNIT_TEST(test_other_bytes),
                                       UNIT_TEST(test_metadata_that_ask_for_too_much),
                                       UNIT_TEST(test_other_files),
                                       UNIT_TEST(test_any_bytes),
                                       UNIT_TEST(test_what_is_no_tensor),
                                       UNIT_TEST(test_a_long_text)};
    return run_tests("attention/cup/artefact", tests);
}
