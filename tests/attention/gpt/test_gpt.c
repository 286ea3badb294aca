/* test_gpt.c - the language model: how it starts, causality, masks, tying, dropout, mistakes. */
#include "small_gpt.h"
#include "text.h"

/* ---- how many parameters ----------------------------------------------------------------------- */

/* Embeddings; per block 4 C^2 for attention, 8 C^2 for the MLP, 9 C biases, 4 C norms; last norm. */
static long expected_count(GptOptions o)
{
    long C = o.embed_dim;
    long block = 12 * C * C + (o.no_bias ? 4 : 13) * C;
    long positions = o.positions == POSITIONS_LEARNED ? o.context * C : 0;
    return o.vocabulary * C * (o.tied ? 1 : 2) + positions + o.num_layers * block + 2 * C;
}

static void test_parameter_count(void **state)
{
    (void)state;
    for (int variant = 0; variant < 16; variant++) {
        GptOptions o = small();
        o.tied = variant & 1;
        o.no_bias = variant & 2;
        o.qkv_in_one = variant & 4;
        o.positions = variant & 8 ? POSITIONS_SINUSOIDAL : POSITIONS_LEARNED;
        Gpt *g = gpt_new(o);
        ParameterList *list = parameters_of(&g->module);
        assert_int_equal(parameters_numel(list), expected_count(o));
        parameters_free(list);
        module_free(&g->module);
    }
    /* The same formula gives GPT-2 small its published size. */
    GptOptions gpt2 = {.vocabulary = 50257,
                       .context = 1024,
                       .embed_dim = 768,
                       .num_heads = 12,
                       .num_layers = 12,
                       .causal = true,
                       .qkv_in_one = true,
                       .tied = true};
    assert_int_equal(expected_count(gpt2), 124439808);
}

/* Checkpoints carry these names: one that an earlier version wrote still fits. */
static void test_names_of_parameters(void **state)
{
    (void)state;
    static const char *const in_one[] = {"tokens.weight", "positions.weight",
                                         "blocks.1.attn.qkv.weight", "blocks.0.attn.out.bias"};
    static const char *const in_three[] = {"blocks.0.attn.q.weight", "blocks.0.attn.k.bias",
                                           "blocks.1.attn.v.weight", "head.weight"};
    for (int n = 0; n < 2; n++) {
        GptOptions o = small();
        o.qkv_in_one = n == 0;
        o.dropout = (real)0.1; /* has no parameters */
        Gpt *g = gpt_new(o);
        ParameterList *list = parameters_of(&g->module);
        for (int i = 0; i < 4; i++)
            assert_non_null(parameters_find(list, n == 0 ? in_one[i] : in_three[i]));
        assert_int_equal(list->count, n == 0 ? 29 : 37);
        parameters_free(list);
        module_free(&g->module);
    }
}

/* ---- starting values --------------------------------------------------------------------------- */

static double deviation(const Tensor *t)
{
    double squares = 0;
    for (long i = 0; i < tensor_numel(t); i++)
        squares += (double)t->data[i] * (double)t->data[i];
    return sqrt(squares / (double)tensor_numel(t));
}

static void test_starting_values(void **state)
{
    (void)state;
    GptOptions o = {.vocabulary = 100,
                    .context = 64,
                    .embed_dim = 64,
                    .num_heads = 4,
                    .num_layers = 8,
                    .causal = true,
                    .qkv_in_one = true,
                    .seed = 5};
    Gpt *g = gpt_new(o);
    ParameterList *list = parameters_of(&g->module);
    for (long i = 0; i < list->count; i++) {
        const char *name = list->name[i];
        double is = deviation(list->tensor[i]);
        bool norm = strstr(name, "norm") != NULL;
        if (strstr(name, "bias") != NULL)
            assert_close(is, 0, 0);
        else if (norm)
            assert_close(is, 1, 0);
        else if (strstr(name, "out.weight") != NULL || strstr(name, "down.weight") != NULL)
            assert_close(is, 0.005, 0.0003); /* .02 / sqrt(16) */
        else
            assert_close(is, 0.02, 0.001);
    }
    parameters_free(list);
    module_free(&g->module);
}

