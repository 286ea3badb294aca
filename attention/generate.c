/* generate.c - from logits to text, one token after another, and each of them read once.
 *
 * The cache holds the tokens from `start` on. When the context is full, start moves on by half of it
 * (generate_start), all positions with it, and what is left is read again: nothing in the cache would be
 * right for another position.
 * Invariant: the text is that of plain/generate.c, token by token; no memory is asked for between tokens, and
 * the model is left as it was found.
 */
#include "attention_shared.h"

void gpt_generate(Gpt *g, int *ids, long n, long count, SampleOptions options, Rng *rng)
{
    generate_check(g, ids, n, count, options, rng);
    long V = g->options.vocabulary, context = g->options.context, end = n + count;
    Scope *scope = scope_open();
    grad_mode(false); /* until the scope closes */
    KvCache *cache = gpt_cache_new(g, 1, end < context ? end : context);
    real *logits = scope_alloc(scope, (size_t)V * sizeof *logits);
    for (long start = 0, read = 0; n < end; n++) {
        if (generate_start(g, n) != start) {
            read = start = generate_start(g, n);
            kv_cache_truncate(cache, 0);
        }
        if (g->options.num_layers == 0) /* which remembers nothing */
            read = start;
        gpt_prefill(g, cache, ids + read, n - read, logits);
        read = n;
        ids[n] = sample_token(logits, V, options, rng);
    }
    scope_close(scope);
}
