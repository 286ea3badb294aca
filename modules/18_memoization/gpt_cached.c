/* gpt_cached.c - the model of gpt.c, reading a piece of text at a time and remembering it.
 *
 *     x = tokens[ids] + positions, counted on from what was read       (B, n, C)
 *     x through the blocks of 13.2, which attend to all that was read  (B, n, C)
 *     logits of the last token of each row                             (B, V)
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
     * CONTRACT  gpt_forward of these tokens, with positions that go on from what was read: token
     *           i of row b stands i places behind what the row has. If logits is not NULL it
     *           gets B V numbers, those of the last token of each row, and no others are
     *           computed. Nothing is dropped, recorded or left in memory. Positions and a head
     *           of its own may be absent, as in 13.3.
     * EXAMPLE   a cache that has read 5 tokens, n = 2: places 5 and 6
     * HOLDS     a prompt in any pieces: the same logits.
     * YOU HAVE  what 13.2 and 13.3 call; kv_cache_tokens(c, b), what row b has;
     *           tensor_embedding(g->positions->table, places), block_mlp, mha_cached;
     *           int_tensor_from; tensor_slice; scope_open, scope_close, grad_mode(false);
     *           tensor_tied_linear
     * THINK     when must you ask how much was read, and when is it too late? The head of n - 1
     *           tokens would be work for nobody: where do you leave them out? */
    todo("18.6 gpt_prefill");
}

void gpt_decode(Gpt *g, KvCache *c, const int *ids, real *logits) /* given */
{
    gpt_prefill(g, c, ids, 1, logits);
}
