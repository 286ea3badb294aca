/* test_gpt_watch.c - activations by name: what is seen, what is replaced, heads without a part, the
 * lens, gradients, mistakes.
 */
#include "small_gpt.h"

/* ---- models, plain and of today ---------------------------------------------------------------- */

enum { MODELS = 7 };

static GptOptions of_kind(int kind)
{
    GptOptions o = small();
    if (kind == 1)
        o.tied = o.no_bias = true;
    if (kind == 2)
        o.qkv_in_one = false;
    if (kind == 3) {
        o.positions = POSITIONS_SINUSOIDAL;
        o.dropout = (real)0.5;
    }
    if (kind == 4)
        o.num_layers = 0;
    if (kind >= 5) { /* Llama's block, with shared heads */
        o.positions = POSITIONS_ROTARY;
        o.norm = NORM_RMS;
        o.mlp = MLP_SWIGLU;
        o.num_kv_heads = 1;
        o.no_bias = true;
        o.qkv_in_one = kind == 5;
        o.recompute = kind == 6;
        o.causal = kind == 5;
    }
    return o;
}

static Gpt *wave_gpt(GptOptions o)
{
    Gpt *g = gpt_new(o);
    ParameterList *list = parameters_of(&g->module);
    wave_parameters(list);
    parameters_free(list);
    return g;
}

/* ---- reading ----------------------------------------------------------------------------------- */

typedef struct {
    char names[2048];
    long count;
} Heard;

static Tensor *hear(void *context, const char *name, Tensor *x)
{
    Heard *h = context;
    size_t n = strlen(h->names);
    snprintf(h->names + n, sizeof h->names - n, "%s %s\n", name, tensor_shape_text(x));
    h->count++;
    return x;
}

static void test_names_and_shapes(void **state)
{
    (void)state;
    static const char *const expected = "tokens (2, 6, 8)\n"
                                        "positions (2, 6, 8)\n"
                                        "blocks.0.norm1 (2, 6, 8)\n"
                                        "blocks.0.attn.q (2, 2, 6, 4)\n"
                                        "blocks.0.attn.k (2, 2, 6, 4)\n"
                                        "blocks.0.attn.v (2, 2, 6, 4)\n"
                                        "blocks.0.attn.weights (2, 2, 6, 6)\n"
                                        "blocks.0.attn.heads (2, 2, 6, 4)\n"
                                        "blocks.0.attn (2, 6, 8)\n"
                                        "blocks.0.middle (2, 6, 8)\n"
                                        "blocks.0.norm2 (2, 6, 8)\n"
                                        "blocks.0.up (2, 6, 32)\n"
                                        "blocks.0.hidden (2, 6, 32)\n"
                                        "blocks.0.mlp (2, 6, 8)\n"
                                        "blocks.0 (2, 6, 8)\n"
                                        "norm (2, 6, 8)\n"
                                        "logits (2, 6, 7)\n";
    GptOptions o = small();
    o.num_layers = 1;
    Gpt *g = gpt_new(o);
    Heard heard = {.count = 0};
    gpt_watch(g, two_sequences(), NULL, hear, &heard);
    assert_string_equal(heard.names, expected);
    module_free(&g->module);

    g = gpt_new(of_kind(5));
    heard = (Heard){.count = 0};
    gpt_watch(g, two_sequences(), NULL, hear, &heard);
    assert_int_equal(heard.count, 1 + 2 * 13 + 2);
    assert_non_null(strstr(heard.names, "blocks.1.attn.k (2, 1, 6, 4)\n"));
    assert_non_null(strstr(heard.names, "blocks.1.up (2, 6, 64)\nblocks.1.hidden (2, 6, 32)\n"));
    assert_null(strstr(heard.names, "positions"));
    module_free(&g->module);
}

