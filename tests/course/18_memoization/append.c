/* append.c - 18.2: more tokens, behind what each row has. */
#include "draws.h"
#include "want.h"

TEST(rows_grow_behind_what_they_have, .points = 4, .exercise = "18.2 kv_cache_append",
     .file = "kv_cache.c")
{
    long shape[] = {3, 2, 4, 9, 5}, taken[] = {draw_long("a", 1, 2), draw_long("b", 4, 5)};
    KvCache *c = draw_cache(shape, taken);
    Tensor *k = draw("k", SHAPE(2, 4, 3, 5)), *v = draw("v", SHAPE(2, 4, 3, 5));

    Tensor *keys = EXPECT(appended_want(c->keys, c->lengths, 1, k));
    Tensor *values = EXPECT(appended_want(c->values, c->lengths, 1, v));
    Tensor *longer = EXPECT(longer_want(c->lengths, 1, 3));
    CALL(kv_cache_append(c, 1, k, v));
    check_tensor_within(c->keys, keys, 0, "n places behind each row's length, of this layer only");
    check_tensor_within(c->values, values, 0, "values go where their keys go");
    Tensor *lengths = lengths_of(c);
    check_tensor_within(lengths, longer, 0, "this layer's lengths grow by n, no others");
}

TEST(one_piece_after_the_other, .points = 3, .exercise = "18.2 kv_cache_append",
     .file = "kv_cache.c")
{
    long shape[] = {2, 2, 2, 9, 3}, taken[] = {draw_long("taken", 0, 2), 1};
    KvCache *c = draw_cache(shape, taken);
    for (long i = 0; i < 3; i++) {
        long n = draw_long("n", 1, 2);
        Tensor *k = draw("k", SHAPE(2, 2, n, 3)), *v = draw("v", SHAPE(2, 2, n, 3));
        Tensor *keys = EXPECT(appended_want(c->keys, c->lengths, 0, k));
        Tensor *longer = EXPECT(longer_want(c->lengths, 0, n));
        CALL(kv_cache_append(c, 0, k, v));
        check_tensor_within(c->keys, keys, 0, "what was written before is where it was");
        Tensor *lengths = lengths_of(c);
        check_tensor_within(lengths, longer, 0, "each piece makes the lengths grow by its own n");
    }
}

TEST(heads_as_split_heads_gives_them, .points = 2, .exercise = "18.2 kv_cache_append",
     .file = "kv_cache.c")
{
    long n = draw_long("n", 2, 4), shape[] = {2, 2, 3, 9, 4}, taken[] = {draw_long("a", 1, 4), 0};
    KvCache *c = draw_cache(shape, taken);
    Tensor *x = draw("x", SHAPE(2, n, 3, 4)), *y = draw("y", SHAPE(2, n, 3, 4));
    Tensor *k = tensor_transpose(x, 1, 2), *v = tensor_transpose(y, 1, 2);

    Tensor *keys = EXPECT(appended_want(c->keys, c->lengths, 1, k));
    Tensor *values = EXPECT(appended_want(c->values, c->lengths, 1, v));
    CALL(kv_cache_append(c, 1, k, v));
    check_tensor_within(c->keys, keys, 0,
                        "k is a view whose heads are no neighbours: copy_kernel goes by strides");
    check_tensor_within(c->values, values, 0, "and so is v");
}

TEST(memory_stays_where_it_is, .points = 2, .exercise = "18.2 kv_cache_append",
     .file = "kv_cache.c")
{
    long shape[] = {2, 1, 2, 9, 3}, taken[] = {draw_long("taken", 2, 5)};
    KvCache *c = draw_cache(shape, taken);
    Tensor *places = c->keys, *places_of_values = c->values;
    Tensor *k = draw("k", SHAPE(1, 2, 3, 3)), *v = draw("v", SHAPE(1, 2, 3, 3));

    Tensor *keys = EXPECT(appended_want(c->keys, c->lengths, 1, k));
    CALL(kv_cache_append(c, 1, k, v));
    check_tensor_within(c->keys, keys, 0, "n places behind each row's length, of this layer only");
    check_shares(c->keys, places, "there was room: nothing is copied to another place");
    check_shares(c->values, places_of_values, "nor are the values");
    long batch[] = {2, 3, 2, 9, 3}, of_rows[] = {4, draw_long("row_1", 1, 3), 2};
    KvCache *row = kv_cache_row(draw_cache(batch, of_rows), 1);
    Tensor *of_row = EXPECT(appended_want(row->keys, row->lengths, 1, k));
    CALL(kv_cache_append(row, 1, k, v));
    check_tensor_within(row->keys, of_row, 0, "a row of a batch is a cache, too");
}

TEST(what_does_not_fit_is_refused, .points = 2, .exercise = "18.2 kv_cache_append",
     .file = "kv_cache.c")
{
    long n = draw_long("n", 1, 3), shape[] = {2, 2, 2, 8, 3}, taken[] = {2, 8 - n};
    KvCache *c = draw_cache(shape, taken);
    Tensor *k = draw("k", SHAPE(2, 2, n, 3)), *v = draw("v", SHAPE(2, 2, n, 3));
    Tensor *one = draw("one", SHAPE(2, 2, 1, 3));

    Tensor *keys = EXPECT(appended_want(c->keys, c->lengths, 1, k));
    Tensor *values = EXPECT(appended_want(c->values, c->lengths, 1, v));
    Tensor *longer = EXPECT(longer_want(c->lengths, 1, n));
    CALL(kv_cache_append(c, 1, k, v));
    check_tensor_within(c->keys, keys, 0, "the last place can be taken");
    check_tensor_within(c->values, values, 0, "and that of its value");
    Tensor *lengths = lengths_of(c);
    check_tensor_within(lengths, longer, 0, "one row is full then");
    check_fails(kv_cache_append(c, 1, one, one), "do not fit a capacity of 8",
                "one row has no room for one token more: nothing is written");
}
