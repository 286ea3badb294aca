/* cache.c - 18.1 to 18.3, 18.8, 18.9: memory that is written once, and read where it lies. */
#include "draws.h"
#include "want.h"

/* ---- 18.1 kv_cache_new -------------------------------------------------------------------------------- */

TEST(an_empty_cache, .points = 3, .exercise = "18.1 kv_cache_new", .file = "kv_cache.c")
{
    long layers = draw_long("layers", 2, 3), capacity = draw_long("capacity", 8, 9);

    Tensor *places = EXPECT(empty_places_want(layers, 4, 5, capacity, 6));
    Tensor *none = EXPECT(empty_lengths_want(layers, 4));
    KvCache *c = CALL(kv_cache_new(layers, 4, 5, capacity, 6));
    check_tensor_within(c->keys, places, 0, "room for every layer, row, head and place: zeros");
    check_tensor_within(c->values, places, 0, "as much room for values as for keys");
    Tensor *lengths = lengths_of(c);
    check_tensor_within(lengths, none, 0, "lengths are (B, layers), and nothing is taken");
    check_copies(c->values, c->keys, "keys and values have memory of their own");
}

/* ---- 18.2 kv_cache_append ------------------------------------------------------------------------------ */

TEST(rows_grow_behind_what_they_have, .points = 4, .exercise = "18.2 kv_cache_append",
     .file = "kv_cache.c")
{
    long shape[] = {3, 2, 4, 9, 5}, taken[] = {draw_long("a", 1, 2), draw_long("b", 4, 5)};
    KvCache *c = draw_cache(shape, taken);
    Tensor *k = draw("k", SHAPE(2, 4, 3, 5)), *v = draw("v", SHAPE(2, 4, 3, 5));

    Tensor *keys = EXPECT(appended_want(c->keys, c->lengths, 1, k, v));
    Tensor *values = EXPECT(appended_want(c->values, c->lengths, 1, v, k));
    Tensor *longer = EXPECT(longer_want(c->lengths, 1, 3));
    CALL(kv_cache_append(c, 1, k, v));
    check_tensor_within(c->keys, keys, 0, "n places behind each row's length, of this layer only");
    check_tensor_within(c->values, values, 0, "values go where their keys go");
    Tensor *lengths = lengths_of(c);
    check_tensor_within(lengths, longer, 0, "this layer's lengths grow by n, no others");
}

/* ---- 18.3 kv_cache_keys --------------------------------------------------------------------------------- */

TEST(a_view_of_what_is_taken, .points = 3, .exercise = "18.3 kv_cache_keys", .file = "kv_cache.c")
{
    long shape[] = {3, 2, 4, 9, 5}, taken[] = {3, 6};
    KvCache *c = draw_cache(shape, taken);

    Tensor *keys = EXPECT(taken_want(c->keys, c->values, c->lengths, 2));
    Tensor *k = CALL(kv_cache_keys(c, 2));
    check_tensor_within(k, keys, 0, "(B, H, T, D) of one layer, T its longest row's length");
    check_shares(k, c->keys, "a view: nothing is copied");
    Tensor *values = EXPECT(taken_want(c->values, c->keys, c->lengths, 2));
    Tensor *v = CALL(kv_cache_values(c, 2));
    check_tensor_within(v, values, 0, "(B, H, T, D) of one layer, T its longest row's length");
    check_shares(v, c->values, "a view: nothing is copied");
}

/* ---- 18.8 kv_cache_truncate ----------------------------------------------------------------------------- */

TEST(rows_are_cut_not_stretched, .points = 2, .exercise = "18.8 kv_cache_truncate",
     .file = "kv_cache.c")
{
    long shape[] = {2, 3, 1, 9, 1}, taken[] = {2, 5, 8};
    KvCache *c = draw_cache(shape, taken);

    Tensor *want = EXPECT(truncated_want(c->lengths, 4));
    CALL(kv_cache_truncate(c, 4));
    Tensor *lengths = lengths_of(c);
    check_tensor_within(lengths, want, 0,
                        "what is longer is cut in every layer, what is shorter stays");
}

/* ---- 18.9 kv_cache_bytes -------------------------------------------------------------------------------- */

TEST(all_places_count, .points = 1, .exercise = "18.9 kv_cache_bytes", .file = "kv_cache.c")
{
    long shape[] = {2, 3, 4, draw_long("capacity", 7, 11), 5}, taken[] = {1, 2, 3};
    KvCache *c = draw_cache(shape, taken);

    long want = EXPECT(bytes_want(c));
    long bytes = (long)CALL(kv_cache_bytes(c));
    check_long(bytes, want, "2 layers B H capacity D sizeof(real)");
}