static void test_the_first_loss_is_that_of_guessing(void **state)
{
    (void)state;
    Gpt *g = gpt_new(small());
    Tensor *loss = gpt_loss(g, two_sequences(), their_targets());
    assert_close((double)tensor_item(loss), log(7), 0.05);
    module_free(&g->module);
}

static void test_a_seed_decides_everything(void **state)
{
    (void)state;
    GptOptions o = small();
    Gpt *a = gpt_new(o), *b = gpt_new(o);
    o.seed = 12;
    Gpt *c = gpt_new(o);
    o.seed = 11;
    o.dropout = (real)0.3;
    Gpt *d = gpt_new(o);
    assert_tensor_identical(a->head->weight, b->head->weight);
    assert_true(a->head->weight->data[0] != c->head->weight->data[0]);
    assert_true(a->dropout_rng.state != c->dropout_rng.state);
    /* Dropout has a stream of its own and disturbs no starting value. */
    assert_tensor_identical(a->head->weight, d->head->weight);
    uint64_t init = d->init_rng.state, dropout = d->dropout_rng.state;
    Tensor *y = gpt_forward(d, two_sequences(), NULL);
    assert_true(d->init_rng.state == init && d->dropout_rng.state != dropout);
    d->dropout_rng.state = dropout;
    assert_tensor_identical(gpt_forward(d, two_sequences(), NULL), y);
    Gpt *all[] = {a, b, c, d};
    for (int i = 0; i < 4; i++)
        module_free(&all[i]->module);
}

/* ---- laws -------------------------------------------------------------------------------------- */

static void check_causality(Positions positions)
{
    GptOptions o = small();
    o.positions = positions;
    Gpt *g = gpt_new(o);
    IntTensor *ids = two_sequences();
    Tensor *y = gpt_forward(g, ids, NULL);
    for (long cut = 5; cut >= 1; cut--) {
        for (long b = 0; b < 2; b++)
            ids->data[b * 6 + cut] = (ids->data[b * 6 + cut] + 3) % 7;
        Tensor *z = gpt_forward(g, ids, NULL);
        assert_tensor_identical(tensor_slice(z, 1, 0, cut, 1), tensor_slice(y, 1, 0, cut, 1));
        char why[512];
        assert_false(tensor_is_close(tensor_select(z, 1, cut), tensor_select(y, 1, cut), 0, 1e-6,
                                     why, sizeof why));
    }
    module_free(&g->module);
}

static void test_causality_at_every_cut(void **state)
{
    (void)state;
    check_causality(POSITIONS_LEARNED);
    check_causality(POSITIONS_SINUSOIDAL);
    check_causality(POSITIONS_NONE);
}

static void test_an_encoder_sees_the_future(void **state)
{
    (void)state;
    GptOptions o = small();
    o.causal = false;
    Gpt *g = gpt_new(o);
    IntTensor *ids = two_sequences();
    Tensor *y = gpt_forward(g, ids, NULL);
    ids->data[5] = 0;
    char why[512];
    assert_false(tensor_is_close(tensor_select(gpt_forward(g, ids, NULL), 1, 0),
                                 tensor_select(y, 1, 0), 0, 1e-6, why, sizeof why));
    module_free(&g->module);
}

/* Two tokens swapped, the last one untouched: does its logit row notice? Only through positions. */
static double effect_of_swapping(Positions positions)
{
    GptOptions o = small();
    o.positions = positions;
    o.num_layers = 1;
    Gpt *g = gpt_new(o);
    ParameterList *list = parameters_of(&g->module);
    wave_parameters(list);
    wave_fill(g->blocks[0]->attn->qkv->weight, 1, 2); /* sharp attention */
    Tensor *a = gpt_forward(g, int_tensor_from(SHAPE(1, 4), IDS(1, 2, 3, 4)), NULL);
    Tensor *b = gpt_forward(g, int_tensor_from(SHAPE(1, 4), IDS(3, 2, 1, 4)), NULL);
    double largest = 0;
    for (long i = 3 * 7; i < 4 * 7; i++)
        largest = fmax(largest, fabs((double)(a->data[i] - b->data[i])));
    parameters_free(list);
    module_free(&g->module);
    return largest;
}

