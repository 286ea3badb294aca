/* gpt.c - 13.3: the whole model. */
#include "draws.h"
#include "want.h"

TEST(tokens_to_logits, .points = 3, .exercise = "13.3 gpt_forward", .file = "gpt.c")
{
    long T = draw_long("T", 3, 5);
    Gpt *model = new_gpt((GptOptions){.vocabulary = 7,
                                      .context = 5,
                                      .embed_dim = 6,
                                      .num_heads = 2,
                                      .num_layers = 3,
                                      .causal = true});
    IntTensor *ids = draw_ids("ids", SHAPE(2, T), 0, 6);

    Tensor *want = EXPECT(gpt_want(model, ids, NULL));
    Tensor *logits = CALL(gpt_forward(model, ids, NULL));
    check_tensor(logits, want, "embed, blocks, norm, head: (B, T, V)");
    IntTensor *one = draw_ids("one", SHAPE(1, 1), 0, 6);
    Tensor *want1 = EXPECT(gpt_want(model, one, NULL));
    Tensor *logits1 = CALL(gpt_forward(model, one, NULL));
    check_tensor(logits1, want1, "a single token has a position, too");
    module_free(&model->module);
}

TEST(a_tied_head_and_no_positions, .points = 2, .exercise = "13.3 gpt_forward", .file = "gpt.c")
{
    Gpt *model = new_gpt((GptOptions){.vocabulary = 5,
                                      .context = 4,
                                      .embed_dim = 4,
                                      .num_heads = 2,
                                      .num_layers = 1,
                                      .positions = POSITIONS_NONE,
                                      .tied = true});
    IntTensor *ids = draw_ids("ids", SHAPE(2, 4), 0, 4);

    Tensor *want = EXPECT(gpt_want(model, ids, NULL));
    Tensor *logits = CALL(gpt_forward(model, ids, NULL));
    check_tensor(logits, want,
                 "g->head is NULL: logits are products with the rows of the token table");
    module_free(&model->module);
}

TEST(padding_is_nothing, .points = 2, .exercise = "13.3 gpt_forward", .file = "gpt.c")
{
    Gpt *model = new_gpt((GptOptions){
        .vocabulary = 5, .context = 6, .embed_dim = 4, .num_heads = 1, .num_layers = 2});
    IntTensor *ids = draw_ids("ids", SHAPE(2, 4), 0, 4);
    Tensor *padding = input("padding", SHAPE(2, 1, 1, 4), VALUES(1, 1, 1, 0, 1, 0, 0, 0));

    Tensor *want = EXPECT(gpt_want(model, ids, padding));
    Tensor *logits = CALL(gpt_forward(model, ids, padding));
    check_tensor(logits, want, "no token looks at padding, in any block");
    module_free(&model->module);
}

/* How many logits of places [0, n) differ, in any bit, of (B, T, V)? */
static long differences_before(const Tensor *a, const Tensor *b, long n)
{
    long T = a->shape[1], V = a->shape[2], count = 0;
    for (long i = 0; i < tensor_numel(a); i++)
        count += i / V % T < n && a->data[i] != b->data[i];
    return count;
}

TEST(later_tokens_move_no_earlier_logit, .points = 2, .exercise = "13.3 gpt_forward",
     .file = "gpt.c")
{
    long T = draw_long("T", 4, 6), cut = draw_long("cut", 1, 3);
    Gpt *model = new_gpt((GptOptions){.vocabulary = 7,
                                      .context = 6,
                                      .embed_dim = 8,
                                      .num_heads = 2,
                                      .num_layers = 2,
                                      .causal = true});
    IntTensor *ids = draw_ids("ids", SHAPE(2, T), 0, 6), *ids2 = ids_changed_from(ids, cut, 7);

    Tensor *before = CALL(gpt_forward(model, ids, NULL));
    check_shape(before, SHAPE(2, T, 7), "(B, T, V)");
    Tensor *after = CALL(gpt_forward(model, ids2, NULL));
    check_shape(after, SHAPE(2, T, 7), "(B, T, V)");
    long moved_logits = differences_before(after, before, cut);
    check_long(moved_logits, 0,
               "tokens from `cut` on were changed: logits before it stay, to the last bit");
    long of_later_tokens = differences_before(after, before, T);
    check_at_least(of_later_tokens, 1, "those from `cut` on move: tokens matter");
    module_free(&model->module);
}

static IntTensor *with_rows_swapped(const IntTensor *ids)
{
    IntTensor *swapped = draw_ids("swapped", ids->ndim, ids->shape, 0, 1);
    long T = ids->shape[1];
    for (long i = 0; i < 2 * T; i++)
        swapped->data[i] = ids->data[(i + T) % (2 * T)];
    resealed_ids(swapped);
    return swapped;
}