/* In training, too: who looks on sees no dropout, and draws nothing. */
static void test_looking_on_changes_no_bit(void **state)
{
    (void)state;
    for (int kind = 0; kind < MODELS; kind++)
        for (int padded = 0; padded < 2; padded++) {
            Gpt *g = wave_gpt(of_kind(kind));
            Tensor *padding = mask_padding(int_tensor_from(SHAPE(2), IDS(4, 6)), 6);
            Heard heard = {.count = 0};
            uint64_t draws = g->dropout_rng.state;
            Tensor *seen = gpt_watch(g, two_sequences(), padded ? padding : NULL, hear, &heard);
            assert_true(g->dropout_rng.state == draws && g->module.training);
            module_train(&g->module, false);
            Tensor *plain = gpt_forward(g, two_sequences(), padded ? padding : NULL);
            assert_tensor_identical(seen, plain);
            module_free(&g->module);
        }
}

/* One multiplies by all columns of q, k and v, the other by those of q and k: a product of another
 * width may add in another order. */
static void test_weights_are_those_of_gpt_attention(void **state)
{
    (void)state;
    for (int kind = 0; kind < MODELS; kind++)
        for (long layer = 0; layer < of_kind(kind).num_layers; layer++) {
            Gpt *g = wave_gpt(of_kind(kind));
            char name[48];
            snprintf(name, sizeof name, "blocks.%ld.attn.weights", layer);
            assert_tensor_close(gpt_activation(g, two_sequences(), NULL, name),
                                gpt_attention(g, two_sequences(), NULL, layer), 1e-6, 1e-6);
            module_free(&g->module);
        }
}

static void test_sums_of_the_stream(void **state)
{
    (void)state;
    Gpt *g = wave_gpt(small());
    IntTensor *ids = two_sequences();
    Tensor *x = gpt_activation(g, ids, NULL, "blocks.0");
    Tensor *middle = gpt_activation(g, ids, NULL, "blocks.1.middle");
    Tensor *y = gpt_activation(g, ids, NULL, "blocks.1");
    assert_tensor_identical(middle, tensor_add(x, gpt_activation(g, ids, NULL, "blocks.1.attn")));
    assert_tensor_identical(y, tensor_add(middle, gpt_activation(g, ids, NULL, "blocks.1.mlp")));
    assert_tensor_identical(gpt_activation(g, ids, NULL, "logits"), gpt_forward(g, ids, NULL));
    module_free(&g->module);
}

/* ---- replacing --------------------------------------------------------------------------------- */

typedef struct {
    const char *name;
    Tensor *instead; /* NULL: a copy */
} Swap;

static Tensor *swap(void *context, const char *name, Tensor *x)
{
    const Swap *s = context;
    if (strcmp(name, s->name) != 0)
        return x;
    return s->instead != NULL ? s->instead : tensor_mul_scalar(x, 1);
}

static const char *const all_names[] = {"tokens",
                                        "positions",
                                        "blocks.0.norm1",
                                        "blocks.0.attn.q",
                                        "blocks.0.attn.k",
                                        "blocks.0.attn.v",
                                        "blocks.0.attn.weights",
                                        "blocks.0.attn.heads",
                                        "blocks.0.attn",
                                        "blocks.0.middle",
                                        "blocks.0.norm2",
                                        "blocks.0.up",
                                        "blocks.0.hidden",
                                        "blocks.0.mlp",
                                        "blocks.0",
                                        "norm",
                                        "logits"};
enum { NAMES = sizeof all_names / sizeof *all_names };

/* The same numbers in its place: the same logits, but for rounding where weights are used. Other
 * numbers: other logits, wherever it is. */
static void test_each_place_is_used(void **state)
{
    (void)state;
    for (int kind = 0; kind < 6; kind += 5)
        for (int i = 0; i < NAMES; i++) {
            Gpt *g = wave_gpt(of_kind(kind));
            Swap s = {.name = all_names[i]};
            char why[512];
            if (g->positions != NULL || strcmp(s.name, "positions") != 0) {
                Tensor *plain = gpt_forward(g, two_sequences(), NULL);
                assert_tensor_close(gpt_watch(g, two_sequences(), NULL, swap, &s), plain, 1e-5,
                                    1e-5);
                Tensor *x = gpt_activation(g, two_sequences(), NULL, s.name);
                s.instead = tensor_add(x, random_tensor(x->ndim, x->shape));
                Tensor *other = gpt_watch(g, two_sequences(), NULL, swap, &s);
                assert_false(tensor_is_close(other, plain, 0, 1e-4, why, sizeof why));
            }
            module_free(&g->module);
        }
}