static void test_only_positions_tell_the_order(void **state)
{
    (void)state;
    assert_true(effect_of_swapping(POSITIONS_NONE) < 1e-5);
    assert_true(effect_of_swapping(POSITIONS_LEARNED) > 1e-3);
    assert_true(effect_of_swapping(POSITIONS_SINUSOIDAL) > 1e-3);
}

static void test_padding_is_combined_with_the_causal_mask(void **state)
{
    (void)state;
    for (int causal = 0; causal < 2; causal++) {
        GptOptions o = small();
        o.causal = causal;
        Gpt *g = gpt_new(o);
        IntTensor *ids = two_sequences();
        Tensor *mask = mask_padding(int_tensor_from(SHAPE(2), IDS(6, 3)), 6);
        Tensor *y = gpt_forward(g, ids, mask);
        ids->data[6 + 4] = 6; /* behind the end of sequence 1 */
        Tensor *z = gpt_forward(g, ids, mask);
        assert_tensor_identical(tensor_slice(z, 1, 0, 4, 1), tensor_slice(y, 1, 0, 4, 1));
        const Tensor *w = gpt_attention(g, ids, mask, 1); /* (2, 2, 6, 6) */
        for (long i = 0; i < 6; i++)
            for (long j = 0; j < 6; j++)
                assert_true((tensor_get(w, AT(1, 0, i, j)) != 0) == (j < 3 && (!causal || j <= i)));
        module_free(&g->module);
    }
}

static void test_one_matrix_or_three_agree(void **state)
{
    (void)state;
    GptOptions o = small();
    Gpt *in_one = gpt_new(o);
    o.qkv_in_one = false;
    Gpt *separate = gpt_new(o);
    copy_numbers(separate, in_one);
    assert_tensor_close(gpt_forward(separate, two_sequences(), NULL),
                        gpt_forward(in_one, two_sequences(), NULL), 1e-5, 1e-6);
    module_free(&in_one->module);
    module_free(&separate->module);
}

/* A tied weight works twice; its gradient is the sum of what two separate ones would get. */
static void test_tied_gradient_is_the_sum_of_both_uses(void **state)
{
    (void)state;
    GptOptions o = small();
    Gpt *untied = gpt_new(o);
    o.tied = true;
    Gpt *tied = gpt_new(o);
    assert_null(tied->head);
    ParameterList *from = parameters_of(&untied->module), *to = parameters_of(&tied->module);
    wave_parameters(from);
    wave_parameters(to);
    copy_kernel(untied->head->weight, tensor_transpose(tensor_detach(tied->tokens->weight), 0, 1));
    tensor_backward(gpt_loss(untied, two_sequences(), their_targets()));
    tensor_backward(gpt_loss(tied, two_sequences(), their_targets()));
    Tensor *sum = tensor_add(untied->tokens->weight->grad,
                             tensor_transpose(untied->head->weight->grad, 0, 1));
    assert_tensor_close(tied->tokens->weight->grad, sum, 1e-4, 1e-6);
    parameters_free(from);
    parameters_free(to);
    module_free(&untied->module);
    module_free(&tied->module);
}

