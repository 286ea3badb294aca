/* test_llama.c - what came after GPT-2, as options of one model: against NumPy, gradients, the cache's
 * bytes, codes, mistakes.
 */
#include "small_gpt.h"
#include "../../fixtures/llama.h"
#include "scratch.h"

static GptOptions llama(bool other)
{
    GptOptions o = small();
    o.embed_dim = 16;
    o.num_heads = 4;
    o.no_bias = true;
    o.positions = POSITIONS_ROTARY;
    o.norm = NORM_RMS;
    o.mlp = MLP_SWIGLU;
    o.num_kv_heads = other ? 1 : 2;
    o.mlp_dim = other ? 12 : 10;
    o.norm_eps = other ? 1e-2 : 0;
    o.qkv_in_one = o.tied = !other;
    if (other)
        o.rope = (RopeOptions){.pairs = ROPE_HALF, .base = 500, .factor = 4};
    return o;
}

static Gpt *wave_llama(GptOptions o)
{
    Gpt *g = gpt_new(o);
    ParameterList *list = parameters_of(&g->module);
    wave_parameters(list);
    parameters_free(list);
    return g;
}

static void test_logits_are_numpys(void **state)
{
    (void)state;
    const real *expected[] = {llama_logits_pairs, llama_logits_halves};
    for (int other = 0; other < 2; other++) {
        Gpt *g = wave_llama(llama(other));
        Tensor *logits = gpt_forward(g, two_sequences(), NULL);
        Tensor *want = tensor_from(SHAPE(2, 6, 7), 84, expected[other]);
        assert_tensor_close(logits, want, STORED_TOLERANCE, STORED_TOLERANCE);
        module_free(&g->module);
    }
}

/* ---- its parameters ---------------------------------------------------------------------------- */

static void test_names_and_counts(void **state)
{
    (void)state;
    for (int other = 0; other < 2; other++) {
        Gpt *g = gpt_new(llama(other));
        ParameterList *list = parameters_of(&g->module);
        long C = 16, kv = other ? 4 : 8, hidden = other ? 12 : 10;
        long block = 2 * C * C + 2 * C * kv + 3 * C * hidden + 2 * C;
        assert_int_equal(parameters_numel(list), (other ? 2 : 1) * 7 * C + 2 * block + C);
        assert_shape(parameters_find(list, "blocks.1.up.weight"), SHAPE(C, 2 * hidden));
        assert_shape(parameters_find(list, "norm.weight"), SHAPE(C));
        if (other)
            assert_shape(parameters_find(list, "blocks.0.attn.v.weight"), SHAPE(C, kv));
        for (long i = 0; i < list->count; i++)
            assert_null(strstr(list->name[i], "bias"));
        parameters_free(list);
        module_free(&g->module);
    }
}

/* As many weights as GPT-2's block, nearly: the gate takes a third of the hidden channels. */
static void test_the_usual_width(void **state)
{
    (void)state;
    GptOptions o = llama(false);
    o.embed_dim = 192;
    o.num_kv_heads = o.mlp_dim = 0;
    Gpt *g = gpt_new(o);
    assert_shape(g->blocks[0]->down->weight, SHAPE(512, 192));
    assert_shape(g->blocks[0]->attn->qkv->weight, SHAPE(192, 3 * 192));
    module_free(&g->module);
    o.mlp = MLP_GELU;
    o.norm_eps = 1e-3;
    g = gpt_new(o);
    assert_shape(g->blocks[0]->up->weight, SHAPE(192, 768));
    assert_true(g->norm->eps == (real)1e-3 && g->blocks[1]->norm2->eps == (real)1e-3);
    module_free(&g->module);
}

/* ---- gradients --------------------------------------------------------------------------------- */

static Tensor *call_loss(Tensor *const in[], void *context)
{
    (void)in; /* the parameters of the model themselves */
    return gpt_loss(context, two_sequences(), their_targets());
}

static void test_gradients(void **state)
{
    (void)state;
    if (!IS_DOUBLE)
        skip_without("double");
    for (int other = 0; other < 2; other++) {
        Gpt *g = wave_llama(llama(other));
        ParameterList *list = parameters_of(&g->module);
        GradcheckResult result = gradcheck(call_loss, (int)list->count, list->tensor, g, NULL);
        if (!result.ok)
            print_error("%d: %s\n", other, result.message);
        assert_true(result.ok);
        parameters_free(list);
        module_free(&g->module);
    }
}

/* ---- positions --------------------------------------------------------------------------------- */

/* Heads see how far apart tokens are, and no more: a text that stands further on has the same weights. */
static void test_only_distances_count(void **state)
{
    (void)state;
    GptOptions o = llama(true);
    o.num_layers = 1;
    Gpt *g = wave_llama(o);
    IntTensor *text = int_tensor_from(SHAPE(1, 6), IDS(5, 5, 1, 3, 1, 3));
    Tensor *w = gpt_attention(g, text, NULL, 0); /* (1, 4, 6, 6) */
    for (long h = 0; h < 4; h++) {
        const real *row = w->data + h * 36;
        /* "1 3" at 2 and 3, and at 4 and 5: the second looks at the first with the same odds to itself. */
        double early = (double)row[3 * 6 + 2] / (double)row[3 * 6 + 3];
        double late = (double)row[5 * 6 + 4] / (double)row[5 * 6 + 5];
        assert_close(early, late, 1e-4);
        assert_true(fabs(early - 1) > 1e-6);
        assert_close((double)row[2 * 6 + 3], 0, 0);
    }
    module_free(&g->module);
}

