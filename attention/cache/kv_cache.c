/* kv_cache.c - keys and values of the tokens that were read, in memory that never moves.
 *
 *     keys, values   (layers, B, H, capacity, D)      made once, with room for all
 *     lengths        (B, layers)                      how many places are taken
 *
 * Appending writes behind what is there; taking a token back is a smaller length. The keys of a
 * layer are a view of the places that are taken: attention reads them where they lie.
 * Invariant: a place below its row's length was written once, by the append that made the length
 * pass it.
 */
#include "kv_cache_shared.h"

EXERCISE
KvCache *kv_cache_new(long layers, long batch, long heads, long capacity, long head_dim)
{
    kv_cache_check_sizes(layers, batch, heads, capacity, head_dim);
    KvCache *c = scope_alloc(scope_current(), sizeof *c);
    c->keys = tensor_zeros(SHAPE(layers, batch, heads, capacity, head_dim));
    c->values = tensor_zeros(SHAPE(layers, batch, heads, capacity, head_dim));
    c->lengths = int_tensor_new(SHAPE(batch, layers));
    return c;
}

/* Row `row` of x (B, H, n, D) into places [at, at + n) of the same row of a layer. */
static void write_row(Tensor *places, long layer, long row, long at, const Tensor *x)
{
    long n = x->shape[2];
    Tensor *to = tensor_select(tensor_select(places, 0, layer), 0, row); /* (H, capacity, D) */
    copy_kernel(tensor_slice(to, 1, at, at + n, 1), tensor_select(tensor_new_view(x), 0, row));
}

EXERCISE
void kv_cache_append(KvCache *c, long layer, const Tensor *k, const Tensor *v)
{
    kv_cache_check_append(c, layer, k, v);
    Scope *scope = scope_open(); /* for the views */
    grad_mode(false);            /* until the scope closes */
    long B = k->shape[0], layers = c->keys->shape[0];
    for (long b = 0; b < B; b++) {
        int *length = &c->lengths->data[b * layers + layer];
        write_row(c->keys, layer, b, *length, k);
        write_row(c->values, layer, b, *length, v);
        *length += (int)k->shape[2];
    }
    scope_close(scope);
}

/* The places of a layer that are taken. */
static Tensor *taken(const char *operation, Tensor *places, const KvCache *c, long layer)
{
    kv_cache_check_layer(operation, c, layer);
    return tensor_slice(tensor_select(places, 0, layer), 2, 0, kv_cache_longest(c, layer), 1);
}

EXERCISE
Tensor *kv_cache_keys(const KvCache *c, long layer)
{
    return taken("kv_cache_keys", c->keys, c, layer);
}

EXERCISE
Tensor *kv_cache_values(const KvCache *c, long layer)
{
    return taken("kv_cache_values", c->values, c, layer);
}

EXERCISE
void kv_cache_truncate(KvCache *c, long length)
{
    kv_cache_check_length(length);
    for (long i = 0; i < int_tensor_numel(c->lengths); i++)
        if (c->lengths->data[i] > length)
            c->lengths->data[i] = (int)length;
}

EXERCISE
size_t kv_cache_bytes(const KvCache *c)
{
    return 2 * (size_t)tensor_numel(c->keys) * sizeof(real);
}
