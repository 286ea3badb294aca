/* kv_cache_rows.c - rows of a batch: their lengths, and one of them alone. */
#include "kv_cache_shared.h"

long kv_cache_length(const KvCache *c, long layer, long row)
{
    kv_cache_check_layer("kv_cache_length", c, layer);
    long B = c->keys->shape[1], layers = c->keys->shape[0];
    if (row < 0 || row >= B)
        fail("kv_cache_length: there is no row %ld in a cache of %ld", row, B);
    return c->lengths->data[row * layers + layer];
}

long kv_cache_tokens(const KvCache *c, long row)
{
    return c->keys->shape[0] > 0 ? kv_cache_length(c, 0, row) : 0;
}

long kv_cache_longest(const KvCache *c, long layer)
{
    long B = c->keys->shape[1], longest = 0;
    for (long b = 0; b < B; b++) {
        long length = kv_cache_length(c, layer, b);
        longest = length > longest ? length : longest;
    }
    return longest;
}

/* Rows come before layers in `lengths`, so that those of one row are neighbours. */
KvCache *kv_cache_row(const KvCache *c, long row)
{
    long B = c->keys->shape[1], layers = c->keys->shape[0];
    if (row < 0 || row >= B)
        fail("kv_cache_row: there is no row %ld in a cache of %ld", row, B);
    KvCache *one = scope_alloc(scope_current(), sizeof *one);
    one->keys = tensor_slice(c->keys, 1, row, row + 1, 1);
    one->values = tensor_slice(c->values, 1, row, row + 1, 1);
    one->lengths = scope_alloc(scope_current(), sizeof *one->lengths);
    *one->lengths =
        (IntTensor){.data = c->lengths->data + row * layers, .ndim = 2, .shape = {1, layers}};
    return one;
}
