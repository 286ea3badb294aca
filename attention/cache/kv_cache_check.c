/* kv_cache_check.c - what a caller of the cache can do wrong. */
#include "kv_cache_shared.h"

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
static void check_heads(const char *operation, const char *name, const KvCache *c, const Tensor *x)
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
    check_heads("kv_cache_append", "k", c, k);
    check_heads("kv_cache_append", "v", c, v);
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

void attention_cached_check(const Tensor *q, const KvCache *c, long layer)
{
    kv_cache_check_layer("attention_cached", c, layer);
    check_heads("attention_cached", "q", c, q);
    for (long b = 0; b < q->shape[0]; b++)
        if (kv_cache_length(c, layer, b) < q->shape[2])
            fail("attention_cached: q %s asks for %ld tokens, but row %ld of layer %ld has %ld. "
                 "hint: kv_cache_append comes first, a token attends to itself, too",
                 tensor_shape_text(q), q->shape[2], b, layer, kv_cache_length(c, layer, b));
}

void mha_cached_check(const MultiHeadAttention *a, const Tensor *x, const KvCache *c, long layer)
{
    mha_check_inputs(a, x, x);
    kv_cache_check_layer("mha_cached", c, layer);
    if (!a->causal)
        fail("mha_cached: this attention is not causal: its past would depend on what comes. hint: "
             "mha_forward, or .causal = true");
}
