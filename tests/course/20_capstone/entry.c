/* entry.c - 20.3: a model that reads a text token by token. */
#include "draws.h"
#include "want.h"

/* As if it had read n tokens. */
static void has_read(Entry *e, const int *ids, long n)
{
    gpt_prefill(e->model, e->cache, ids, n, NULL);
    memcpy(e->ids, ids, (size_t)n * sizeof *ids);
    e->n = n;
}

TEST(a_new_text, .points = 4, .exercise = "20.3 entry_next", .file = "entry.c")
{
    Entry *e = draw_entry(7, true);
    long n = draw_long("tokens that were read", 2, 6);
    has_read(e, draw_ids("ids", SHAPE(n), 0, V - 1)->data, n);

    const int *text = draw_ids("the next text", SHAPE(1), 0, V - 1)->data;
    const KvCache *cache = e->cache;

    Tensor *logits = output("logits", SHAPE(V)), *want = EXPECT(foretold_want(e, text, 1));
    CALL(entry_restart(e));
    long tokens = e->n, remembered = kv_cache_tokens(e->cache, 0), same_cache = e->cache == cache;
    check_long(tokens, 0, "no token of the last text is left");
    check_long(remembered, 0, "nothing of them is remembered");
    check_long(same_cache, 1, "the cache is emptied, and no other takes its place");
    gpt_prefill(e->model, e->cache, text, 1, logits->data);
    check_tensor(logits, want, "the first token of a text is read as if there had been no other");
    entry_close(e);
}

/* The text, token by token; logits are compared from token `from` on. */
static void read_text(Entry *e, const int *text, long n, long from, const char *rule)
{
    for (long i = 0; i < n; i++) {
        Tensor *logits = output("logits", SHAPE(V));
        int id = text[i];
        real *next = logits->data;
        Tensor *want = EXPECT(foretold_want(e, text, i + 1));
        long want_read = EXPECT(window_want(e, i + 1));
        CALL(entry_next(e, id, next));
        long remembered = kv_cache_tokens(e->cache, 0), tokens = e->n;
        if (i < from)
            continue;
        check_tensor(logits, want, rule);
        check_long(tokens, want_read, "e->n counts the tokens that the model looks at");
        check_long(remembered, want_read, "each of them is in the cache, once");
    }
}

TEST(token_by_token, .points = 4, .exercise = "20.3 entry_next", .file = "entry.c")
{
    Entry *e = draw_entry(8, draw_long("tied", 0, 1));
    const int *text = draw_ids("text", SHAPE(8), 0, V - 1)->data;
    read_text(e, text, 8, 0, "what gpt_forward says of all that was read");
    entry_close(e);
}

TEST(longer_than_the_context, .points = 7, .exercise = "20.3 entry_next", .file = "entry.c")
{
    long shorter = draw_long("the shorter context", 4, 6);
    for (long context = shorter; context <= shorter + 1; context++) { /* an even and an odd one */
        long n = 2 * context + 3;
        Entry *e = draw_entry(context, true);
        const int *text = draw_ids("text", SHAPE(n), 0, V - 1)->data;
        read_text(e, text, n, context - 1,
                  "when the context is full, its first half goes, and the rest stands at position "
                  "0");
        entry_close(e);
    }
}

TEST(no_token_is_read_twice, .points = 4, .exercise = "20.3 entry_next", .file = "entry.c")
{
    Entry *e = draw_entry(8, true);
    long n = draw_long("tokens that were read", 3, 5);
    const int *ids = draw_ids("ids", SHAPE(n + 1), 0, V - 1)->data;
    has_read(e, ids, n);
    copy_kernel(e->cache->values, tensor_add_scalar(e->cache->values, 1));
    Tensor *logits = output("logits", SHAPE(V));
    int id = ids[n];
    real *next = logits->data;

    Tensor *want = EXPECT(from_memory_want(e, id));
    CALL(entry_next(e, id, next));
    check_tensor(logits, want, "what is remembered was changed by the test, and is what counts");
    check_fails(entry_next(e, V, next), "entry_next: ids[0] is 11", "a token that is none fails");
    entry_close(e);

    Entry *cut = draw_entry(8, true);
    has_read(cut, ids, n);
    kv_cache_truncate(cut->cache, draw_long("tokens that are still remembered", 0, n - 1));
    Tensor *want_all = EXPECT(foretold_want(cut, ids, n + 1));
    CALL(entry_next(cut, id, next));
    check_tensor(logits, want_all, "the cache was cut: what it has not read is read, too");
    entry_close(cut);
}

TEST(what_it_holds, .points = 2, .exercise = "20.3 entry_next", .file = "entry.c")
{
    for (int tied = 0; tied < 2; tied++) {
        Entry *e = draw_entry(draw_long("context", 5, 9), tied);
        long n = draw_long("tokens that were read", 2, 4);
        has_read(e, draw_ids("ids", SHAPE(n), 0, V - 1)->data, n);
        long want = EXPECT(holding_want(e));
        long bytes = (long)CALL(entry_bytes(e));
        check_long(bytes, want, "every parameter once, keys and values, room for context + 1 ids");
        entry_close(e);
    }
}
