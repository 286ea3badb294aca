/* kv_cache.c - keys and values of the tokens that were read, in memory that never moves.
 *
 *     keys, values   (layers, B, H, capacity, D)      made once, with room for all
 *     lengths        (B, layers)                      how many places are taken
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

    /* TODO: an empty cache with room for `capacity` tokens in every layer and row.
     *
     * APPROACH
     *   1. c->keys and c->values: tensors of zeros, (layers, batch, heads, capacity, head_dim).
     *   2. c->lengths: int_tensor_new of (batch, layers). It is made of zeros.
     *
     * EXAMPLE
     *   kv_cache_new(2, 1, 3, 8, 4): keys and values are (2, 1, 3, 8, 4), lengths (1, 2), all 0
     *
     * HINT: rows stand before layers in lengths, and behind them in keys. */
    return todo("18.1 kv_cache_new");
}

/* ---- 18.2 ---------------------------------------------------------------------------------------- */

void kv_cache_append(KvCache *c, long layer, const Tensor *k, const Tensor *v)
{
    kv_cache_check_append(c, layer, k, v); /* given: there is room */

    /* TODO: k and v (B, H, n, D) go into the next n places of this layer, of each row behind what it has.
     *
     * APPROACH, for each row b
     *   1. Its length is c->lengths->data[b * layers + layer].
     *   2. tensor_select(tensor_select(c->keys, 0, layer), 0, b) is (H, capacity, D), a view; places
     *      length .. length + n of it are a tensor_slice along axis 1.
     *   3. copy_kernel(that view, row b of k). The same with values and v.
     *   4. The length grows by n.
     *
     * EXAMPLE
     *   lengths 2 and 0, n = 3: row 0 writes places 2, 3, 4, row 1 places 0, 1, 2; lengths are 5 and 3
     *
     * HINT: no other layer's length moves: each layer appends for itself. tensor_new_view(k) is what
     * takes a const Tensor where a Tensor is asked for. */
    todo("18.2 kv_cache_append");
}

/* ---- 18.3 ---------------------------------------------------------------------------------------- */

Tensor *kv_cache_keys(const KvCache *c, long layer)
{
    kv_cache_check_layer("kv_cache_keys", c, layer); /* given */

    /* TODO: what this layer has so far, (B, H, T, D), as a view. T is the length of its longest row,
     * kv_cache_longest(c, layer), which is given.
     *
     * EXAMPLE
     *   keys (2, 1, 3, 8, 4), length 5: (1, 3, 5, 4), and the strides of keys
     *
     * HINT: select the layer, then slice the places. */
    return todo("18.3 kv_cache_keys");
}

Tensor *kv_cache_values(const KvCache *c, long layer)
{
    kv_cache_check_layer("kv_cache_values", c, layer); /* given */

    /* TODO: the same of the values. */
    return todo("18.3 kv_cache_keys");
}

/* ---- 18.8 ---------------------------------------------------------------------------------------- */

void kv_cache_truncate(KvCache *c, long length)
{
    kv_cache_check_length(length); /* given */

    /* TODO: every row of every layer forgets what stands at `length` and behind it.
     *
     * EXAMPLE
     *   lengths 5 and 3: kv_cache_truncate(c, 4) leaves 4 and 3
     *
     * HINT: numbers behind a length have no meaning; nothing has to be cleared. */
    todo("18.8 kv_cache_truncate");
}

/* ---- 18.9 ---------------------------------------------------------------------------------------- */

size_t kv_cache_bytes(const KvCache *c)
{
    /* TODO: how many bytes keys and values take, all places counted, taken or not.
     *
     * EXAMPLE
     *   keys (2, 1, 3, 8, 4): 384 numbers of both, 1536 bytes in float
     *
     * HINT: tensor_numel, and sizeof(real). */
    (void)c;
    todo("18.9 kv_cache_bytes");
}