/* The weights that are shown make the output that comes: they have turned, too. */
static void test_weights_that_are_shown(void **state)
{
    (void)state;
    MultiHeadAttention *a = mha_new((MhaOptions){
        .embed_dim = 8, .num_heads = 2, .causal = true, .rotary = true, .init = &test_rng});
    Tensor *x = random_tensor(SHAPE(2, 5, 8));
    Attention seen = mha_attend(a, x, NULL);
    Tensor *v = split_heads(linear_forward(a->v, x), 2);
    Tensor *again = linear_forward(a->out, merge_heads(tensor_matmul(seen.weights, v)));
    assert_tensor_close(seen.output, again, 1e-5, 1e-5);
    module_free(&a->module);
}

static void test_a_cache_of_fewer_heads(void **state)
{
    (void)state;
    Gpt *grouped = gpt_new(llama(true)), *whole;
    GptOptions o = llama(true);
    o.num_kv_heads = 0;
    whole = gpt_new(o);
    KvCache *a = gpt_cache_new(grouped, 2, 6), *b = gpt_cache_new(whole, 2, 6);
    assert_int_equal(4 * kv_cache_bytes(a), kv_cache_bytes(b));
    assert_fails_with("the cache is for 2 layers of 4 heads of 4 numbers, but the model has 2 of 1 of 4",
                      gpt_decode(grouped, b, (int[]){1, 2}, NULL));
    module_free(&grouped->module);
    module_free(&whole->module);
}

/* ---- codes ------------------------------------------------------------------------------------- */

static void test_codes_and_their_file(void **state)
{
    (void)state;
    const char *path = scratch("llama.safetensors");
    for (int other = 0; other < 2; other++) {
        Gpt *g = wave_llama(llama(other));
        QuantizedGpt *q = quantized_gpt_new(g, (QuantScheme){.bits = 8, .group = PER_COLUMN});
        Tensor *logits = quantized_gpt_forward(q, two_sequences());
        assert_tensor_close(logits, gpt_forward(g, two_sequences(), NULL), 0.05, 0.05);
        assert_int_equal(quantized_gpt_save(q, path), 0);
        QuantizedGpt *back = quantized_gpt_load(path);
        assert_non_null(back);
        assert_tensor_identical(quantized_gpt_forward(back, two_sequences()), logits);
        module_free(&back->module);
        q->options.num_kv_heads = 3;
        assert_int_equal(quantized_gpt_save(q, path), 0);
        assert_null(quantized_gpt_load(path));
        assert_error_has("4 heads (3 of keys)");
        module_free(&q->module);
        module_free(&g->module);
    }
}

/* ---- mistakes ---------------------------------------------------------------------------------- */

static void test_refusals(void **state)
{
    (void)state;
    GptOptions o = llama(false);
    o.num_kv_heads = 3;
    assert_fails_with("num_kv_heads is 3, expected a number that divides num_heads (4)", gpt_new(o));
    o = llama(false);
    o.norm = (NormKind)2;
    assert_fails_with("norm is 2, expected NORM_LAYER or NORM_RMS", gpt_new(o));
    o = llama(false);
    o.mlp = (MlpKind)7;
    assert_fails_with("mlp is 7, expected MLP_GELU or MLP_SWIGLU", gpt_new(o));
    o = llama(false);
    o.mlp_dim = -1;
    assert_fails_with("mlp_dim is -1, expected at least 1, or 0", gpt_new(o));
    o = llama(false);
    o.norm_eps = NAN;
    assert_fails_with("norm_eps is nan", gpt_new(o));
    o = llama(false);
    o.embed_dim = 12;
    assert_fails_with("rotary positions turn pairs of numbers, and a head has 3", gpt_new(o));
    static const long dims[] = {1, -2, 6};
    for (int i = 0; i < 3; i++) {
        o = llama(false);
        o.embed_dim = 4 * o.num_heads;
        o.rope.dims = dims[i];
        assert_fails_with("expected an even number up to a head's 4, or 0 for all", gpt_new(o));
    }
}

static void assert_no_artefact(GptOptions o, const char *why)
{
    size_t bytes;
    Gpt *g = gpt_new(o);
    assert_fails_with(why, artefact_of(g, &bytes));
    module_free(&g->module);
}

/* A format that has no room for it says so. */
static void test_an_artefact_is_a_gpt2(void **state)
{
    (void)state;
    GptOptions grouped = small(), narrow = small(), rms = small(), turned = small();
    grouped.num_kv_heads = 1;
    narrow.mlp_dim = 12;
    rms.norm = NORM_RMS;
    turned.positions = POSITIONS_ROTARY;
    assert_no_artefact(grouped, "fewer heads of keys");
    assert_no_artefact(narrow, "another mlp");
    assert_no_artefact(rms, "RMS norms");
    assert_no_artefact(turned, "rotary positions");
}

int main(void)
{
    const struct CMUnitTest tests[] = {UNIT_TEST(test_logits_are_numpys),
                                       UNIT_TEST(test_names_and_counts),
                                       UNIT_TEST(test_the_usual_width),
                                       UNIT_TEST(test_gradients),
                                       UNIT_TEST(test_only_distances_count),
                                       UNIT_TEST(test_weights_that_are_shown),
                                       UNIT_TEST(test_a_cache_of_fewer_heads),
                                       UNIT_TEST(test_codes_and_their_file),
                                       UNIT_TEST(test_refusals),
                                       UNIT_TEST(test_an_artefact_is_a_gpt2)};
    return run_tests_in_scratch("attention/gpt/llama", tests);
}
