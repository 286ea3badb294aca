/* mha.c - 18.5: the heads of a layer, and a memory that grows by what they read. */
#include "draws.h"
#include "want.h"

static MultiHeadAttention *new_mha(bool in_one)
{
    Rng rng = rng_seed(draw_seed());
    MultiHeadAttention *a = mha_new((MhaOptions){
        .embed_dim = 8, .num_heads = 2, .causal = true, .qkv_in_one = in_one, .init = &rng});
    draw_parameters(&a->module, 0.8);
    return a;
}

/* So that it can be called while graphs are recorded. */
static void freeze(MultiHeadAttention *a)
{
    ParameterList *list = parameters_of(&a->module);
    for (long i = 0; i < list->count; i++)
        list->tensor[i]->requires_grad = false;
    parameters_free(list);
}

TEST(three_projections, .points = 4, .exercise = "18.5 mha_cached", .file = "attention_cached.c")
{
    long shape[] = {2, 2, 2, 9, 4}, taken[] = {draw_long("row_0", 2, 3), draw_long("row_1", 4, 5)};
    KvCache *c = draw_cache(shape, taken);
    layer_has(c, 0, 0, taken[0] + 2); /* as in a pass through a model: the layer below has read x */
    layer_has(c, 0, 1, taken[1] + 2);
    MultiHeadAttention *a = new_mha(false);
    Tensor *x = draw("x", SHAPE(2, 2, 8));
    bool was_on = grad_mode(false);

    Tensor *want = EXPECT(mha_want(a, x, c, 1));
    Tensor *y = CALL(mha_cached(a, x, c, 1));
    check_tensor(y, want,
                 "mha_forward of the new tokens, with the keys and values of the old ones");
    grad_mode(was_on);
    module_free(&a->module);
}

TEST(one_projection, .points = 3, .exercise = "18.5 mha_cached", .file = "attention_cached.c")
{
    long shape[] = {1, 1, 2, 9, 4}, taken[] = {draw_long("taken", 4, 6)};
    KvCache *c = draw_cache(shape, taken);
    MultiHeadAttention *a = new_mha(true);
    Tensor *x = draw("x", SHAPE(1, 3, 8));
    freeze(a);

    Tensor *want = EXPECT(mha_want(a, x, c, 0));
    Tensor *y = CALL(mha_cached(a, x, c, 0));
    check_tensor(y, want, "the same where q, k and v lie in one matrix");
    long records_graphs = grad_mode_is_on();
    check_long(records_graphs, 1, "who trains afterwards gets a graph again");
    module_free(&a->module);
}

TEST(what_was_read_is_in_the_cache, .points = 3, .exercise = "18.5 mha_cached",
     .file = "attention_cached.c")
{
    long shape[] = {3, 2, 2, 9, 4}, taken[] = {draw_long("row_0", 3, 5), draw_long("row_1", 4, 6)};
    KvCache *c = draw_cache(shape, taken);
    MultiHeadAttention *a = new_mha(false);
    Tensor *x = draw("x", SHAPE(2, 3, 8));
    bool was_on = grad_mode(false);

    Tensor *keys = EXPECT(grown_keys_want(a, x, c, 2));
    Tensor *values = EXPECT(grown_values_want(a, x, c, 2));
    CALL(mha_cached(a, x, c, 2));
    check_tensor(c->keys, keys, "the keys of the new tokens stand behind those of the old");
    check_tensor(c->values, values, "and so do their values");
    long length = kv_cache_length(c, 2, 0);
    check_long(length, taken[0] + 3, "once each");
    grad_mode(was_on);
    module_free(&a->module);
}

TEST(piece_after_piece_and_only_causally, .points = 2, .exercise = "18.5 mha_cached",
     .file = "attention_cached.c")
{
    long shape[] = {2, 1, 2, 16, 4}, taken[] = {4};
    KvCache *c = draw_cache(shape, taken);
    MultiHeadAttention *a = new_mha(false);
    bool was_on = grad_mode(false);
    for (long i = 0; i < 3; i++) {
        long n = draw_long("n", 1, 3);
        Tensor *x = draw("x", SHAPE(1, n, 8));
        layer_has(c, 0, 0, kv_cache_length(c, 1, 0) + n); /* the layer below has read it */
        Tensor *want = EXPECT(mha_want(a, x, c, 1));
        Tensor *y = CALL(mha_cached(a, x, c, 1));
        check_tensor(y, want, "the next piece sees what earlier pieces have left");
    }
    a->causal = false;
    Tensor *last = draw("last", SHAPE(1, 1, 8));
    kv_cache_truncate(c, 0);
    check_fails(mha_cached(a, last, c, 1), "mha_cached: this attention is not causal",
                "a layer that looks ahead has no past to keep");
    grad_mode(was_on);
    module_free(&a->module);
}