static void test_looking_at_every_head(void **state)
{
    (void)state;
    GptOptions o = small();
    o.dropout = (real)0.5;
    Gpt *g = gpt_new(o);
    uint64_t dropout = g->dropout_rng.state;
    Tensor *seen[2];
    for (int i = 0; i < 2; i++) {
        seen[i] = gpt_attention(g, two_sequences(), NULL, i);
        assert_shape(seen[i], SHAPE(2, 2, 6, 6));
        assert_false(seen[i]->requires_grad);
        assert_tensor_close(tensor_sum(seen[i], AXES(-1), false), tensor_ones(SHAPE(2, 2, 6)), 0,
                            1e-5);
    }
    assert_true(g->module.training && g->blocks[1]->attn->dropout->module.training);
    assert_true(grad_mode_is_on() && g->dropout_rng.state == dropout);

    /* By hand: what the second layer reads is what the first one writes. */
    module_train(&g->module, false);
    Tensor *x = positions_forward(g->positions, embedding_forward(g->tokens, two_sequences()));
    x = layer_norm_forward(g->blocks[1]->norm1, block_forward(g->blocks[0], x, NULL));
    assert_tensor_identical(mha_attend(g->blocks[1]->attn, x, NULL).weights, seen[1]);
    assert_fails_with("gpt_attention: there is no layer 2 in a model of 2",
                      gpt_attention(g, two_sequences(), NULL, 2));
    assert_fails_with("no layer -1", gpt_attention(g, two_sequences(), NULL, -1));
    module_free(&g->module);
}

static void test_dropout_only_in_training(void **state)
{
    (void)state;
    GptOptions o = small();
    Gpt *plain = gpt_new(o);
    o.dropout = (real)0.5;
    Gpt *g = gpt_new(o);
    char why[512];
    Tensor *y = gpt_forward(plain, two_sequences(), NULL);
    assert_false(
        tensor_is_close(gpt_forward(g, two_sequences(), NULL), y, 0, 1e-5, why, sizeof why));
    module_train(&g->module, false);
    assert_tensor_identical(gpt_forward(g, two_sequences(), NULL), y);
    module_free(&g->module);
    module_free(&plain->module);
}

static void test_embeddings_pass_through_dropout(void **state)
{
    (void)state;
    GptOptions o = small();
    o.num_layers = 0;
    o.dropout = (real)0.5;
    Gpt *g = gpt_new(o);
    Tensor *noisy = gpt_forward(g, two_sequences(), NULL);
    module_train(&g->module, false);
    char why[512];
    assert_false(
        tensor_is_close(noisy, gpt_forward(g, two_sequences(), NULL), 0, 1e-5, why, sizeof why));
    module_free(&g->module);
}

static void test_ignored_targets_do_not_count(void **state)
{
    (void)state;
    Gpt *g = gpt_new(small());
    IntTensor *targets = int_tensor_from(SHAPE(1, 2), IDS(3, -100));
    Tensor *both = gpt_loss(g, int_tensor_from(SHAPE(1, 2), IDS(0, 3)), targets);
    Tensor *first =
        gpt_loss(g, int_tensor_from(SHAPE(1, 1), IDS(0)), int_tensor_from(SHAPE(1, 1), IDS(3)));
    assert_tensor_close(both, first, 1e-5, 0);
    module_free(&g->module);
}

static void test_the_graph_shows_the_parts(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "embedding",       "block", "layer norm", "attention", "projections", "split heads",
        "flash_attention", "merge", "output",     "mlp",       "head",        "loss",
        "causal",          "tokens"};
    Gpt *g = gpt_new(small());
    Tensor *loss = gpt_loss(g, two_sequences(), their_targets());
    assert_int_equal(graph_dump(text_stream(), loss, &(GraphOptions){.level = GRAPH_FULL}), 0);
    const char *dot = text_written();
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        assert_has(dot, parts[i]);
    module_free(&g->module);
}

static void test_edge_sizes(void **state)
{
    (void)state;
    GptOptions o = {.vocabulary = 1, .context = 1, .embed_dim = 1, .num_heads = 1};
    Gpt *g = gpt_new(o); /* no layers, one channel */
    assert_shape(gpt_forward(g, int_tensor_new(SHAPE(3, 1)), NULL), SHAPE(3, 1, 1));
    module_free(&g->module);
    g = gpt_new(small());
    assert_shape(gpt_forward(g, int_tensor_new(SHAPE(2, 0)), NULL), SHAPE(2, 0, 7));
    assert_shape(gpt_forward(g, int_tensor_new(SHAPE(0, 3)), NULL), SHAPE(0, 3, 7));
    module_free(&g->module);
}

