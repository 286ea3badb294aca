/* gpt2_file.c - a GPT-2 as HuggingFace keeps it: model.safetensors and config.json.
 *
 * Its linear layers are called Conv1D and keep (in, out) matrices, q, k and v side by side, as ours
 * do: each tensor is copied as it is. Masks that old files hold (attn.bias, attn.masked_bias) are
 * not looked at. Invariant: every parameter of the model is filled, or there is no model.
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include "attention.h"
#include "gpt2_config.h"

typedef struct {
    SafeTensors *file;
    const char *prefix; /* of every name: "" or "transformer." */
    char path[4096];
} Source;

/* ---- names and shapes ------------------------------------------------------------------------ */

static bool has(const Source *s, const char *name)
{
    for (long i = 0; i < safetensors_count(s->file); i++)
        if (strcmp(safetensors_name(s->file, i), name) == 0)
            return true;
    return false;
}

static const char *full_name(const Source *s, const char *name, long layer)
{
    char *full = scope_alloc(scope_current(), 128);
    if (layer < 0)
        snprintf(full, 128, "%s%s", s->prefix, name);
    else
        snprintf(full, 128, "%sh.%ld.%s", s->prefix, layer, name);
    return full;
}

/* A tensor of the file in the current scope, with so many axes; NULL and kindling_error(). */
static Tensor *read_axes(const Source *s, const char *name, int axes)
{
    Tensor *t = safetensors_read(s->file, name);
    if (t == NULL || t->ndim == axes)
        return t;
    kindling_set_error("%s: %s is %s, expected %d axes", s->path, name, tensor_shape_text(t), axes);
    return NULL;
}

/* Fills a parameter from the tensor of this name, layer -1: outside of the blocks. */
static bool fill(const Source *s, Tensor *parameter, const char *name, long layer)
{
    Scope *scope = scope_open();
    const char *full = full_name(s, name, layer);
    Tensor *t = safetensors_read(s->file, full);
    bool fits = t != NULL && shape_equal(t->ndim, t->shape, parameter->ndim, parameter->shape);
    if (fits)
        memcpy(parameter->data, t->data, (size_t)tensor_numel(t) * sizeof(real));
    else if (t != NULL)
        kindling_set_error("%s: %s is %s, expected %s", s->path, full, tensor_shape_text(t),
                           tensor_shape_text(parameter));
    scope_close(scope);
    return fits;
}

/* ---- the model ------------------------------------------------------------------------------- */

static bool fill_linear(const Source *s, Linear *l, const char *name, long layer)
{
    char weight[64], bias[64];
    snprintf(weight, sizeof weight, "%s.weight", name);
    snprintf(bias, sizeof bias, "%s.bias", name);
    return fill(s, l->weight, weight, layer) && fill(s, l->bias, bias, layer);
}

static bool fill_norm(const Source *s, LayerNorm *n, const char *name, long layer)
{
    char weight[64], bias[64];
    snprintf(weight, sizeof weight, "%s.weight", name);
    snprintf(bias, sizeof bias, "%s.bias", name);
    return fill(s, n->weight, weight, layer) && fill(s, n->bias, bias, layer);
}

static bool fill_block(const Source *s, Block *b, long layer)
{
    return fill_norm(s, b->norm1, "ln_1", layer) &&
           fill_linear(s, b->attn->qkv, "attn.c_attn", layer) &&
           fill_linear(s, b->attn->out, "attn.c_proj", layer) &&
           fill_norm(s, b->norm2, "ln_2", layer) && fill_linear(s, b->up, "mlp.c_fc", layer) &&
           fill_linear(s, b->down, "mlp.c_proj", layer);
}

/* An untied head is (V, C) in the file, and (C, V) in the model. */
static bool fill_head(const Source *s, Gpt *g)
{
    if (g->head == NULL)
        return true;
    Scope *scope = scope_open();
    Tensor *head = safetensors_read(s->file, "lm_head.weight");
    bool fits = head != NULL && head->ndim == 2 && head->shape[0] == g->options.vocabulary &&
                head->shape[1] == g->options.embed_dim;
    if (fits)
        memcpy(g->head->weight->data, tensor_contiguous(tensor_transpose(head, 0, 1))->data,
               (size_t)tensor_numel(head) * sizeof(real));
    else if (head != NULL)
        kindling_set_error("%s: lm_head.weight is %s, expected (%ld, %ld)", s->path,
                           tensor_shape_text(head), g->options.vocabulary, g->options.embed_dim);
    scope_close(scope);
    return fits;
}