TEST(sequences_of_a_batch_do_not_meet, .points = 2, .exercise = "13.3 gpt_forward", .file = "gpt.c")
{
    Gpt *model = new_gpt((GptOptions){.vocabulary = 5,
                                      .context = 6,
                                      .embed_dim = 6,
                                      .num_heads = 3,
                                      .num_layers = 1,
                                      .positions = POSITIONS_SINUSOIDAL});
    IntTensor *ids = draw_ids("ids", SHAPE(2, 4), 0, 4), *swapped = with_rows_swapped(ids);

    Tensor *want = EXPECT(gpt_want(model, ids, NULL));
    Tensor *logits = CALL(gpt_forward(model, ids, NULL));
    check_tensor(logits, want, "sinusoidal positions are added like learned ones");
    Tensor *want2 = EXPECT(gpt_want(model, swapped, NULL));
    Tensor *logits2 = CALL(gpt_forward(model, swapped, NULL));
    check_tensor(logits2, want2, "the two sequences have changed places, and so have their logits");
    module_free(&model->module);
}

static Tensor *logits_of(Tensor *const in[], void *g)
{
    (void)in;
    IntTensor *ids = int_tensor_from(SHAPE(1, 3), IDS(2, 0, 2));
    return gpt_forward(g, ids, NULL);
}

TEST(every_parameter_of_a_model_learns, .points = 2, .exercise = "13.3 gpt_forward",
     .file = "gpt.c")
{
    Gpt *model = new_gpt((GptOptions){.vocabulary = 3,
                                      .context = 3,
                                      .embed_dim = 4,
                                      .num_heads = 2,
                                      .num_layers = 2,
                                      .causal = true,
                                      .tied = true});

    check_gradients(
        logits_of, model, "gradients reach the table (twice: tied), positions, blocks, norm",
        INPUTS(model->tokens->weight, model->positions->table, model->norm->weight,
               model->norm->bias, model->blocks[0]->norm1->weight, model->blocks[1]->down->bias));
    module_free(&model->module);
}

static long differences(const Tensor *a, const Tensor *b)
{
    long n = 0;
    for (long i = 0; i < tensor_numel(a); i++)
        n += a->data[i] != b->data[i];
    return n;
}

/* How many pairs of a token's logits are alike, where the head hands the normed channels on as they are? What is
 * dropped is 0, and zeros of one row stay alike through the norm. */
static long pairs_alike(const Tensor *logits)
{
    long V = logits->shape[2], n = 0;
    for (long i = 0; i < tensor_numel(logits); i++)
        for (long j = i + 1; j / V == i / V && j < tensor_numel(logits); j++)
            n += logits->data[i] == logits->data[j];
    return n;
}

/* Its logits are the normed channels of the stream. A block adds a vector of its own, and drops nothing. */
static Gpt *mirror(Positions positions, long layers)
{
    Gpt *g = new_gpt((GptOptions){.vocabulary = 16,
                                  .context = 4,
                                  .embed_dim = 16,
                                  .num_heads = 1,
                                  .num_layers = layers,
                                  .positions = positions,
                                  .dropout = (real)0.5});
    tensor_fill(g->norm->weight, 1);
    tensor_fill(g->norm->bias, 0);
    for (long i = 0; i < 16 * 16; i++)
        g->head->weight->data[i] = i % 17 == 0;
    for (long i = 0; i < layers; i++) {
        Block *b = g->blocks[i];
        tensor_fill(b->attn->out->weight, 0);
        tensor_fill(b->down->weight, 0);
        b->dropout = NULL;
    }
    return g;
}

static void dropped_before_the_blocks(Positions positions)
{
    Gpt *model = mirror(positions, 0), *deeper = mirror(positions, 1);
    IntTensor *ids = draw_ids("ids", SHAPE(2, 4), 0, 15);

    module_train(&model->module, false);
    Tensor *want = EXPECT(gpt_want(model, ids, NULL));
    Tensor *calm = CALL(gpt_forward(model, ids, NULL));
    check_tensor(calm, want, "outside of training nothing is dropped");
    module_train(&model->module, true);
    Tensor *trained = CALL(gpt_forward(model, ids, NULL));
    check_shape(trained, SHAPE(2, 4, 16), "(B, T, V)");
    long moved_by_dropout = differences(trained, calm);
    check_at_least(moved_by_dropout, 1, "in training half of x is dropped before the blocks");
    Tensor *again = CALL(gpt_forward(model, ids, NULL));
    long zeros_alike = pairs_alike(again);
    check_at_least(zeros_alike, 40, "what is dropped is 0, its position included");
    Tensor *higher = CALL(gpt_forward(deeper, ids, NULL));
    long zeros_behind_a_block = pairs_alike(higher);
    check_at_most(zeros_behind_a_block, 0, "a block adds to all of x, dropped or not");
    module_free(&deeper->module);
    module_free(&model->module);
}

TEST(dropout_on_the_embeddings, .points = 1, .exercise = "13.3 gpt_forward", .file = "gpt.c")
{
    dropped_before_the_blocks(POSITIONS_LEARNED);
    dropped_before_the_blocks(POSITIONS_NONE);
}