/* ---- mistakes ---------------------------------------------------------------------------------- */

static void test_a_batch_of_nothing(void **state)
{
    (void)state;
    Gpt *g = gpt_new(small());
    ParameterList *all = parameters_of(&g->module);
    IntTensor *ids = int_tensor_new(SHAPE(0, 6));
    Tensor *loss = gpt_loss(g, ids, ids);
    assert_close((double)tensor_item(loss), 0, 0);
    tensor_backward(loss);
    for (long i = 0; i < all->count; i++)
        assert_tensor_close(all->tensor[i]->grad,
                            tensor_zeros(all->tensor[i]->ndim, all->tensor[i]->shape), 0, 0);
    parameters_free(all);
    module_free(&g->module);
}

static void test_options_are_checked(void **state)
{
    (void)state;
    GptOptions o = small();
    o.vocabulary = 0;
    assert_fails_with("gpt_new: options.vocabulary is 0, expected at least 1", gpt_new(o));
    o = small();
    o.context = -4;
    assert_fails_with("gpt_new: options.context is -4", gpt_new(o));
    o = small();
    o.num_layers = -1;
    assert_fails_with("gpt_new: options.num_layers is -1, expected at least 0", gpt_new(o));
    o = small();
    o.num_heads = 3;
    assert_fails_with("gpt_new: embed_dim (8) must be divisible by num_heads (3)", gpt_new(o));
    o = small();
    o.dropout = 1;
    assert_fails_with("gpt_new: dropout is 1", gpt_new(o));
}

static void test_ids_are_checked(void **state)
{
    (void)state;
    Gpt *g = gpt_new(small());
    assert_fails_with(
        "gpt_forward: ids (1, 7) have T = 7, but the model's context is 6. hint: keep "
        "the last 6 tokens, or make the model with a context of 7",
        gpt_forward(g, int_tensor_new(SHAPE(1, 7)), NULL));
    assert_fails_with("gpt_forward: ids have shape (3,), expected (B, T)",
                      gpt_forward(g, int_tensor_new(SHAPE(3)), NULL));
    assert_fails_with("gpt_loss: ids (1, 3) and targets (1, 2)",
                      gpt_loss(g, int_tensor_new(SHAPE(1, 3)), int_tensor_new(SHAPE(1, 2))));
    assert_fails_with("7", gpt_forward(g, int_tensor_from(SHAPE(1, 1), IDS(7)), NULL));
    module_free(&g->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_parameter_count),
        UNIT_TEST(test_names_of_parameters),
        UNIT_TEST(test_starting_values),
        UNIT_TEST(test_the_first_loss_is_that_of_guessing),
        UNIT_TEST(test_a_seed_decides_everything),
        UNIT_TEST(test_causality_at_every_cut),
        UNIT_TEST(test_an_encoder_sees_the_future),
        UNIT_TEST(test_only_positions_tell_the_order),
        UNIT_TEST(test_padding_is_combined_with_the_causal_mask),
        UNIT_TEST(test_one_matrix_or_three_agree),
        UNIT_TEST(test_tied_gradient_is_the_sum_of_both_uses),
        UNIT_TEST(test_looking_at_every_head),
        UNIT_TEST(test_dropout_only_in_training),
        UNIT_TEST(test_embeddings_pass_through_dropout),
        UNIT_TEST(test_ignored_targets_do_not_count),
        UNIT_TEST(test_the_graph_shows_the_parts),
        UNIT_TEST(test_edge_sizes),
        UNIT_TEST(test_a_batch_of_nothing),
        UNIT_TEST(test_options_are_checked),
        UNIT_TEST(test_ids_are_checked),
    };
    return run_tests("attention/gpt", tests);
}
