/* generate_cached.c - from logits to text, one token after another, and each of them read once.
 *
 * The cache holds the tokens from `start` on. When the context is full, start moves on by half of
 * it (generate_start), all positions with it, and what is left is read again: nothing in the cache
 * would be right for another position.
 * Invariant: the text is that of plain/generate.c, token by token; no memory is asked for between
 * tokens, and the model is left as it was found.
 */
#include "kv_cache_shared.h"

void generate_check_cached(const Gpt *g, const KvCache *c, const int *ids, long n, long count,
                           SampleOptions options, const Rng *rng)
{
    generate_check(g, ids, n, count, options, rng);
    gpt_cache_check_model(g, c);
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

EXERCISE
void gpt_generate_cached(Gpt *g, KvCache *c, int *ids, long n, long count, SampleOptions options,
                         Rng *rng)
{
    generate_check_cached(g, c, ids, n, count, options, rng);
    long V = g->options.vocabulary, start = generate_start(g, n);
    Scope *scope = scope_open();
    grad_mode(false); /* until the scope closes */
    real *logits = scope_alloc(scope, (size_t)V * sizeof *logits);
    for (long end = n + count; n < end; n++) {
        if (generate_start(g, n) != start) {
            start = generate_start(g, n);
            kv_cache_truncate(c, 0);
        }
        long read = start + kv_cache_tokens(c, 0);
        gpt_prefill(g, c, ids + read, n - read, logits);
        ids[n] = sample_token(logits, V, options, rng);
    }
    scope_close(scope);
}
