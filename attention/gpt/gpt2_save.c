/* gpt2_save.c - a GPT written as HuggingFace keeps a GPT-2: model.safetensors and config.json.
 *
 * What gpt2_load reads, the other way. Three matrices for q, k and v become one, biases that the
 * model has not are zeros: the same function. Invariant: a model that GPT-2's file cannot say is
 * refused, and by which option; no logit changes on the way.
 */
#include <stdio.h>
#include <string.h>
#include "attention_shared.h"
#include "hub_save.h"

enum { PER_BLOCK = 12, OUTSIDE = 5, NAME = 64 };

typedef struct {
    long n;
    const char **name;
    Tensor **tensor;
} Contents;

/* ---- what can be said ------------------------------------------------------------------------ */

static bool refuse(const char *what)
{
    kindling_set_error("gpt2_save: the model has %s, which no GPT-2 has. hint: module_save keeps "
                       "any model",
                       what);
    return false;
}

static bool is_gpt2(const Gpt *g)
{
    const GptOptions *o = &g->options;
    if (o->positions == POSITIONS_SINUSOIDAL)
        return refuse("positions of sines");
    if (o->positions != POSITIONS_LEARNED)
        return refuse(o->positions == POSITIONS_NONE ? "no positions" : "rotary positions");
    if (!o->causal)
        return refuse("attention that is not causal");
    if (o->norm != NORM_LAYER)
        return refuse("RMS norms");
    if (o->mlp != MLP_GELU)
        return refuse("a SwiGLU");
    if (gpt_kv_heads(*o) != o->num_heads)
        return refuse("heads that share keys and values");
    if (mlp_width(o->mlp, o->mlp_dim, o->embed_dim) != 4 * o->embed_dim)
        return refuse("hidden channels that are not 4 x embed_dim");
    return true;
}

/* ---- the tensors ----------------------------------------------------------------------------- */

static void put(Contents *c, const char *name, long layer, Tensor *t)
{
    char *full = scope_alloc(scope_current(), NAME);
    if (layer < 0)
        snprintf(full, NAME, "transformer.%s", name);
    else
        snprintf(full, NAME, "transformer.h.%ld.%s", layer, name);
    c->name[c->n] = full;
    c->tensor[c->n++] = t;
}

static Tensor *bias_of(const Linear *l)
{
    return l->bias != NULL ? l->bias : tensor_zeros(SHAPE(l->weight->shape[1]));
}

/* name is c_attn's; its parts lie side by side. */
static void put_attention(Contents *c, const MultiHeadAttention *a, long layer)
{
    Tensor *weight, *bias;
    if (a->qkv != NULL) {
        weight = a->qkv->weight;
        bias = bias_of(a->qkv);
    } else {
        weight = tensor_concat(INPUTS(a->q->weight, a->k->weight, a->v->weight), 1);
        bias = tensor_concat(INPUTS(bias_of(a->q), bias_of(a->k), bias_of(a->v)), 0);
    }
    put(c, "attn.c_attn.weight", layer, weight);
    put(c, "attn.c_attn.bias", layer, bias);
    put(c, "attn.c_proj.weight", layer, a->out->weight);
    put(c, "attn.c_proj.bias", layer, bias_of(a->out));
}

static void put_block(Contents *c, const Block *b, long layer)
{
    put(c, "ln_1.weight", layer, b->norm1->weight);
    put(c, "ln_1.bias", layer, b->norm1->bias);
    put_attention(c, b->attn, layer);
    put(c, "ln_2.weight", layer, b->norm2->weight);
    put(c, "ln_2.bias", layer, b->norm2->bias);
    put(c, "mlp.c_fc.weight", layer, b->up->weight);
    put(c, "mlp.c_fc.bias", layer, bias_of(b->up));
    put(c, "mlp.c_proj.weight", layer, b->down->weight);
    put(c, "mlp.c_proj.bias", layer, bias_of(b->down));
}

static int save_tensors(const Gpt *g, const char *path)
{
    size_t most = (size_t)(OUTSIDE + PER_BLOCK * g->options.num_layers);
    Contents c = {.name = scope_alloc(scope_current(), most * sizeof *c.name),
                  .tensor = scope_alloc(scope_current(), most * sizeof *c.tensor)};
    put(&c, "wte.weight", -1, g->tokens->weight);
    put(&c, "wpe.weight", -1, g->positions->table);
    for (long i = 0; i < g->options.num_layers; i++)
        put_block(&c, g->blocks[i], i);
    put(&c, "ln_f.weight", -1, g->norm->weight);
    put(&c, "ln_f.bias", -1, g->norm->bias);
    if (g->head != NULL) {
        c.name[c.n] = "lm_head.weight"; /* (V, C) there, and without a prefix */
        c.tensor[c.n++] = tensor_contiguous(tensor_transpose(g->head->weight, 0, 1));
    }
    return safetensors_save(path, c.n, c.name, c.tensor, 1, &(MetadataEntry){"format", "pt"});
}

/* ---- config.json ----------------------------------------------------------------------------- */

static void write_config(const Gpt *g, FILE *stream)
{
    const GptOptions *o = &g->options;
    fprintf(stream,
            "{\n"
            "  \"activation_function\": \"gelu_new\",\n"
            "  \"architectures\": [\"GPT2LMHeadModel\"],\n"
            "  \"attn_pdrop\": %g,\n"
            "  \"embd_pdrop\": %g,\n"
            "  \"layer_norm_epsilon\": %.17g,\n"
            "  \"model_type\": \"gpt2\",\n"
            "  \"n_embd\": %ld,\n"
            "  \"n_head\": %ld,\n"
            "  \"n_layer\": %ld,\n"
            "  \"n_positions\": %ld,\n"
            "  \"resid_pdrop\": %g,\n"
            "  \"tie_word_embeddings\": %s,\n"
            "  \"vocab_size\": %ld\n"
            "}\n",
            (double)o->dropout, (double)o->dropout, o->norm_eps != 0 ? o->norm_eps : 1e-5,
            o->embed_dim, o->num_heads, o->num_layers, o->context, (double)o->dropout,
            g->head == NULL ? "true" : "false", o->vocabulary);
}

int gpt2_save(const Gpt *g, const char *folder)
{
    const HubForm form = {"gpt2_save", save_tensors, write_config};
    return is_gpt2(g) ? hub_save(&form, g, folder) : -1;
}
