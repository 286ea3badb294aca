/* attention_cached.c - attention of the newest tokens to all that their row has read.
 *
 * The queries are the last n of Tk tokens, and their keys are already in the cache: a token attends
 * to itself, too. One query sees all keys of its row, so a step of decoding hides nothing; several
 * at once, as in the pieces of a prompt, must not see each other's future.
 *
 *     n = 2 queries, Tk = 5        key 0 1 2 3 4
 *     token 3                          1 1 1 1 0
 *     token 4                          1 1 1 1 1
 */
#include "kv_cache_shared.h"

void attention_cached_check(const Tensor *q, const KvCache *c, long layer)
{
    kv_cache_check_layer("attention_cached", c, layer);
    const long *s = c->keys->shape;
    bool shares = q->ndim == 4 && q->shape[0] == s[1] && q->shape[1] > 0 &&
                  q->shape[1] % s[2] == 0 && q->shape[3] == s[4];
    if (!shares)
        kv_cache_check_heads("attention_cached", "q", c, q);
    for (long b = 0; b < q->shape[0]; b++)
        if (kv_cache_length(c, layer, b) < q->shape[2])
            fail("attention_cached: q %s asks for %ld tokens, but row %ld of layer %ld has %ld. "
                 "hint: kv_cache_append comes first, a token attends to itself, too",
                 tensor_shape_text(q), q->shape[2], b, layer, kv_cache_length(c, layer, b));
}

/* The only query of each row, and no row is longer than another. */
static bool hides_nothing(const KvCache *c, long layer, long n, long Tk)
{
    for (long b = 0; b < c->keys->shape[1]; b++)
        if (n > 1 || kv_cache_length(c, layer, b) < Tk)
            return false;
    return true;
}

/* (B, 1, n, Tk): query i of a row is its token length - n + i. */
static Tensor *mask_cached(const KvCache *c, long layer, long n, long Tk)
{
    if (hides_nothing(c, layer, n, Tk))
        return NULL;
    long B = c->keys->shape[1];
    Tensor *mask = tensor_new(SHAPE(B, 1, n, Tk));
    real *allowed = mask->data;
    for (long b = 0; b < B; b++) {
        long first = kv_cache_length(c, layer, b) - n;
        for (long i = 0; i < n; i++)
            for (long j = 0; j < Tk; j++)
                *allowed++ = j <= first + i;
    }
    return mask;
}

EXERCISE
Tensor *attention_cached(Tensor *q, const KvCache *c, long layer)
{
    attention_cached_check(q, c, layer);
    Tensor *k = kv_cache_keys(c, layer), *v = kv_cache_values(c, layer);
    long n = q->shape[2], Tk = k->shape[2];
    if (n ==
        Tk) /* nothing was read before: causal attention as it always is, and half of the work */
        return attention_output(q, k, v, NULL, true, NULL);
    return attention_output(q, k, v, mask_cached(c, layer, n, Tk), false, NULL);
}

void mha_cached_check(const MultiHeadAttention *a, const Tensor *x, const KvCache *c, long layer)
{
    mha_check_widths("mha_cached", a);
    mha_check_inputs(a, x, x);
    kv_cache_check_layer("mha_cached", c, layer);
    if (!a->causal)
        fail("mha_cached: this attention is not causal: its past would depend on what comes. hint: "
             "mha_forward, or .causal = true");
}

/* Queries and keys turned by where their tokens stand. */
static Projected turned(const MultiHeadAttention *a, Projected p, const IntTensor *places)
{
    Tensor *q = split_heads(p.q, a->num_heads), *k = split_heads(p.k, a->num_kv_heads);
    p.q = merge_heads(heads_rotate(true, a->rope, q, places));
    p.k = merge_heads(heads_rotate(true, a->rope, k, places));
    return p;
}

EXERCISE
Tensor *mha_cached(MultiHeadAttention *a, Tensor *x, KvCache *c, long layer)
{
    mha_cached_check(a, x, c, layer);
    Projected p = a->qkv != NULL ? project_in_one(a, x, x)
                                 : (Projected){linear_forward(a->q, x), linear_forward(a->k, x),
                                               linear_forward(a->v, x)};
    long H = a->num_heads, K = a->num_kv_heads;
    if (a->rotary)
        p = turned(a, p, kv_cache_places(c, layer, x->shape[1]));
    kv_cache_append(c, layer, split_heads(p.k, K), split_heads(p.v, K));
    Tensor *context = attention_cached(split_heads(p.q, H), c, layer);
    return linear_forward(a->out, merge_heads(context));
}
