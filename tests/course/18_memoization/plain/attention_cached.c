/* attention_cached.c - a mask for each row, written number by number. */
#include "kv_cache_shared.h"

static Tensor *mask_of_rows(const KvCache *c, long layer, long rows, long queries, long keys)
{
    Tensor *mask = tensor_zeros(SHAPE(rows, 1, queries, keys));
    for (long b = 0; b < rows; b++) {
        long length = kv_cache_length(c, layer, b);
        for (long i = 0; i < queries; i++) {
            long place = length - queries + i;
            for (long j = 0; j <= place; j++)
                tensor_set(mask, AT(b, 0, i, j), 1);
        }
    }
    return mask;
}

Tensor *attention_cached(Tensor *q, const KvCache *c, long layer)
{
    attention_cached_check(q, c, layer);

    Tensor *keys = kv_cache_keys(c, layer);
    Tensor *values = kv_cache_values(c, layer);
    Tensor *mask = mask_of_rows(c, layer, q->shape[0], q->shape[2], keys->shape[2]);
    return attention_output(q, keys, values, mask, false, NULL);
}

Tensor *mha_cached(MultiHeadAttention *a, Tensor *x, KvCache *c, long layer)
{
    mha_cached_check(a, x, c, layer);

    Tensor *q, *k, *v;
    if (a->qkv != NULL) {
        Projected all = project_in_one(a, x, x);
        q = all.q;
        k = all.k;
        v = all.v;
    } else {
        q = linear_forward(a->q, x);
        k = linear_forward(a->k, x);
        v = linear_forward(a->v, x);
    }
    q = split_heads(q, a->num_heads);
    k = split_heads(k, a->num_heads);
    v = split_heads(v, a->num_heads);
    kv_cache_append(c, layer, k, v);
    Tensor *heads = attention_cached(q, c, layer);
    Tensor *merged = merge_heads(heads);
    return linear_forward(a->out, merged);
}
