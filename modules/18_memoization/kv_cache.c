/* kv_cache.c - keys and values of the tokens that were read, in memory that never moves.
 *
 *     keys, values   asked by AT(layer, row, head, place, number)     made once, with room for all
 *     lengths        (B, layers)                                      how many places are taken
 *
 * Appending writes behind what is there; taking a token back is a smaller length. The keys of a layer are a
 * view of the places that are taken: attention reads them where they lie.
 * Invariant: a place below its row's length was written once, by the append that made the length pass it.
 */
#include "kv_cache_shared.h"
#include "todo.h"

/* ---- 18.1 ---------------------------------------------------------------------------------------- */

KvCache *kv_cache_new(long layers, long batch, long heads, long capacity, long head_dim)
{
    kv_cache_check_sizes(layers, batch, heads, capacity, head_dim); /* given */
    KvCache *c = scope_alloc(scope_current(), sizeof *c);           /* given: it ends with its scope */

    /* TODO: an empty cache with room for `capacity` tokens in every layer and row. Where each
     *       number lies is your decision.
     *
     * CONTRACT  keys and values have five axes, as the top of this file asks them: zeros, each
     *           number with a place of its own. lengths are 0. This is all memory there will be.
     * BUDGET    memory comes in lines of LINE_NUMBERS, that of a tensor begins with one. The right
     *           numbers, wherever they lie: 3 points. One head reads its T keys, token by token:
     *           at most 1.1 T D / LINE_NUMBERS lines: 5 more. No line has numbers of two heads,
     *           and of the memory of 160 tokens and more at most a tenth is never used: the last 5.
     * EXAMPLE   kv_cache_new(2, 1, 3, 8, 4): the last index is AT(1, 0, 2, 7, 3), and lengths are (1, 2)
     * HOLDS     then threads that write a head each never write into the same line.
     * YOU HAVE  tensor_zeros, operations that make views (operations.h), LINE_NUMBERS;
     *           int_tensor_new(SHAPE(...)), which is made of zeros
     * THINK     how often is a number written, and how often read, until the text has T tokens?
     *           A token comes with all its heads: should they lie together? How many numbers has
     *           a head, and where would the next one begin? */
    return todo("18.1 kv_cache_new");
}

/* ---- 18.2 ---------------------------------------------------------------------------------------- */

void kv_cache_append(KvCache *c, long layer, const Tensor *k, const Tensor *v)
{
    kv_cache_check_append(c, layer, k, v); /* given: there is room */

    /* TODO: keep k and v (B, H, n, D) of n new tokens behind what each row of this layer has.
     *
     * CONTRACT  what a row has afterwards is what it had, and its n tokens behind it. No other
     *           layer, row or place changes, no address moves. The call copies B H n D numbers
     *           of each, however long the text is. k and v may be any view.
     * EXAMPLE   lengths 2 and 0, n = 3: row 0 writes places 2, 3, 4, row 1 places 0, 1, 2; lengths 5 and 3
     * HOLDS     5 tokens at once = 2, then 3. Truncated and written again = never written
     *           before.
     * YOU HAVE  kernels.h, operations.h; tensor_new_view(k), where a Tensor is asked for
     *           and k is const
     * THINK     what do the n tokens of two rows have in common in the cache, and what not? Does
     *           it matter here how the numbers lie in memory? */
    todo("18.2 kv_cache_append");
}

/* ---- 18.3 ---------------------------------------------------------------------------------------- */

Tensor *kv_cache_keys(const KvCache *c, long layer)
{
    kv_cache_check_layer("kv_cache_keys", c, layer); /* given */

    /* TODO: what this layer has so far, (B, H, T, D). T is the length of its longest row.
     *
     * CONTRACT  a view: it costs nothing that grows with T, and what is appended later shows in
     *           a new one.
     * EXAMPLE   2 layers, one row, 3 heads, 8 places of 4 numbers, length 5: (1, 3, 5, 4)
     * YOU HAVE  kv_cache_longest(c, layer); operations.h
     * THINK     T grows with every token, and no number moves: what of the result cannot depend
     *           on T? */
    return todo("18.3 kv_cache_keys");
}

Tensor *kv_cache_values(const KvCache *c, long layer)
{
    kv_cache_check_layer("kv_cache_values", c, layer); /* given */

    /* TODO: the same of the values. */
    return todo("18.3 kv_cache_keys");
}
