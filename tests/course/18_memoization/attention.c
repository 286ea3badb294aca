/* attention.c - 18.4: the newest tokens attend to all that their row has read. */
#include "draws.h"
#include "want.h"

TEST(one_query_sees_all_before_it, .points = 3, .exercise = "18.4 attention_cached",
     .file = "attention_cached.c")
{
    long shape[] = {2, 1, 3, 9, 4}, taken[] = {draw_long("taken", 5, 7)};
    KvCache *c = draw_cache(shape, taken);
    Tensor *q = draw("q", SHAPE(1, 3, 1, 4));

    Tensor *want = EXPECT(attended_want(q, c, 1));
    Tensor *out = CALL(attention_cached(q, c, 1));
    check_tensor(out, want,
                 "softmax(q k^T / sqrt(D)) v over every key of the row, its own included");
    long records_graphs = grad_mode_is_on();
    check_long(records_graphs, 1, "who trains afterwards gets a graph again");
}

TEST(pieces_of_a_prompt_do_not_see_their_future, .points = 4, .exercise = "18.4 attention_cached",
     .file = "attention_cached.c")
{
    long taken[] = {draw_long("taken", 6, 8)}, shape[] = {2, 1, 3, taken[0], 4}; /* it is full */
    KvCache *c = draw_cache(shape, taken);
    Tensor *q = draw("q", SHAPE(1, 3, 3, 4));

    Tensor *want = EXPECT(attended_want(q, c, 1));
    Tensor *out = CALL(attention_cached(q, c, 1));
    check_tensor(out, want, "query i is token L - n + i of its row and sees the keys up to itself");
}

TEST(rows_of_different_lengths, .points = 4, .exercise = "18.4 attention_cached",
     .file = "attention_cached.c")
{
    long shape[] = {2, 3, 2, 9, 4}, taken[] = {draw_long("a", 4, 5), 7, 3};
    KvCache *c = draw_cache(shape, taken);
    Tensor *q = draw("q", SHAPE(3, 2, 2, 4));

    Tensor *want = EXPECT(attended_want(q, c, 0));
    Tensor *out = CALL(attention_cached(q, c, 0));
    check_tensor(out, want, "a row's own length says what it may see");
    Tensor *one = draw("one", SHAPE(3, 2, 1, 4));
    Tensor *want_one = EXPECT(attended_want(one, c, 0));
    Tensor *step = CALL(attention_cached(one, c, 0));
    check_tensor(step, want_one, "one query of a shorter row does not see behind its length");
}

TEST(a_whole_prompt_and_one_that_is_too_long, .points = 3, .exercise = "18.4 attention_cached",
     .file = "attention_cached.c")
{
    long n = draw_long("n", 4, 6), shape[] = {2, 2, 1, 7, 3}, taken[] = {n, n + 1};
    KvCache *c = draw_cache(shape, taken);
    Tensor *q = draw("q", SHAPE(1, 1, n, 3)), *longer = draw("longer", SHAPE(1, 1, n + 1, 3));
    KvCache *row = kv_cache_row(c, 0);

    Tensor *want = EXPECT(attended_want(q, row, 1));
    Tensor *out = CALL(attention_cached(q, row, 1));
    check_tensor(out, want, "nothing was read before: each token sees itself and those before it");
    check_fails(attention_cached(longer, row, 1), "attention_cached: q",
                "more queries than the row has tokens are refused");
}

TEST(a_layer_that_has_read_more, .points = 2, .exercise = "18.4 attention_cached",
     .file = "attention_cached.c")
{
    long shape[] = {3, 2, 2, 9, 4}, taken[] = {draw_long("a", 4, 5), draw_long("b", 6, 7)};
    KvCache *c = draw_cache(shape, taken);
    long more = draw_long("more", 1, 2);
    layer_has(c, 2, 0, taken[0] + more);
    layer_has(c, 2, 1, taken[1] + more);
    Tensor *q = draw("q", SHAPE(2, 2, 2, 4));

    Tensor *want = EXPECT(attended_want(q, c, 2));
    Tensor *out = CALL(attention_cached(q, c, 2));
    check_tensor(out, want, "in the middle of a model, layers have lengths of their own");
}
