/* quantized_gpt_new.c - a GPT of codes: made of sizes, and filled from a GPT that was trained. */
#include "quantized_gpt_shared.h"

/* ---- of sizes -------------------------------------------------------------------------------- */

static QuantizedLinear *layer(Module *m, const char *name, long in, long out, bool bias,
                              QuantScheme scheme)
{
    QuantizedLinear *l = quantized_linear_new(in, out, bias, scheme);
    module_add(m, name, &l->module);
    return l;
}

static QuantizedBlock *block_make(GptOptions o, QuantScheme s)
{
    UNDO_ON_FAIL;
    QuantizedBlock *b = module_new(sizeof *b, "QuantizedBlock", NULL);
    Module *m = &b->module;
    long C = o.embed_dim, hidden = mlp_width(o.mlp, o.mlp_dim, C);
    long kv_dim = gpt_kv_heads(o) * (C / o.num_heads);
    bool bias = !o.no_bias;
    b->norm1 = norm_add(m, "norm1", o.norm, C, o.norm_eps);
    if (o.qkv_in_one) {
        b->qkv = layer(m, "qkv", C, C + 2 * kv_dim, bias, s);
    } else {
        b->q = layer(m, "q", C, C, bias, s);
        b->k = layer(m, "k", C, kv_dim, bias, s);
        b->v = layer(m, "v", C, kv_dim, bias, s);
    }
    b->out = layer(m, "out", C, C, bias, s);
    b->norm2 = norm_add(m, "norm2", o.norm, C, o.norm_eps);
    b->up = layer(m, "up", C, o.mlp == MLP_SWIGLU ? 2 * hidden : hidden, bias, s);
    b->down = layer(m, "down", hidden, C, bias, s);
    return b;
}

/* The list of blocks lies right behind the model, so that module_free ends both. */
typedef struct {
    QuantizedGpt gpt;
    QuantizedBlock *blocks[];
} WithBlocks;

QuantizedGpt *quantized_gpt_new_uninitialized(GptOptions o, QuantScheme scheme)
{
    UNDO_ON_FAIL;
    WithBlocks *both = module_new(sizeof *both + (size_t)o.num_layers * sizeof *both->blocks,
                                  "QuantizedGpt", NULL);
    QuantizedGpt *q = &both->gpt;
    Module *m = &q->module;
    o.dropout = 0;
    q->options = o;
    q->scheme = scheme;
    q->blocks = both->blocks;
    q->tokens = layer(m, "tokens", o.embed_dim, o.vocabulary, false, scheme);
    if (o.positions == POSITIONS_LEARNED || o.positions == POSITIONS_SINUSOIDAL)
        q->positions = module_buffer(m, "positions", BUFFER_SAVED, SHAPE(o.context, o.embed_dim));
    for (long i = 0; i < o.num_layers; i++) {
        q->blocks[i] = block_make(o, scheme);
        module_child(m, "blocks", (int)i, &q->blocks[i]->module);
    }
    q->norm = norm_add(m, "norm", o.norm, o.embed_dim, o.norm_eps);
    if (!o.tied)
        q->head = layer(m, "head", o.embed_dim, o.vocabulary, false, scheme);
    module_train(m, false);
    return q;
}

/* ---- from a GPT ------------------------------------------------------------------------------ */

static void fill(QuantizedLinear *to, const Linear *from)
{
    matrix_quantize(to->weight, from->weight);
    if (from->bias != NULL)
        copy_kernel(to->bias, from->bias);
}

static void fill_norm(LayerNorm *to, const LayerNorm *from)
{
    copy_kernel(to->weight, from->weight);
    if (from->bias != NULL)
        copy_kernel(to->bias, from->bias);
    to->eps = from->eps;
}

static void fill_block(QuantizedBlock *to, const Block *from)
{
    const MultiHeadAttention *a = from->attn;
    fill_norm(to->norm1, from->norm1);
    fill_norm(to->norm2, from->norm2);
    if (a->qkv != NULL) {
        fill(to->qkv, a->qkv);
    } else {
        fill(to->q, a->q);
        fill(to->k, a->k);
        fill(to->v, a->v);
    }
    fill(to->out, a->out);
    fill(to->up, from->up);
    fill(to->down, from->down);
}

QuantizedGpt *quantized_gpt_new(const Gpt *g, QuantScheme scheme)
{
    UNDO_ON_FAIL;
    QuantizedGpt *q = quantized_gpt_new_uninitialized(g->options, scheme);
    Scope *scope = scope_open(); /* for the view */
    Tensor *table = tensor_new_view(g->tokens->weight);
    grad_mode(false);
    matrix_quantize(q->tokens->weight, tensor_transpose(table, 0, 1)); /* (C, V) */
    scope_close(scope);
    if (q->positions != NULL)
        copy_kernel(q->positions, g->positions->table);
    for (long i = 0; i < g->options.num_layers; i++)
        fill_block(q->blocks[i], g->blocks[i]);
    fill_norm(q->norm, g->norm);
    if (q->head != NULL)
        fill(q->head, g->head);
    return q;
}
