/* attention.c - 18.4 and 18.5: the newest tokens attend to all that their row has read. */
#include "draws.h"
#include "want.h"

/* ---- 18.4 attention_cached ------------------------------------------------------------------------------ */

TEST(one_query_sees_all_before_it, .points = 2, .exercise = "18.4 attention_cached",
     .file = "attention_cached.c")
{
    long shape[] = {2, 1, 3, 9, 4}, taken[] = {draw_long("taken", 5, 7)};
    KvCache *c = draw_cache(shape, taken);
    Tensor *q = draw("q", SHAPE(1, 3, 1, 4));

    Tensor *want = EXPECT(attended_want(q, c, 1));
    Tensor *out = CALL(attention_cached(q, c, 1));
    check_tensor(out, want,
                 "softmax(q k^T / sqrt(D)) v over every key of the row, its own included");
}

TEST(pieces_of_a_prompt_do_not_see_their_future, .points = 3, .exercise = "18.4 attention_cached",
     .file = "attention_cached.c")
{
    long shape[] = {2, 1, 3, 9, 4}, taken[] = {draw_long("taken", 6, 8)};
    KvCache *c = draw_cache(shape, taken);
    Tensor *q = draw("q", SHAPE(1, 3, 3, 4));

    Tensor *want = EXPECT(attended_want(q, c, 1));
    Tensor *out = CALL(attention_cached(q, c, 1));
    check_tensor(out, want, "query i is token L - n + i of its row and sees the keys up to itself");
}

TEST(rows_of_different_lengths, .points = 3, .exercise = "18.4 attention_cached",
     .file = "attention_cached.c")
{
    long shape[] = {2, 3, 2, 9, 4}, taken[] = {4, 7, 2};
    KvCache *c = draw_cache(shape, taken);
    Tensor *q = draw("q", SHAPE(3, 2, 2, 4));

    Tensor *want = EXPECT(attended_want(q, c, 0));
    Tensor *out = CALL(attention_cached(q, c, 0));
    check_tensor(out, want, "a row's own length says what it may see");
}

/* ---- 18.5 mha_cached ------------------------------------------------------------------------------------- */

static MultiHeadAttention *new_mha(bool in_one)
{
    Rng rng = rng_seed(draw_seed());
    MultiHeadAttention *a = mha_new((MhaOptions){
        .embed_dim = 8, .num_heads = 2, .causal = true, .qkv_in_one = in_one, .init = &rng});
    draw_parameters(&a->module, 0.8);
    return a;
}

TEST(three_projections, .points = 3, .exercise = "18.5 mha_cached", .file = "attention_cached.c")
{
    long shape[] = {2, 2, 2, 9, 4}, taken[] = {3, 5};
    KvCache *c = draw_cache(shape, taken);
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

TEST(one_projection, .points = 2, .exercise = "18.5 mha_cached", .file = "attention_cached.c")
{
    long shape[] = {1, 1, 2, 9, 4}, taken[] = {4};
    KvCache *c = draw_cache(shape, taken);
    MultiHeadAttention *a = new_mha(true);
    Tensor *x = draw("x", SHAPE(1, 3, 8));
    bool was_on = grad_mode(false);

    Tensor *want = EXPECT(mha_want(a, x, c, 0));
    Tensor *y = CALL(mha_cached(a, x, c, 0));
    check_tensor(y, want, "the same where q, k and v lie in one matrix");
    long length = kv_cache_length(c, 0, 0), longer = EXPECT(7);
    check_long(length, longer, "the new tokens are in the cache afterwards");
    grad_mode(was_on);
    module_free(&a->module);
}