static bool fill_model(const Source *s, Gpt *g)
{
    bool ok = fill(s, g->tokens->weight, "wte.weight", -1) &&
              fill(s, g->positions->table, "wpe.weight", -1) && fill_norm(s, g->norm, "ln_f", -1) &&
              fill_head(s, g);
    for (long i = 0; i < g->options.num_layers && ok; i++)
        ok = fill_block(s, g->blocks[i], i);
    return ok;
}

/* ---- its sizes ------------------------------------------------------------------------------- */

static bool is_tied(const Source *s, const Tensor *tokens)
{
    Tensor *head = has(s, "lm_head.weight") ? safetensors_read(s->file, "lm_head.weight") : NULL;
    return head == NULL ||
           (tensor_numel(head) == tensor_numel(tokens) &&
            memcmp(head->data, tokens->data, (size_t)tensor_numel(head) * sizeof(real)) == 0);
}

static bool sizes_of(const Source *s, const Gpt2Config *c, GptOptions *o)
{
    Tensor *tokens = read_axes(s, full_name(s, "wte.weight", -1), 2);
    Tensor *positions = tokens != NULL ? read_axes(s, full_name(s, "wpe.weight", -1), 2) : NULL;
    if (positions == NULL)
        return false;
    *o = (GptOptions){.vocabulary = tokens->shape[0],
                      .context = positions->shape[0],
                      .embed_dim = tokens->shape[1],
                      .num_heads = c->heads > 0 ? c->heads : tokens->shape[1] / 64,
                      .positions = POSITIONS_LEARNED,
                      .norm_eps = c->eps,
                      .causal = true,
                      .qkv_in_one = true};
    if (c->says_tied && !c->tied && !has(s, "lm_head.weight")) {
        kindling_set_error("%s: tie_word_embeddings is false in config.json, and no tensor is "
                           "called lm_head.weight",
                           s->path);
        return false;
    }
    o->tied = c->says_tied ? c->tied : is_tied(s, tokens);
    while (has(s, full_name(s, "ln_1.weight", o->num_layers)))
        o->num_layers++;
    if (o->num_layers > 0 && o->num_heads > 0 && o->embed_dim % o->num_heads == 0 && o->context > 0)
        return true;
    kindling_set_error(
        "%s: %ld layers, %ld channels, %ld heads, context %ld: expected at least 1 of "
        "each, and channels that the heads divide. hint: config.json beside the file, "
        "with n_head",
        s->path, o->num_layers, o->embed_dim, o->num_heads, o->context);
    return false;
}

/* ---- from a path ----------------------------------------------------------------------------- */

static bool find_prefix(Source *s)
{
    s->prefix = "";
    if (has(s, "wte.weight"))
        return true;
    s->prefix = "transformer.";
    if (has(s, "transformer.wte.weight"))
        return true;
    kindling_set_error(
        "%s: no tensor is called wte.weight or transformer.wte.weight, so this is no "
        "GPT-2",
        s->path);
    return false;
}

static Gpt *load(Source *s, const char *config_path)
{
    Gpt2Config config = {.eps = 1e-5};
    GptOptions options;
    s->file = safetensors_open(s->path);
    if (s->file == NULL || !find_prefix(s) || !gpt2_config_read(config_path, &config) ||
        !sizes_of(s, &config, &options) || !gpt2_config_fits(&config, &options, config_path))
        return NULL;
    Gpt *g = gpt_new(options);
    if (fill_model(s, g))
        return g;
    module_free(&g->module);
    return NULL;
}

Gpt *gpt2_load(const char *path)
{
    Source s = {0};
    char config[4096] = "";
    struct stat about;
    bool is_folder = stat(path, &about) == 0 && S_ISDIR(about.st_mode);
    int n = snprintf(s.path, sizeof s.path, is_folder ? "%s/model.safetensors" : "%s", path);
    const char *slash = strrchr(s.path, '/');
    int m = snprintf(config, sizeof config, "%.*sconfig.json",
                     slash != NULL ? (int)(slash + 1 - s.path) : 0, s.path);
    if (n >= (int)sizeof s.path || m >= (int)sizeof config) {
        kindling_set_error("gpt2_load: the path has %zu bytes, expected at most 4000",
                           strlen(path));
        return NULL;
    }
    UNDO_ON_FAIL;
    Scope *scope = scope_open();
    Gpt *g = load(&s, config);
    safetensors_close(s.file);
    scope_close(scope);
    return g;
}
