/* generate_cached.c - read what is not read yet, draw one token, again. */
#include "kv_cache_shared.h"

void gpt_generate_cached(Gpt *g, KvCache *c, int *ids, long n, long count, SampleOptions options,
                         Rng *rng)
{
    generate_check_cached(g, c, ids, n, count, options, rng);

    Scope *scope = scope_open();
    long vocabulary = g->options.vocabulary;
    real *logits = scope_alloc(scope, (size_t)vocabulary * sizeof(real));
    long old_start = generate_start(g, n);
    for (long length = n; length < n + count; length++) {
        long start = generate_start(g, length);
        if (start != old_start) {
            kv_cache_truncate(c, 0);
            old_start = start;
        }
        long next = start + kv_cache_tokens(c, 0);
        gpt_prefill(g, c, ids + next, length - next, logits);
        ids[length] = sample_token(logits, vocabulary, options, rng);
    }
    scope_close(scope);
}
