/* kv_cache.c - keys and values of the tokens that were read, in memory that never moves.
 *
 *     keys, values   (layers, B, H, capacity, D)      made once, with room for all; how they lie
 *                                                     says places_new
 *     lengths        (B, layers)                      how many places are taken
 *
 * Appending writes behind what is there; taking a token back is a smaller length. The keys of a
 * layer are a view of the places that are taken: attention reads them where they lie.
 * Invariant: a place below its row's length was written once, by the append that made the length
 * pass it.
 */
#include <limits.h>
#include "kv_cache_shared.h"

/* ---- what a caller can do wrong -------------------------------------------------------------- */

void kv_cache_check_sizes(long layers, long batch, long heads, long capacity, long head_dim)
{
    const struct {
        const char *name;
        long value, least;
    } sizes[] = {{"layers", layers, 0},
                 {"batch", batch, 1},
                 {"heads", heads, 1},
                 {"capacity", capacity, 1},
                 {"head_dim", head_dim, 1}};
    for (int i = 0; i < 5; i++)
        if (sizes[i].value < sizes[i].least)
            fail("kv_cache_new: %s is %ld, expected at least %ld", sizes[i].name, sizes[i].value,
                 sizes[i].least);
    if (capacity > INT32_MAX)
        fail("kv_cache_new: capacity is %ld, expected at most %ld", capacity, (long)INT32_MAX);
    if (head_dim > (LONG_MAX - LINE_NUMBERS) / capacity)
        fail("kv_cache_new: %ld places of %ld numbers are more than memory has", capacity,
             head_dim);
}

void kv_cache_check_layer(const char *operation, const KvCache *c, long layer)
{
    if (layer < 0 || layer >= c->keys->shape[0])
        fail("%s: there is no layer %ld in a cache of %ld", operation, layer, c->keys->shape[0]);
}

void kv_cache_check_length(long length)
{
    if (length < 0)
        fail("kv_cache_truncate: length is %ld, expected at least 0", length);
}

/* x (B, H, n, D), for any n. */
void kv_cache_check_heads(const char *operation, const char *name, const KvCache *c,
                          const Tensor *x)
{
    const long *s = c->keys->shape;
    if (x->ndim != 4 || x->shape[0] != s[1] || x->shape[1] != s[2] || x->shape[3] != s[4])
        fail("%s: %s has shape %s, but the cache takes (B, H, n, D) = (%ld, %ld, n, %ld)%s",
             operation, name, tensor_shape_text(x), s[1], s[2], s[4],
             x->ndim == 4 && x->shape[2] == s[2] && x->shape[1] != s[2]
                 ? ". hint: split_heads brings the heads in front of the time"
                 : "");
}

void kv_cache_check_append(const KvCache *c, long layer, const Tensor *k, const Tensor *v)
{
    kv_cache_check_layer("kv_cache_append", c, layer);
    kv_cache_check_heads("kv_cache_append", "k", c, k);
    kv_cache_check_heads("kv_cache_append", "v", c, v);
    if (!tensor_same_shape(k, v))
        fail("kv_cache_append: k %s and v %s must have one shape: every key needs its value",
             tensor_shape_text(k), tensor_shape_text(v));
    if (k->requires_grad || v->requires_grad)
        fail(
            "kv_cache_append: %s requires a gradient, but none finds its way back through a cache. "
            "hint: grad_mode(false), or tensor_detach",
            k->requires_grad ? "k" : "v");
    long B = c->keys->shape[1], capacity = c->keys->shape[3], n = k->shape[2];
    for (long b = 0; b < B; b++) {
        long length = kv_cache_length(c, layer, b);
        if (length + n > capacity)
            fail("kv_cache_append: row %ld of layer %ld has %ld tokens, and %ld more do not fit a "
                 "capacity of %ld. hint: kv_cache_truncate(c, 0), then read the last tokens again",
                 b, layer, length, n, capacity);
    }
}

/* ---- making one ------------------------------------------------------------------------------ */

/* A new token is written once and read by all that follow, each head its own numbers: so those of a
 * head are neighbours, token by token. Each head begins with a line of its own: no line is written
 * by two threads that have a head each, going to and fro between their processors. */
static Tensor *places_new(long layers, long batch, long heads, long capacity, long head_dim)
{
    const long numbers = capacity * head_dim;
    const long lines = (numbers + LINE_NUMBERS - 1) / LINE_NUMBERS;
    Tensor *all = tensor_zeros(SHAPE(layers, batch, heads, lines * LINE_NUMBERS));
    return tensor_reshape(tensor_slice(all, 3, 0, numbers, 1),
                          SHAPE(layers, batch, heads, capacity, head_dim));
}

EXERCISE
KvCache *kv_cache_new(long layers, long batch, long heads, long capacity, long head_dim)
{
    kv_cache_check_sizes(layers, batch, heads, capacity, head_dim);
    KvCache *c = scope_alloc(scope_current(), sizeof *c);
    c->keys = places_new(layers, batch, heads, capacity, head_dim);
    c->values = places_new(layers, batch, heads, capacity, head_dim);
    c->lengths = int_tensor_new(SHAPE(batch, layers));
    return c;
}

size_t kv_cache_bytes(const KvCache *c)
{
    return 2 * (size_t)tensor_numel(c->keys) * sizeof(real);
}

/* ---- writing --------------------------------------------------------------------------------- */

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

void kv_cache_truncate(KvCache *c, long length)
{
    kv_cache_check_length(length);
    for (long i = 0; i < int_tensor_numel(c->lengths); i++)
        if (c->lengths->data[i] > length)
            c->lengths->data[i] = (int)length;
}

/* ---- reading --------------------------------------------------------------------------------- */

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

IntTensor *kv_cache_places(const KvCache *c, long layer, long n)
{
    long B = c->keys->shape[1];
    IntTensor *places = int_tensor_new(SHAPE(B, n));
    for (long b = 0; b < B; b++)
        for (long i = 0; i < n; i++)
            places->data[b * n + i] = (int)(kv_cache_length(c, layer, b) + i);
    return places;
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

/* ---- one row of a batch ---------------------------------------------------------------------- */

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
