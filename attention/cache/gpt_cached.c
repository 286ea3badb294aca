/* gpt_cached.c - the model of gpt.c, reading a piece of text at a time and remembering it.
 *
 *     x = tokens[ids] + positions, counted on from what was read       (B, n, C)
 *     x = x + attention to all that was read; x = x + mlp(x)           in every layer
 *     logits = norm(the last x of each row) @ head                     (B, V)
 *
 * Only the new tokens go through the products: everything about the old ones that the new ones ask
 * for is in the cache.
 */
#include "kv_cache_shared.h"
#include <string.h>

KvCache *gpt_cache_new(const Gpt *g, long batch, long capacity)
{
    GptOptions o = g->options;
    if (capacity > o.context)
        fail("gpt_cache_new: capacity is %ld, but the model's context is %ld: it cannot read more",
             capacity, o.context);
    return kv_cache_new(o.num_layers, batch, gpt_kv_heads(o), capacity, o.embed_dim / o.num_heads);
}

/* ---- what a model cannot read ---------------------------------------------------------------- */

void gpt_cache_check_model(const Gpt *g, const KvCache *c)
{
    GptOptions o = g->options;
    const long *s = c->keys->shape;
    if (!o.causal)
        fail("gpt_prefill: the model is not causal: what it makes of a token depends on those that "
             "come. hint: gpt_forward reads all at once");
    if (s[0] != o.num_layers || s[2] != gpt_kv_heads(o) || s[4] != o.embed_dim / o.num_heads)
        fail("gpt_prefill: the cache is for %ld layers of %ld heads of %ld numbers, but the model "
             "has %ld of %ld of %ld. hint: gpt_cache_new",
             s[0], s[2], s[4], o.num_layers, gpt_kv_heads(o), o.embed_dim / o.num_heads);
}

/* All layers have read the same tokens, and there is room for n more. */
static void check_row(const Gpt *g, const KvCache *c, long row, long n)
{
    long layers = c->keys->shape[0], capacity = c->keys->shape[3], context = g->options.context;
    long length = kv_cache_tokens(c, row);
    for (long i = 1; i < layers; i++)
        if (kv_cache_length(c, i, row) != length)
            fail("gpt_prefill: row %ld of the cache has %ld tokens in layer 0 and %ld in layer %ld",
                 row, length, kv_cache_length(c, i, row), i);
    if (length + n > capacity)
        fail("gpt_prefill: row %ld has read %ld tokens, and %ld more do not fit the cache's "
             "capacity of %ld (the model's context is %ld). hint: kv_cache_truncate(c, 0), then "
             "read the last tokens again",
             row, length, n, capacity, context);
    if (length + n > context)
        fail("gpt_prefill: row %ld has read %ld tokens, and %ld more exceed the model's context of "
             "%ld",
             row, length, n, context);
}

void gpt_cache_check(const Gpt *g, const KvCache *c, const int *ids, long n)
{
    gpt_cache_check_model(g, c);
    if (n < 1)
        fail("gpt_prefill: n is %ld, expected at least 1 token to read", n);
    long B = c->keys->shape[1], V = g->options.vocabulary;
    for (long b = 0; b < B; b++)
        check_row(g, c, b, n);
    for (long i = 0; i < B * n; i++)
        if (ids[i] < 0 || ids[i] >= V)
            fail("gpt_prefill: ids[%ld] is %d, expected 0 to %ld (vocabulary %ld)", i, ids[i],
                 V - 1, V);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* (B, n): token i of a row stands behind the `length` that it has read. */
static IntTensor *places(const KvCache *c, long n)
{
    long B = c->keys->shape[1];
    IntTensor *at = int_tensor_new(SHAPE(B, n));
    for (long b = 0; b < B; b++)
        for (long i = 0; i < n; i++)
            at->data[b * n + i] = (int)(kv_cache_tokens(c, b) + i);
    return at;
}

static Tensor *embed(Gpt *g, const KvCache *c, const int *ids, long n)
{
    long B = c->keys->shape[1];
    Tensor *x = embedding_forward(g->tokens, int_tensor_from(SHAPE(B, n), B * n, ids));
    if (g->positions == NULL)
        return x;
    return tensor_add(x, tensor_embedding(g->positions->table, places(c, n)));
}

static Tensor *through_block(Block *b, Tensor *x, KvCache *c, long layer)
{
    x = tensor_add(x, mha_cached(b->attn, layer_norm_forward(b->norm1, x), c, layer));
    return tensor_add(x, block_mlp(b, layer_norm_forward(b->norm2, x)));
}

/* What a block makes on the way ends with it. */
static Tensor *block_cached(Block *b, Tensor *x, KvCache *c, long layer)
{
    Scope *scope = scope_open();
    copy_kernel(x, through_block(b, x, c, layer));
    scope_close(scope);
    return x;
}

/* Of the last of n tokens only: who decodes asks for no other. */
static Tensor *last_logits(Gpt *g, Tensor *x, long n)
{
    x = layer_norm_forward(g->norm, tensor_slice(x, 1, n - 1, n, 1)); /* (B, 1, C) */
    return g->head != NULL ? linear_forward(g->head, x) : tensor_tied_linear(x, g->tokens->weight);
}

EXERCISE
void gpt_prefill(Gpt *g, KvCache *c, const int *ids, long n, real *logits)
{
    gpt_cache_check(g, c, ids, n);
    Scope *scope = scope_open();
    grad_mode(false); /* until the scope closes */
    Tensor *x = embed(g, c, ids, n);
    for (long i = 0; i < g->options.num_layers; i++)
        x = block_cached(g->blocks[i], x, c, i);
    if (logits != NULL) {
        Tensor *last = last_logits(g, x, n); /* (B, 1, V) */
        memcpy(logits, last->data, (size_t)tensor_numel(last) * sizeof *logits);
    }
    scope_close(scope);
}

EXERCISE
void gpt_decode(Gpt *g, KvCache *c, const int *ids, real *logits)
{
    gpt_prefill(g, c, ids, 1, logits);
}
