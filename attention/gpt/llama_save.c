/* llama_save.c - a GPT written as HuggingFace keeps a Llama: model.safetensors and config.json.
 *
 * What llama_load reads, the other way. Matrices become (out, in); where neighbours turn together,
 * the rows of queries and keys are put in the order in which halves do, as it was done to Meta's
 * weights: the same function. Invariant: a model that a Llama's file cannot say is refused, and by
 * which option; no logit changes on the way.
 */
#include <stdio.h>
#include <string.h>
#include "attention_shared.h"
#include "hub_save.h"
#include "llama_parts.h"

/* ---- what can be said ------------------------------------------------------------------------ */

static bool refuse(const char *what)
{
    kindling_set_error("llama_save: the model has %s, which no Llama has. hint: module_save keeps "
                       "any model, gpt2_save a GPT-2",
                       what);
    return false;
}

static bool is_llama(const Gpt *g)
{
    const GptOptions *o = &g->options;
    if (o->positions != POSITIONS_ROTARY)
        return refuse(o->positions == POSITIONS_NONE ? "no positions" : "positions that are added");
    if (o->rope.dims != 0 && o->rope.dims != o->embed_dim / o->num_heads)
        return refuse("heads of which only a part turns");
    if (o->rope.factor > 0 && o->rope.factor < 1)
        return refuse("a factor below 1, for texts that are shorter than those of the training");
    if (!o->causal)
        return refuse("attention that is not causal");
    if (o->norm != NORM_RMS)
        return refuse("layer norms");
    if (o->mlp != MLP_SWIGLU)
        return refuse("an MLP without a gate");
    return o->no_bias || refuse("biases");
}

/* ---- the tensors ----------------------------------------------------------------------------- */

/* Rows (H D, C) whose neighbours turn together: of each head those at even places, then the
 * others. */
static Tensor *by_halves(Tensor *t, long D)
{
    long C = t->shape[1], rows = t->shape[0];
    Tensor *pairs = tensor_reshape(t, SHAPE(rows / D, D / 2, 2, C));
    return tensor_reshape(tensor_transpose(pairs, 1, 2), SHAPE(rows, C));
}

static Tensor *part_of(const Gpt *g, LlamaPart part, long layer)
{
    const GptOptions *o = &g->options;
    Tensor *t = tensor_contiguous(llama_part((Gpt *)g, part, layer));
    bool turns = part == LLAMA_Q || part == LLAMA_K;
    return turns && o->rope.pairs == ROPE_INTERLEAVED ? by_halves(t, o->embed_dim / o->num_heads)
                                                      : t;
}

static int save_tensors(const Gpt *g, const char *path)
{
    size_t most = (size_t)(LLAMA_PARTS * g->options.num_layers + LLAMA_PARTS);
    const char **names = scope_alloc(scope_current(), most * sizeof *names);
    Tensor **tensors = scope_alloc(scope_current(), most * sizeof(Tensor *));
    long n = 0;
    for (LlamaPart part = 0; part < LLAMA_PARTS; part++) {
        long layers = llama_in_each_layer(part) ? g->options.num_layers : 1;
        for (long i = 0; i < layers && (part != LLAMA_HEAD || g->head != NULL); i++) {
            char *name = scope_alloc(scope_current(), LLAMA_NAME);
            names[n] = llama_name("model.", part, i, name);
            tensors[n++] = part_of(g, part, i);
        }
    }
    return safetensors_save(path, n, names, tensors, 1, &(MetadataEntry){"format", "pt"});
}

/* ---- config.json ----------------------------------------------------------------------------- */

/* With a point, for readers that ask for a float. */
static const char *number(double x)
{
    char *text = scope_alloc(scope_current(), 32);
    snprintf(text, 32, "%.17g", x);
    return strpbrk(text, ".e") != NULL ? text : strcat(text, ".0");
}

static void write_scaling(const RopeOptions *r, FILE *stream)
{
    const char *factor = number(r->factor == 0 ? 1 : r->factor);
    if (r->trained_context > 0)
        fprintf(stream,
                "{\n"
                "    \"factor\": %s,\n"
                "    \"high_freq_factor\": %s,\n"
                "    \"low_freq_factor\": %s,\n"
                "    \"original_max_position_embeddings\": %ld,\n"
                "    \"rope_type\": \"llama3\"\n"
                "  }",
                factor, number(r->high_frequency_factor), number(r->low_frequency_factor),
                r->trained_context);
    else if (r->factor > 1)
        fprintf(stream, "{\n    \"factor\": %s,\n    \"rope_type\": \"linear\"\n  }", factor);
    else
        fprintf(stream, "null");
}

static void write_config(const Gpt *g, FILE *stream)
{
    const GptOptions *o = &g->options;
    fprintf(stream,
            "{\n"
            "  \"architectures\": [\"LlamaForCausalLM\"],\n"
            "  \"attention_bias\": false,\n"
            "  \"attention_dropout\": %s,\n"
            "  \"hidden_act\": \"silu\",\n"
            "  \"hidden_size\": %ld,\n"
            "  \"intermediate_size\": %ld,\n"
            "  \"max_position_embeddings\": %ld,\n"
            "  \"mlp_bias\": false,\n"
            "  \"model_type\": \"llama\",\n"
            "  \"num_attention_heads\": %ld,\n"
            "  \"num_hidden_layers\": %ld,\n"
            "  \"num_key_value_heads\": %ld,\n"
            "  \"rms_norm_eps\": %s,\n"
            "  \"rope_scaling\": ",
            number((double)o->dropout), o->embed_dim, mlp_width(o->mlp, o->mlp_dim, o->embed_dim),
            o->context, o->num_heads, o->num_layers, gpt_kv_heads(*o),
            number(o->norm_eps != 0 ? o->norm_eps : 1e-5));
    write_scaling(&o->rope, stream);
    fprintf(stream,
            ",\n"
            "  \"rope_theta\": %s,\n"
            "  \"tie_word_embeddings\": %s,\n"
            "  \"vocab_size\": %ld\n"
            "}\n",
            number(o->rope.base != 0 ? o->rope.base : 10000), g->head == NULL ? "true" : "false",
            o->vocabulary);
}

int llama_save(const Gpt *g, const char *folder)
{
    const HubForm form = {"llama_save", save_tensors, write_config};
    return is_llama(g) ? hub_save(&form, g, folder) : -1;
}
