/* gpt_cached.c - the model of gpt.c, reading a piece of text at a time and remembering it.
 *
 *     x = tokens[ids] + positions, counted on from what was read       (B, n, C)
 *     x = x + attention to all that was read; x = x + mlp(x)           in every layer
 *     logits = norm(the last x of each row) @ head                     (B, V)
 *
 * Only the new tokens go through the products: everything about the old ones that the new ones ask for is in
 * the cache.
 */
#include "kv_cache_shared.h"
#include "todo.h"
#include <string.h>

/* ---- 18.6 ---------------------------------------------------------------------------------------- */

void gpt_prefill(Gpt *g, KvCache *c, const int *ids, long n, real *logits)
{
    gpt_cache_check(g, c, ids, n); /* given */

    /* TODO: the model reads n more tokens of each row, ids (B, n).
     *
     * APPROACH
     *   1. Scope *scope = scope_open(); grad_mode(false); and scope_close(scope) at the end.
     *   2. embedding_forward of the ids as an IntTensor (B, n). If g->positions is there, add
     *      tensor_embedding(g->positions->table, places): token i of row b stands at place
     *      kv_cache_tokens(c, b) + i.
     *   3. In every layer: x + mha_cached(attn, norm1(x), c, layer), then x + block_mlp(block, norm2(x)).
     *   4. If logits is not NULL: the last token of each row, g->norm, then g->head, or, where that is NULL,
     *      tensor_tied_linear with g->tokens->weight. B V numbers go to logits.
     *
     * EXAMPLE
     *   a cache that has read 5 tokens, n = 2: places 5 and 6
     *
     * HINT: ask for the places before the layers append. */
    todo("18.6 gpt_prefill");
}

void gpt_decode(Gpt *g, KvCache *c, const int *ids, real *logits) /* given */
{
    gpt_prefill(g, c, ids, 1, logits);
}
