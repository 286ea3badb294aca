/* gpt_cached.c - embeddings with places counted on, blocks with a cache, a head for the last tokens. */
#include "kv_cache_shared.h"
#include <string.h>

static IntTensor *places_of(const KvCache *c, long rows, long n)
{
    IntTensor *places = int_tensor_new(SHAPE(rows, n));
    for (long b = 0; b < rows; b++) {
        long read = kv_cache_tokens(c, b);
        for (long i = 0; i < n; i++)
            places->data[b * n + i] = (int)(read + i);
    }
    return places;
}

void gpt_prefill(Gpt *g, KvCache *c, const int *ids, long n, real *logits)
{
    gpt_cache_check(g, c, ids, n);

    Scope *scope = scope_open();
    grad_mode(false);
    long rows = c->lengths->shape[0];
    IntTensor *tokens = int_tensor_from(SHAPE(rows, n), rows * n, ids);
    Tensor *x = embedding_forward(g->tokens, tokens);
    if (g->positions != NULL) {
        IntTensor *places = places_of(c, rows, n);
        x = tensor_add(x, tensor_embedding(g->positions->table, places));
    }
    for (long layer = 0; layer < g->options.num_layers; layer++) {
        Block *block = g->blocks[layer];
        Tensor *normed = layer_norm_forward(block->norm1, x);
        x = tensor_add(x, mha_cached(block->attn, normed, c, layer));
        normed = layer_norm_forward(block->norm2, x);
        x = tensor_add(x, block_mlp(block, normed));
    }
    if (logits != NULL) {
        Tensor *last = tensor_select(x, 1, n - 1);
        last = layer_norm_forward(g->norm, last);
        Tensor *y;
        if (g->head != NULL)
            y = linear_forward(g->head, last);
        else
            y = tensor_matmul(last, tensor_transpose(g->tokens->weight, 0, 1));
        y = tensor_contiguous(y);
        for (long i = 0; i < tensor_numel(y); i++)
            logits[i] = y->data[i];
    }
    scope_close(scope);
}

void gpt_decode(Gpt *g, KvCache *c, const int *ids, real *logits)
{
    gpt_prefill(g, c, ids, 1, logits);
}
