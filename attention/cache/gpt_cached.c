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

static Tensor *block_cached(Block *b, Tensor *x, KvCache *c, long layer)
{
    x = tensor_add(x, mha_cached(b->attn, layer_norm_forward(b->norm1, x), c, layer));
    return tensor_add(x, block_mlp(b, layer_norm_forward(b->norm2, x)));
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
