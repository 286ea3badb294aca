/* kv_cache.c - places of keys and values, by row and layer. */
#include "kv_cache_shared.h"

KvCache *kv_cache_new(long layers, long batch, long heads, long capacity, long head_dim)
{
    kv_cache_check_sizes(layers, batch, heads, capacity, head_dim);
    KvCache *c = scope_alloc(scope_current(), sizeof *c);

    c->lengths = int_tensor_new(SHAPE(batch, layers));
    long places = capacity;
    while (places % LINE_NUMBERS != 0) /* then every head begins a line */
        places++;
    Tensor *k = tensor_zeros(SHAPE(layers, batch, heads, places, head_dim));
    Tensor *v = tensor_zeros(SHAPE(layers, batch, heads, places, head_dim));
    c->keys = tensor_slice(k, 3, 0, capacity, 1);
    c->values = tensor_slice(v, 3, 0, capacity, 1);
    return c;
}

/* Token t of row b of x (B, H, n, D) goes to a place of that row. */
static void write_place(Tensor *to, long layer, long b, long place, const Tensor *x, long t)
{
    for (long h = 0; h < x->shape[1]; h++)
        for (long d = 0; d < x->shape[3]; d++)
            tensor_set(to, AT(layer, b, h, place, d), tensor_get(x, AT(b, h, t, d)));
}

void kv_cache_append(KvCache *c, long layer, const Tensor *k, const Tensor *v)
{
    kv_cache_check_append(c, layer, k, v);

    long rows = k->shape[0], n = k->shape[2], layers = c->lengths->shape[1];
    for (long b = 0; b < rows; b++) {
        int *length = &c->lengths->data[b * layers + layer];
        for (long t = 0; t < n; t++) {
            write_place(c->keys, layer, b, *length + t, k, t);
            write_place(c->values, layer, b, *length + t, v, t);
        }
        *length += (int)n;
    }
}

static Tensor *taken_places(const KvCache *c, Tensor *all, long layer)
{
    long longest = kv_cache_longest(c, layer);
    Tensor *of_layer = tensor_select(all, 0, layer);
    return tensor_slice(of_layer, 2, 0, longest, 1);
}

Tensor *kv_cache_keys(const KvCache *c, long layer)
{
    kv_cache_check_layer("kv_cache_keys", c, layer);

    return taken_places(c, c->keys, layer);
}

Tensor *kv_cache_values(const KvCache *c, long layer)
{
    kv_cache_check_layer("kv_cache_values", c, layer);

    return taken_places(c, c->values, layer);
}
