/* llama_config.c - config.json of a Llama, as HuggingFace's LlamaConfig writes it.
 *
 * Every key that LlamaConfig and its base class write is read, refused by name, or stands below, or
 * in hub_keys.c, with the reason why it changes no logit. What is in neither list is told. Defaults
 * are those of LlamaConfig. rope_scaling says how texts become longer than those of the training;
 * newer files call it rope_parameters, and have rope_theta in it.
 * Source: transformers, configuration_llama.py and modeling_rope_utils.py.
 */
#include <string.h>
#include "hub_keys.h"
#include "llama_config.h"
#include "llama_parts.h"

static const JsonKey known[] = {
    {"model_type", "\"llama\"", "other models have other layers"},
    {"hidden_act", "\"silu\"", "the gate is a SwiGLU"},
    {"attention_bias", "false", "the layers have no biases"},
    {"mlp_bias", "false", "the layers have no biases"},
    {"partial_rotary_factor", "1|1.0|null", "all numbers of a head turn"},
    {"sliding_window", "null", "a token sees all that came before it"},
    {"pretraining_tp", NULL, "slices of a product have the same sum"},
    {"attention_dropout", NULL, "of training"},
};

typedef struct {
    GptOptions *o;
    long head_dim;    /* 0: not said */
    const char *type; /* of rope_scaling; NULL: not said */
} LlamaConfig;

/* ---- numbers --------------------------------------------------------------------------------- */

static bool positive(Json *j, const char *key, double most, double *value)
{
    if (!json_number(j, value))
        return false;
    if (*value > 0 && *value <= most)
        return true;
    kindling_set_error("%s: %s is %g, expected more than 0, and at most %g", j->path, key, *value,
                       most);
    return false;
}

/* ---- rope_scaling ---------------------------------------------------------------------------- */

static bool read_type(Json *j, LlamaConfig *c)
{
    static const char *const types[] = {"default", "linear", "llama3"};
    const char *name;
    if (!json_string(j, &name))
        return false;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(name, types[i]) == 0) {
            c->type = types[i];
            return true;
        }
    kindling_set_error("%s: rope_type of rope_scaling is \"%.40s\", expected \"default\", "
                       "\"linear\" or \"llama3\"",
                       j->path, name);
    return false;
}

static bool read_rope(Json *j, const char *key, void *context)
{
    LlamaConfig *c = context;
    RopeOptions *rope = &c->o->rope;
    const struct {
        const char *key;
        double *value;
    } numbers[] = {{"factor", &rope->factor},
                   {"low_freq_factor", &rope->low_frequency_factor},
                   {"high_freq_factor", &rope->high_frequency_factor},
                   {"rope_theta", &rope->base}};
    static const JsonKey whole = {"partial_rotary_factor", "1|1.0|null",
                                  "all numbers of a head turn"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(key, numbers[i].key) == 0)
            return positive(j, key, 1e12, numbers[i].value);
    if (strcmp(key, "original_max_position_embeddings") == 0)
        return json_whole(j, &rope->trained_context);
    if (strcmp(key, "rope_type") == 0 || strcmp(key, "type") == 0)
        return read_type(j, c);
    return json_known(j, key, &whole, 1);
}

/* Do the numbers belong to the type? */
static bool check_rope(LlamaConfig *c, const char *path)
{
    RopeOptions *r = &c->o->rope;
    bool llama3 = c->type != NULL && strcmp(c->type, "llama3") == 0;
    bool parts = r->low_frequency_factor > 0 || r->high_frequency_factor > 0;
    if (c->type == NULL && (r->factor > 0 || parts)) {
        kindling_set_error("%s: rope_scaling has no rope_type, expected \"linear\" or \"llama3\"",
                           path);
        return false;
    }
    bool scaled = llama3 || (c->type != NULL && strcmp(c->type, "linear") == 0);
    if (scaled && r->factor < 1) {
        kindling_set_error("%s: factor of rope_scaling is %g, expected at least 1", path,
                           r->factor);
        return false;
    }
    if (llama3 && !(r->low_frequency_factor > 0 && r->trained_context > 0 &&
                    r->high_frequency_factor > r->low_frequency_factor)) {
        kindling_set_error("%s: rope_scaling of type llama3 has low_freq_factor %g, "
                           "high_freq_factor %g, original_max_position_embeddings %ld: expected "
                           "more than 0, more than that, and at least 1",
                           path, r->low_frequency_factor, r->high_frequency_factor,
                           r->trained_context);
        return false;
    }
    if (!scaled)
        r->factor = 0;
    if (!llama3) { /* linear slows all pairs down */
        r->low_frequency_factor = r->high_frequency_factor = 0;
        r->trained_context = 0;
    }
    return true;
}

/* ---- the file -------------------------------------------------------------------------------- */

static bool read_member(Json *j, const char *key, void *context)
{
    LlamaConfig *c = context;
    GptOptions *o = c->o;
    const struct {
        const char *key;
        long *value;
    } sizes[] = {
        {"vocab_size", &o->vocabulary},           {"hidden_size", &o->embed_dim},
        {"intermediate_size", &o->mlp_dim},       {"num_hidden_layers", &o->num_layers},
        {"num_attention_heads", &o->num_heads},   {"num_key_value_heads", &o->num_kv_heads},
        {"max_position_embeddings", &o->context}, {"head_dim", &c->head_dim}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (strcmp(key, sizes[i].key) == 0)
            return (i >= 5 && json_null(j)) || json_whole(j, sizes[i].value);
    if (strcmp(key, "rms_norm_eps") == 0)
        return positive(j, key, 1, &o->norm_eps);
    if (strcmp(key, "rope_theta") == 0)
        return positive(j, key, 1e12, &o->rope.base);
    if (strcmp(key, "tie_word_embeddings") == 0)
        return json_bool(j, &o->tied);
    if (strcmp(key, "rope_scaling") == 0 || strcmp(key, "rope_parameters") == 0)
        return json_null(j) || json_object(j, read_rope, c);
    return hub_known(j, key, known, sizeof known / sizeof *known);
}

static bool check_head_dim(const LlamaConfig *c, const char *path)
{
    long D = c->o->embed_dim / c->o->num_heads;
    if (c->head_dim == 0 || c->head_dim == D)
        return true;
    kindling_set_error("%s: head_dim is %ld, expected hidden_size / num_attention_heads, which is "
                       "%ld: heads of another width are not supported",
                       path, c->head_dim, D);
    return false;
}

bool llama_config_read(const char *path, GptOptions *o)
{
    size_t size;
    char *text = kindling_read_file(path, &size);
    if (text == NULL)
        return false;
    *o = llama_options();
    o->rope.pairs = ROPE_HALF;
    o->norm_eps = 1e-6;
    o->context = 2048;
    LlamaConfig c = {.o = o};
    Json j = {.path = path, .whole = "the file", .text = text, .size = (long)size};
    bool ok = json_is_text(&j) && json_object(&j, read_member, &c) && json_end(&j);
    if (ok)
        json_tell_strange(&j);
    owned_free(text);
    if (o->num_kv_heads == 0)
        o->num_kv_heads = o->num_heads;
    static const char *const names[LLAMA_SIZES] = {
        "hidden_size",         "intermediate_size", "num_hidden_layers",      "num_attention_heads",
        "num_key_value_heads", "vocab_size",        "max_position_embeddings"};
    return ok && llama_sizes_check(o, path, names) && check_head_dim(&c, path) &&
           check_rope(&c, path);
}