/* The stream of another text put in place of this one's: from there on the model says what it says
 * of the other. */
static void test_a_stream_from_another_text(void **state)
{
    (void)state;
    Gpt *g = wave_gpt(small());
    IntTensor *other = int_tensor_from(SHAPE(2, 6), IDS(6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5));
    Swap s = {"blocks.0", gpt_activation(g, other, NULL, "blocks.0")};
    assert_tensor_identical(gpt_watch(g, two_sequences(), NULL, swap, &s),
                            gpt_forward(g, other, NULL));
    module_free(&g->module);
}

/* A head that reads nothing is one whose rows of the output projection are 0. */
static void test_a_model_without_a_head(void **state)
{
    (void)state;
    for (int kind = 0; kind < MODELS; kind++)
        for (long head = 0; head < 2 && kind != 4; head++) {
            Gpt *g = wave_gpt(of_kind(kind));
            module_train(&g->module, false);
            Tensor *without = gpt_without_head(g, two_sequences(), NULL, 1, head);
            Tensor *whole = gpt_forward(g, two_sequences(), NULL);
            char why[512];
            assert_false(tensor_is_close(without, whole, 0, 1e-4, why, sizeof why));
            Tensor *out = g->blocks[1]->attn->out->weight; /* (8, 8): 4 rows for each head */
            for (long i = 4 * head * 8; i < 4 * (head + 1) * 8; i++)
                out->data[i] = 0;
            assert_tensor_close(without, gpt_forward(g, two_sequences(), NULL), 1e-5, 1e-5);
            module_free(&g->module);
        }
}

/* NaN in what the head reads does not stay: 0 takes its place, not a product with 0. */
static void test_a_head_of_nan(void **state)
{
    (void)state;
    Gpt *g = wave_gpt(of_kind(2));
    Tensor *v = g->blocks[1]->attn->v->bias;
    v->data[0] = (real)NAN; /* head 0 */
    Tensor *without = gpt_without_head(g, two_sequences(), NULL, 1, 0);
    for (long i = 0; i < tensor_numel(without); i++)
        assert_true(isfinite(without->data[i]));
    module_free(&g->module);
}

/* ---- the lens ---------------------------------------------------------------------------------- */

static void test_the_lens(void **state)
{
    (void)state;
    for (int kind = 0; kind < MODELS; kind++) {
        GptOptions o = of_kind(kind);
        o.dropout = 0;
        Gpt *g = wave_gpt(o);
        for (long layers = 0; layers <= of_kind(kind).num_layers; layers++) {
            o.num_layers =
                layers; /* waves go by name: the same numbers in a model that ends there */
            Gpt *shorter = wave_gpt(o);
            assert_tensor_identical(gpt_logit_lens(g, two_sequences(), NULL, layers),
                                    gpt_forward(shorter, two_sequences(), NULL));
            module_free(&shorter->module);
        }
        module_free(&g->module);
    }
}

/* ---- gradients --------------------------------------------------------------------------------- */

typedef struct {
    Gpt *gpt;
    const char *name;
} Place;

static Tensor *loss_of_swapped(Tensor *const in[], void *context)
{
    const Place *p = context;
    Swap s = {p->name, in[0]};
    Tensor *logits = gpt_watch(p->gpt, two_sequences(), NULL, swap, &s);
    return tensor_cross_entropy(logits, their_targets(), -100, 0);
}

static void test_gradients_into_what_took_a_place(void **state)
{
    (void)state;
    Gpt *g = wave_gpt(small());
    for (int i = 0; i < NAMES; i++) {
        Tensor *x = gpt_activation(g, two_sequences(), NULL, all_names[i]);
        Tensor *leaf = random_leaf(x->ndim, x->shape);
        assert_gradcheck(loss_of_swapped, &((Place){g, all_names[i]}), leaf);
    }
    module_free(&g->module);
}

