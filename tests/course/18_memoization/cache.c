/* cache.c - 18.1, 18.3, 18.8, 18.9: memory that is made once, and read where it lies. */
#include "draws.h"
#include "want.h"

/* ---- 18.1 kv_cache_new -------------------------------------------------------------------------------- */

TEST(an_empty_cache, .points = 3, .exercise = "18.1 kv_cache_new", .file = "kv_cache.c")
{
    long layers = draw_long("layers", 2, 3), capacity = draw_long("capacity", 8, 9);

    Tensor *places = EXPECT(blank(SHAPE(layers, 4, 5, capacity, 6)));
    KvCache *c = CALL(kv_cache_new(layers, 4, 5, capacity, 6));
    check_tensor_within(c->keys, places, 0, "room for every layer, row, head and place: zeros");
    check_tensor_within(c->values, places, 0, "as much room for values as for keys");
    check_copies(c->values, c->keys, "keys and values have memory of their own");
}

TEST(lengths_of_rows_and_layers, .points = 2, .exercise = "18.1 kv_cache_new", .file = "kv_cache.c")
{
    long layers = draw_long("layers", 4, 6), batch = draw_long("batch", 2, 3);

    Tensor *none = EXPECT(blank(SHAPE(batch, layers)));
    KvCache *c = CALL(kv_cache_new(layers, batch, 1, 3, 2));
    Tensor *lengths = lengths_of(c);
    check_tensor_within(lengths, none, 0, "lengths are (B, layers), and nothing is taken");
}

TEST(no_layers_and_no_room, .points = 1, .exercise = "18.1 kv_cache_new", .file = "kv_cache.c")
{
    long batch = draw_long("batch", 2, 4), heads = draw_long("heads", 2, 3);

    Tensor *places = EXPECT(blank(SHAPE(0, batch, heads, 4, 5)));
    KvCache *c = CALL(kv_cache_new(0, batch, heads, 4, 5));
    check_tensor_within(c->values, places, 0, "a model without layers has nothing to remember");
    check_fails(kv_cache_new(1, batch, heads, 0, 5), "kv_cache_new: capacity is 0",
                "a cache without places is refused");
}

/* ---- 18.3 kv_cache_keys --------------------------------------------------------------------------------- */

TEST(a_view_of_what_is_taken, .points = 4, .exercise = "18.3 kv_cache_keys", .file = "kv_cache.c")
{
    long shape[] = {3, 4, 4, 9, 5}, taken[] = {4, draw_long("a", 7, 8), draw_long("b", 2, 3), 5};
    KvCache *c = draw_cache(shape, taken);

    Tensor *keys = EXPECT(taken_want(c->keys, c->lengths, 2));
    Tensor *k = CALL(kv_cache_keys(c, 2));
    check_tensor_within(k, keys, 0, "(B, H, T, D) of one layer, T its longest row's length");
    check_shares(k, c->keys, "a view: nothing is copied");
    Tensor *values = EXPECT(taken_want(c->values, c->lengths, 2));
    Tensor *v = CALL(kv_cache_values(c, 2));
    check_tensor_within(v, values, 0, "(B, H, T, D) of one layer, T its longest row's length");
    check_shares(v, c->values, "a view: nothing is copied");
    check_tensor_within(k, keys, 0, "the view of before is what it was");
}

TEST(one_row_of_a_batch, .points = 2, .exercise = "18.3 kv_cache_keys", .file = "kv_cache.c")
{
    long shape[] = {2, 3, 2, 7, 3}, taken[] = {6, draw_long("a", 2, 3), draw_long("b", 4, 5)};
    KvCache *c = draw_cache(shape, taken), *row = kv_cache_row(c, draw_long("row", 1, 2));

    Tensor *keys = EXPECT(taken_want(row->keys, row->lengths, 1));
    Tensor *k = CALL(kv_cache_keys(row, 1));
    check_tensor_within(k, keys, 0, "a row is a cache, too, whose layers are no neighbours");
    check_shares(k, c->keys, "a view of the whole batch's memory");
}

TEST(nothing_and_everything, .points = 2, .exercise = "18.3 kv_cache_keys", .file = "kv_cache.c")
{
    long capacity = draw_long("capacity", 5, 8), shape[] = {2, 2, 3, capacity, 4};
    KvCache *empty = draw_cache(shape, (long[]){0, 0}),
            *full = draw_cache(shape, (long[]){draw_long("a", 1, 3), capacity});

    Tensor *none = EXPECT(taken_want(empty->keys, empty->lengths, 1));
    Tensor *k = CALL(kv_cache_keys(empty, 1));
    check_tensor_within(k, none, 0, "nothing was read: (B, H, 0, D)");
    Tensor *all = EXPECT(taken_want(full->values, full->lengths, 1));
    Tensor *v = CALL(kv_cache_values(full, 1));
    check_tensor_within(v, all, 0, "all places are taken: all of them");
}

