/* generate_cached.c - from logits to text, one token after another, and few of them read again.
 *
 * When the context is full, half of it is forgotten, all positions move with it, and nothing in the cache would be right for
 * another position.
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

    /* TODO: ids[n], ids[n + 1], ... count of them; a token that the cache holds is not read again.
     *
     * CONTRACT  13.9, token by token, with the cache. It holds the tokens of the text from that
     *           one on which 13.9 would begin at: when that moves, every position moves, and
     *           nothing in the cache is right any more. A cache that comes with the first tokens
     *           read goes on from there (the caller has emptied it, if 13.9 begins elsewhere by
     *           now). No memory is asked for between tokens.
     * EXAMPLE   context 4, ids 3 1, count 4: the model reads [3 1], [a], [b], then, start being 2, [a b c]
     * HOLDS     the text of plain/generate.c, in every token.
     * YOU HAVE  generate_start(g, n), where a text of n is read from; kv_cache.h; what you wrote
     *           before; scope_alloc for V logits
     * THINK     how many tokens are read for the first one that is written, for the second, and
     *           for the one behind a full context? */
    todo("18.7 gpt_generate_cached");
}