static void test_gradients_of_parameters(void **state)
{
    (void)state;
    Gpt *g = wave_gpt(of_kind(2)), *same = wave_gpt(of_kind(2));
    Heard heard = {.count = 0};
    tensor_backward(tensor_cross_entropy(gpt_watch(g, two_sequences(), NULL, hear, &heard),
                                         their_targets(), -100, 0));
    tensor_backward(gpt_loss(same, two_sequences(), their_targets()));
    ParameterList *list = parameters_of(&g->module), *other = parameters_of(&same->module);
    for (long i = 0; i < list->count; i++)
        assert_tensor_identical(list->tensor[i]->grad, other->tensor[i]->grad);
    parameters_free(list);
    parameters_free(other);
    module_free(&g->module);
    module_free(&same->module);
}

/* ---- edges, and mistakes ----------------------------------------------------------------------- */

static void test_texts_of_nothing(void **state)
{
    (void)state;
    Gpt *g = gpt_new(small());
    Heard heard = {.count = 0};
    IntTensor *none = int_tensor_new(SHAPE(2, 0));
    assert_shape(gpt_watch(g, none, NULL, hear, &heard), SHAPE(2, 0, 7));
    assert_shape(gpt_without_head(g, int_tensor_new(SHAPE(0, 3)), NULL, 0, 1), SHAPE(0, 3, 7));
    assert_shape(gpt_logit_lens(g, none, NULL, 1), SHAPE(2, 0, 7));
    module_free(&g->module);
}

static Tensor *nothing(void *context, const char *name, Tensor *x)
{
    (void)context, (void)x;
    return strcmp(name, "blocks.1.up") == 0 ? NULL : x;
}

static void test_mistakes(void **state)
{
    (void)state;
    Gpt *g = gpt_new(small());
    IntTensor *ids = two_sequences();
    Swap s = {"blocks.0.attn.q", tensor_zeros(SHAPE(2, 6, 8))};
    assert_fails_with("what takes the place of blocks.0.attn.q is (2, 6, 8), expected (2, 2, 6, 4)",
                      gpt_watch(g, ids, NULL, swap, &s));
    assert_fails_with("the watch returned NULL for blocks.1.up, expected its x",
                      gpt_watch(g, ids, NULL, nothing, NULL));
    assert_fails_with("argument 4, watch, is NULL", gpt_watch(g, ids, NULL, NULL, NULL));
    assert_fails_with("gpt_watch: ids have shape (3,), expected (B, T)",
                      gpt_watch(g, int_tensor_new(SHAPE(3)), NULL, hear, NULL));
    assert_fails_with("nothing is called \"blocks.2\" in a model of 2 layers",
                      gpt_activation(g, ids, NULL, "blocks.2"));
    assert_fails_with("there is no head 2 of layer 0 in a model of 2 layers of 2 heads",
                      gpt_without_head(g, ids, NULL, 0, 2));
    assert_fails_with("no head 0 of layer -1", gpt_without_head(g, ids, NULL, -1, 0));
    assert_fails_with("no head 0 of layer 2", gpt_without_head(g, ids, NULL, 2, 0));
    assert_fails_with("no head -1 of layer 0", gpt_without_head(g, ids, NULL, 0, -1));
    assert_fails_with("got 3 blocks, expected 0 to 2", gpt_logit_lens(g, ids, NULL, 3));
    assert_fails_with("got -1 blocks", gpt_logit_lens(g, ids, NULL, -1));
    module_free(&g->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_names_and_shapes),
        UNIT_TEST(test_looking_on_changes_no_bit),
        UNIT_TEST(test_weights_are_those_of_gpt_attention),
        UNIT_TEST(test_sums_of_the_stream),
        UNIT_TEST(test_each_place_is_used),
        UNIT_TEST(test_a_stream_from_another_text),
        UNIT_TEST(test_a_model_without_a_head),
        UNIT_TEST(test_a_head_of_nan),
        UNIT_TEST(test_the_lens),
        UNIT_TEST(test_gradients_into_what_took_a_place),
        UNIT_TEST(test_gradients_of_parameters),
        UNIT_TEST(test_texts_of_nothing),
        UNIT_TEST(test_mistakes),
    };
    return run_tests("attention/gpt_watch", tests);
}