TEST(a_layer_with_a_length_of_its_own, .points = 1, .exercise = "18.3 kv_cache_keys",
     .file = "kv_cache.c")
{
    long shape[] = {3, 1, 2, 9, 3}, taken[] = {draw_long("taken", 3, 4)};
    KvCache *c = draw_cache(shape, taken);
    layer_has(c, 1, 0, draw_long("more", 6, 8));

    Tensor *keys = EXPECT(taken_want(c->keys, c->lengths, 1));
    Tensor *k = CALL(kv_cache_keys(c, 1));
    check_tensor_within(k, keys, 0, "this layer has appended already, others have not");
    Tensor *values = EXPECT(taken_want(c->values, c->lengths, 1));
    Tensor *v = CALL(kv_cache_values(c, 1));
    check_tensor_within(v, values, 0, "and so with its values");
}

/* ---- 18.8 kv_cache_truncate ----------------------------------------------------------------------------- */

TEST(rows_are_cut_not_stretched, .points = 2, .exercise = "18.8 kv_cache_truncate",
     .file = "kv_cache.c")
{
    long shape[] = {2, 3, 1, 9, 1}, taken[] = {2, 5, 8}, length = draw_long("length", 3, 4);
    KvCache *c = draw_cache(shape, taken);

    Tensor *want = EXPECT(truncated_want(c->lengths, 3, length)), *same = EXPECT(copy_of(c->keys));
    CALL(kv_cache_truncate(c, length));
    Tensor *lengths = lengths_of(c);
    check_tensor_within(lengths, want, 0,
                        "what is longer is cut in every layer, what is shorter stays");
    check_tensor_within(c->keys, same, 0, "no number moves, and none is cleared");
}

TEST(to_nothing_and_to_more_than_there_is, .points = 1, .exercise = "18.8 kv_cache_truncate",
     .file = "kv_cache.c")
{
    long shape[] = {2, 2, 1, 9, 2}, taken[] = {draw_long("a", 2, 4), draw_long("b", 5, 7)};
    KvCache *c = draw_cache(shape, taken);

    Tensor *same = EXPECT(truncated_want(c->lengths, 2, 8));
    CALL(kv_cache_truncate(c, 8));
    Tensor *lengths = lengths_of(c);
    check_tensor_within(lengths, same, 0, "no row is that long: nothing happens");
    long huge = sizeof(long) > sizeof(int) ? (long)UINT32_MAX + 2 : 1000;
    Tensor *same_again = EXPECT(truncated_want(c->lengths, 2, huge));
    CALL(kv_cache_truncate(c, huge));
    Tensor *after_huge = lengths_of(c);
    check_tensor_within(after_huge, same_again, 0, "length is a long, and may be more than an int");
    KvCache *row = kv_cache_row(c, 0);
    Tensor *shorter = EXPECT(truncated_want(c->lengths, 1, 1));
    CALL(kv_cache_truncate(row, 1));
    Tensor *of_one = lengths_of(c);
    check_tensor_within(of_one, shorter, 0, "a row alone is cut, and its neighbour is not");
    Tensor *nothing = EXPECT(truncated_want(c->lengths, 2, 0));
    CALL(kv_cache_truncate(c, 0));
    Tensor *emptied = lengths_of(c);
    check_tensor_within(emptied, nothing, 0, "length 0 forgets all");
    check_fails(kv_cache_truncate(c, -1), "length is -1", "a negative length is refused");
}

TEST(cut_and_read_on, .points = 2, .exercise = "18.8 kv_cache_truncate", .file = "kv_cache.c")
{
    long keep = draw_long("keep", 2, 4);
    Gpt *model = new_gpt((GptOptions){.vocabulary = 11,
                                      .context = 12,
                                      .embed_dim = 8,
                                      .num_heads = 2,
                                      .num_layers = 2,
                                      .causal = true});
    KvCache *c = gpt_cache_new(model, 1, 9);
    IntTensor *ids = draw_ids("ids", SHAPE(1, 9), 0, 10);
    IntTensor *draft = draw_ids("draft", SHAPE(1, 9), 0, 10);
    memcpy(draft->data, ids->data, (size_t)keep * sizeof(int));
    resealed_ids(draft);
    long pieces[] = {keep, 9 - keep};
    Tensor *logits = output("logits", SHAPE(1, 11));

    Tensor *want = EXPECT(logits_want((Reading){model, ids->data, 1, 9, pieces, 2}));
    gpt_prefill(model, c, draft->data, 9, NULL);
    kv_cache_truncate(c, keep);
    const int *rest = ids->data + keep;
    real *next = logits->data;
    CALL(gpt_prefill(model, c, rest, 9 - keep, next));
    check_tensor(logits, want, "as if what was taken back had never been read");
    module_free(&model->module);
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

TEST(bytes_of_a_row, .points = 1, .exercise = "18.9 kv_cache_bytes", .file = "kv_cache.c")
{
    long shape[] = {3, 2, 2, draw_long("capacity", 7, 11), 3}, taken[] = {4, 3};
    KvCache *c = draw_cache(shape, taken), *row = kv_cache_row(c, 1);

    long want = EXPECT(bytes_want(row));
    long bytes = (long)CALL(kv_cache_bytes(row));
    check_long(bytes, want, "a row of a batch is a cache with batch 1");
}
