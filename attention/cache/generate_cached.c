/* generate_cached.c - from logits to text, one token after another, and each of them read once.
 *
 * The cache holds the tokens from `start` on. When the context is full, start moves on by half of
 * it (generate_start), all positions with it, and what is left is read again: nothing in the cache
 * would be right for another position.
 * Invariant: the text is that of plain/generate.c, token by token; no memory is asked for between
 * tokens, and the model is left as it was found.
 */
#include "kv_cache_shared.h"

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
