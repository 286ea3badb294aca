/* llama_parts.c - the matrices of a Llama, as its files keep them.
 *
 * Source: Touvron et al. 2023, "LLaMA"; grouped heads of Ainslie et al. 2023.
 */
#include <stdio.h>
#include "llama_parts.h"

GptOptions llama_options(void)
{
    return (GptOptions){.positions = POSITIONS_ROTARY,
                        .causal = true,
                        .qkv_in_one = true,
                        .no_bias = true,
                        .norm = NORM_RMS,
                        .mlp = MLP_SWIGLU};
}

bool llama_sizes_check(const GptOptions *o, const char *path, const char *const names[LLAMA_SIZES])
{
    const long sizes[LLAMA_SIZES] = {o->embed_dim,    o->mlp_dim,    o->num_layers, o->num_heads,
                                     o->num_kv_heads, o->vocabulary, o->context};
    for (int i = 0; i < LLAMA_SIZES; i++)
        if (sizes[i] < 1) {
            kindling_set_error("%s: %s is %ld, expected at least 1", path, names[i], sizes[i]);
            return false;
        }
    if (o->embed_dim % o->num_heads == 0 && o->num_heads % o->num_kv_heads == 0 &&
        o->embed_dim / o->num_heads % 2 == 0)
        return true;
    kindling_set_error("%s: %s is %ld, %s %ld, %s %ld: expected the second to divide the first "
                       "into an even count each, and the third to divide the second",
                       path, names[0], sizes[0], names[3], sizes[3], names[4], sizes[4]);
    return false;
}

int llama_shape(const GptOptions *o, LlamaPart part, long shape[2])
{
    long C = o->embed_dim, kv = C / o->num_heads * o->num_kv_heads, rows = C;
    if (part == LLAMA_TOKENS || part == LLAMA_HEAD)
        rows = o->vocabulary;
    else if (part == LLAMA_K || part == LLAMA_V)
        rows = kv;
    else if (part == LLAMA_GATE || part == LLAMA_UP)
        rows = o->mlp_dim;
    shape[0] = rows;
    shape[1] = part == LLAMA_DOWN ? o->mlp_dim : C;
    return part == LLAMA_NORM1 || part == LLAMA_NORM2 || part == LLAMA_NORM ? 1 : 2;
}

bool llama_in_each_layer(LlamaPart part)
{
    return part != LLAMA_TOKENS && part != LLAMA_NORM && part != LLAMA_HEAD;
}

static const char *const names[LLAMA_PARTS] = {
    [LLAMA_TOKENS] = "embed_tokens",
    [LLAMA_NORM1] = "input_layernorm",
    [LLAMA_Q] = "self_attn.q_proj",
    [LLAMA_K] = "self_attn.k_proj",
    [LLAMA_V] = "self_attn.v_proj",
    [LLAMA_OUT] = "self_attn.o_proj",
    [LLAMA_NORM2] = "post_attention_layernorm",
    [LLAMA_GATE] = "mlp.gate_proj",
    [LLAMA_DOWN] = "mlp.down_proj",
    [LLAMA_UP] = "mlp.up_proj",
    [LLAMA_NORM] = "norm",
    [LLAMA_HEAD] = "lm_head",
};

const char *llama_name(const char *prefix, LlamaPart part, long layer, char name[LLAMA_NAME])
{
    if (part == LLAMA_HEAD)
        snprintf(name, LLAMA_NAME, "lm_head.weight");
    else if (llama_in_each_layer(part))
        snprintf(name, LLAMA_NAME, "%slayers.%ld.%s.weight", prefix, layer, names[part]);
    else
        snprintf(name, LLAMA_NAME, "%s%s.weight", prefix, names[part]);
    return name;
}

/* n columns of its weight, as (out, in). */
static Tensor *columns(Linear *l, long from, long n)
{
    bool was_recording = grad_mode(false);
    Tensor *view = tensor_transpose(tensor_slice(l->weight, 1, from, from + n, 1), 0, 1);
    grad_mode(was_recording);
    return view;
}

/* A projection of attention, which has a matrix of its own or n columns of the one for all. */
static Tensor *projection(const MultiHeadAttention *a, Linear *own, long from, long n)
{
    return a->qkv != NULL ? columns(a->qkv, from, n) : columns(own, 0, n);
}

static Tensor *part_of_block(Block *b, LlamaPart part, const GptOptions *o)
{
    long C = o->embed_dim, kv = C / o->num_heads * gpt_kv_heads(*o);
    long hidden = b->up->weight->shape[1] / 2;
    MultiHeadAttention *a = b->attn;
    switch (part) {
    case LLAMA_NORM1:
        return b->norm1->weight;
    case LLAMA_Q:
        return projection(a, a->q, 0, C);
    case LLAMA_K:
        return projection(a, a->k, C, kv);
    case LLAMA_V:
        return projection(a, a->v, C + kv, kv);
    case LLAMA_OUT:
        return columns(a->out, 0, C);
    case LLAMA_NORM2:
        return b->norm2->weight;
    case LLAMA_GATE:
        return columns(b->up, 0, hidden);
    case LLAMA_UP:
        return columns(b->up, hidden, hidden);
    default:
        return columns(b->down, 0, C);
    }
}

Tensor *llama_part(Gpt *g, LlamaPart part, long layer)
{
    if (part == LLAMA_TOKENS)
        return g->tokens->weight;
    if (part == LLAMA_NORM)
        return g->norm->weight;
    if (part == LLAMA_HEAD)
        return columns(g->head, 0, g->options.vocabulary);
    return part_of_block(g->blocks[layer], part, &g->options);
}
