/* gpt_cache.c - a cache that fits a model, and what does not fit. */
#include "kv_cache_shared.h"

KvCache *gpt_cache_new(const Gpt *g, long batch, long capacity)
{
    GptOptions o = g->options;
    if (capacity > o.context)
        fail("gpt_cache_new: capacity is %ld, but the model's context is %ld: it cannot read more",
             capacity, o.context);
    return kv_cache_new(o.num_layers, batch, o.num_heads, capacity, o.embed_dim / o.num_heads);
}

static void check_model(const Gpt *g, const KvCache *c)
{
    GptOptions o = g->options;
    const long *s = c->keys->shape;
    if (!o.causal)
        fail("gpt_prefill: the model is not causal: what it makes of a token depends on those that "
             "come. hint: gpt_forward reads all at once");
    if (s[0] != o.num_layers || s[2] != o.num_heads || s[4] != o.embed_dim / o.num_heads)
        fail("gpt_prefill: the cache is for %ld layers of %ld heads of %ld numbers, but the model "
             "has %ld of %ld of %ld. hint: gpt_cache_new",
             s[0], s[2], s[4], o.num_layers, o.num_heads, o.embed_dim / o.num_heads);
}

/* All layers have read the same tokens, and there is room for n more. */
static void check_row(const Gpt *g, const KvCache *c, long row, long n)
{
    long layers = c->keys->shape[0], capacity = c->keys->shape[3], context = g->options.context;
    long length = kv_cache_tokens(c, row);
    for (long i = 1; i < layers; i++)
        if (kv_cache_length(c, i, row) != length)
            fail("gpt_prefill: row %ld of the cache has %ld tokens in layer 0 and %ld in layer %ld",
                 row, length, kv_cache_length(c, i, row), i);
    if (length + n > capacity)
        fail("gpt_prefill: row %ld has read %ld tokens, and %ld more do not fit the cache's "
             "capacity of %ld (the model's context is %ld). hint: kv_cache_truncate(c, 0), then "
             "read the last tokens again",
             row, length, n, capacity, context);
    if (length + n > context)
        fail("gpt_prefill: row %ld has read %ld tokens, and %ld more exceed the model's context of "
             "%ld",
             row, length, n, context);
}

void gpt_cache_check(const Gpt *g, const KvCache *c, const int *ids, long n)
{
    check_model(g, c);
    if (n < 1)
        fail("gpt_prefill: n is %ld, expected at least 1 token to read", n);
    long B = c->keys->shape[1], V = g->options.vocabulary;
    for (long b = 0; b < B; b++)
        check_row(g, c, b, n);
    for (long i = 0; i < B * n; i++)
        if (ids[i] < 0 || ids[i] >= V)
            fail("gpt_prefill: ids[%ld] is %d, expected 0 to %ld (vocabulary %ld)", i, ids[i],
                 V - 1, V);
}

void generate_check_cached(const Gpt *g, const KvCache *c, const int *ids, long n, long count,
                           SampleOptions options, const Rng *rng)
{
    generate_check(g, ids, n, count, options, rng);
    check_model(g, c);
    if (c->keys->shape[1] != 1)
        fail("gpt_generate_cached: the cache has %ld rows, expected 1. hint: kv_cache_row(c, row)",
             c->keys->shape[1]);
    long context = g->options.context, end = n + count, capacity = c->keys->shape[3];
    if (count > 0 && capacity < (end - 1 < context ? end - 1 : context))
        fail("gpt_generate_cached: the cache's capacity is %ld, but up to %ld tokens are read at "
             "once",
             capacity, end - 1 < context ? end - 1 : context);
    if (count > 0 && generate_start(g, n) + kv_cache_tokens(c, 0) >= n)
        fail("gpt_generate_cached: the cache has read %ld tokens, but only %ld of this text come "
             "before its "
             "last one. hint: kv_cache_truncate(c, 0)",
             kv_cache_tokens(c, 0), n - 1 - generate_start(g, n));
}
