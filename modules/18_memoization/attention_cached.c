/* attention_cached.c - attention of the newest tokens to all that their row has read.
 *
 * Invariant: no query sees a key that came later, and none that is nobody's.
 */
#include "kv_cache_shared.h"
#include "todo.h"

/* ---- 18.4 ---------------------------------------------------------------------------------------- */

Tensor *attention_cached(Tensor *q, const KvCache *c, long layer)
{
    attention_cached_check(q, c, layer); /* given */

    /* TODO: attention of q (B, H, n, D), of n tokens, the newest of their rows, to what the layer
     * has.
     *
     * CONTRACT  a token sees itself and what stands before it in its own row, nothing else. Rows
     *           may have different lengths: what stands behind a row's length is nobody's key.
     * EXAMPLE   keys of 0 weigh the same. 2 queries, in a row with the values 1, 2, 6: 1.5 and 3;
     *           in one beside it with the values 4, 8: 4 and 6
     * HOLDS     a prompt read at once and token by token gives the same rows. What stands behind
     *           a row's length may be any number; no query sees a key that came later.
     * YOU HAVE  kv_cache_keys, kv_cache_values, kv_cache_length(c, layer, b);
     *           attention_output(q, k, v, mask, false, NULL); a mask (B, 1, n, Tk) serves all
     *           heads
     * THINK     which token of its row is query i of n, if the row has L? Why is a square causal
     *           mask right only if the cache was empty? */
    return todo("18.4 attention_cached");
}

/* ---- 18.5 ---------------------------------------------------------------------------------------- */

Tensor *mha_cached(MultiHeadAttention *a, Tensor *x, KvCache *c, long layer)
{
    mha_cached_check(a, x, c, layer); /* given */

    /* TODO: mha_forward of n more tokens, x (B, n, C).
     *
     * CONTRACT  what mha_forward would give for these tokens, had it read all of their row; a is
     *           causal, and nothing is dropped.
     *           Their keys and values are in the cache afterwards. a->qkv, if there, stands for
     *           the first three layers.
     * EXAMPLE   an empty cache and 3 tokens: the rows of mha_forward
     * HOLDS     5 tokens at once, or 2 and then 3: the same.
     * YOU HAVE  what you wrote before, here and in 12; project_in_one(a, x, x)
     * THINK     a token attends to itself: what must be true of the cache when it asks? And what of
     *           a query is asked for later? */
    return todo("18.5 mha_cached");
}
