/* gpt_cached.c - the model of gpt.c, reading a piece of text at a time and remembering it.
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
     * CONTRACT  what gpt_forward says of a row's last token when it reads the row as a whole: B V
     *           numbers, if logits is not NULL. The head does no work that nobody asks for.
     *           Nothing is dropped, recorded or left in memory. Positions and a head of its own
     *           may be absent, as in 13.3.
     * EXAMPLE   a cache that has read 5 tokens, n = 2: places 5 and 6
     * HOLDS     a prompt in any pieces: the same logits.
     * YOU HAVE  what 13.2 and 13.3 call; block_mlp, grad_mode(false), int_tensor_from,
     *           kv_cache_tokens(c, b), what row b has; mha_cached, scope_close, scope_open,
     *           tensor_embedding(table, places), tensor_slice
     * THINK     when must you ask how much was read, and when is it too late? Which rows of x does
     *           nobody need any more, and from where on? */
    todo("18.6 gpt_prefill");
}

void gpt_decode(Gpt *g, KvCache *c, const int *ids, real *logits) /* given */
{
    gpt_prefill(g, c, ids, 1, logits);
}
