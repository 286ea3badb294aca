/* generate_cached.c - from logits to text, one token after another, and each of them read once.
 *
 * The cache holds the tokens from `start` on. When the context is full, start moves on by half of it
 * (generate_start), all positions with it, and what is left is read again: nothing in the cache would be
 * right for another position.
 * Invariant: the text is that of plain/generate.c, token by token; no memory is asked for between tokens, and
 * the model is left as it was found.
 */
#include "kv_cache_shared.h"
#include "todo.h"

/* ---- 18.7 ---------------------------------------------------------------------------------------- */

void gpt_generate_cached(Gpt *g, KvCache *c, int *ids, long n, long count, SampleOptions options,
                         Rng *rng)
{
    generate_check_cached(g, c, ids, n, count, options, rng); /* given */

    /* TODO: ids[n], ids[n + 1], ... count of them; each token is read once.
     *
     * APPROACH
     *   1. A scope around all, and in it room for V logits: scope_alloc.
     *   2. For every token: generate_start(g, n) says where a text of n tokens is read from. Has it moved
     *      since the token before? Then every position has: kv_cache_truncate(c, 0).
     *   3. gpt_prefill of the tokens of the text that the cache has not read: it has kv_cache_tokens(c, 0)
     *      from the start on.
     *   4. ids[n] = sample_token(logits, V, options, rng)
     *
     * EXAMPLE
     *   context 4, ids 3 1, count 4: the model reads [3 1], [a], [b], then, start being 2, [a b c]
     *
     * HINT: prompt, single token and refill are the same call. */
    todo("18.7 gpt_generate_cached");
}
