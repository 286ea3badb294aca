/* attention_cached.c - attention of the newest tokens to all that their row has read.
 *
 * The queries are the last n of Tk tokens, and their keys are already in the cache: a token attends to
 * itself, too. One query sees all keys of its row, so a step of decoding hides nothing; several at once, as
 * in the pieces of a prompt, must not see each other's future.
 *
 *     n = 2 queries, Tk = 5        key 0 1 2 3 4
 *     token 3                          1 1 1 1 0
 *     token 4                          1 1 1 1 1
 */
#include "kv_cache_shared.h"
#include "todo.h"

/* ---- 18.4 ---------------------------------------------------------------------------------------- */

Tensor *attention_cached(Tensor *q, const KvCache *c, long layer)
{
    attention_cached_check(q, c, layer); /* given */

    /* TODO: the attention of q (B, H, n, D), the newest n tokens of each row, to what the layer has.
     *
     * APPROACH
     *   1. Keys and values of the layer: (B, H, Tk, D).
     *   2. A mask (B, 1, n, Tk): query i of row b is token L - n + i, L = kv_cache_length(c, layer, b), and
     *      sees the keys up to itself.
     *   3. attention_output(q, k, v, mask, false, NULL).
     *
     * EXAMPLE
     *   n = 1: the row of the mask has ones up to the row's own length. A row shorter than the longest has
     *   zeros behind its own: what lies there is nobody's key
     *
     * HINT: mask_causal(Tk) knows nothing of where the n queries stand. */
    return todo("18.4 attention_cached");
}

/* ---- 18.5 ---------------------------------------------------------------------------------------- */

Tensor *mha_cached(MultiHeadAttention *a, Tensor *x, KvCache *c, long layer)
{
    mha_cached_check(a, x, c, layer); /* given */

    /* TODO: mha_forward of n more tokens, x (B, n, C).
     *
     * APPROACH
     *   1. Project x: project_in_one(a, x, x) if a->qkv is there; else linear_forward of a->q, a->k, a->v.
     *   2. split_heads of all three.
     *   3. Keys and values go into the cache, then the queries attend to it: attention_cached.
     *   4. merge_heads, and linear_forward of a->out.
     *
     * HINT: the order in 3 matters: a token is one of its own keys. */
    return todo("18.5 mha_cached");
}
