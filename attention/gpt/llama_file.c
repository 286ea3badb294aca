/* llama_file.c - a Llama as HuggingFace keeps it: config.json and safetensors, in one file or many.
 *
 * Its matrices are (out, in), and queries and keys turn by halves (rope, ROPE_HALF), for which its
 * rows were put in order when it was converted. Each tensor is copied to its place by itself, so
 * beside the model there is never more than one of them.
 * Invariants: the model is made only when every tensor has its shape; every tensor of the files has
 * a place, or is known to need none.
 * Source: transformers, modeling_llama.py.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "llama_config.h"
#include "llama_parts.h"
#include "shards.h"

typedef struct {
    Shards *shards;
    const char *prefix; /* of all names but lm_head: "model." or "" */
    GptOptions options;
} LlamaFiles;

/* ---- names ----------------------------------------------------------------------------------- */

enum { NAME = LLAMA_NAME };

static const char *name_of(const LlamaFiles *f, LlamaPart part, long layer, char name[NAME])
{
    return llama_name(f->prefix, part, layer, name);
}

static bool find_prefix(LlamaFiles *f)
{
    f->prefix = "model.";
    if (shards_find(f->shards, "model.embed_tokens.weight", NULL) != NULL)
        return true;
    f->prefix = "";
    if (shards_find(f->shards, "embed_tokens.weight", NULL) != NULL)
        return true;
    kindling_set_error("%s: no tensor is called model.embed_tokens.weight, so this is no Llama",
                       f->shards->path);
    return false;
}

/* ---- does all of it fit? --------------------------------------------------------------------- */

/* Which key of config.json says this size of it? */
static const char *key_of(LlamaPart part, int axis)
{
    if (axis == 1)
        return part == LLAMA_DOWN ? "intermediate_size" : "hidden_size";
    if (part == LLAMA_TOKENS || part == LLAMA_HEAD)
        return "vocab_size";
    if (part == LLAMA_K || part == LLAMA_V)
        return "num_key_value_heads";
    return part == LLAMA_GATE || part == LLAMA_UP ? "intermediate_size" : "hidden_size";
}

static bool check_part(const LlamaFiles *f, LlamaPart part, long layer)
{
    char name[NAME];
    long shape[2];
    int axes = llama_shape(&f->options, part, shape);
    const TensorEntry *e = shards_find(f->shards, name_of(f, part, layer, name), NULL);
    if (e != NULL && shape_equal(e->ndim, e->shape, axes, shape))
        return true;
    if (e == NULL)
        kindling_set_error("%s: expected a tensor %s, found none. hint: %s in config.json",
                           f->shards->path, name,
                           part == LLAMA_HEAD ? "tie_word_embeddings" : "num_hidden_layers");
    else
        kindling_set_error("%s: %s is %s, expected %s, as %s in config.json says", f->shards->path,
                           name, shape_text(e->ndim, e->shape), shape_text(axes, shape),
                           key_of(part, e->ndim == 2 && e->shape[0] == shape[0]));
    return false;
}

static bool has_ending(const char *name, const char *ending)
{
    size_t all = strlen(name), last = strlen(ending);
    return all >= last && memcmp(name + (all - last), ending, last) == 0;
}

/* How often the angles turn is computed; a head that config.json calls tied is the embedding. */
static bool has_place(const LlamaFiles *f, const char *name)
{
    char mine[NAME];
    size_t prefix = strlen(f->prefix);
    if (has_ending(name, "rotary_emb.inv_freq") || strcmp(name, "lm_head.weight") == 0)
        return true;
    long layer = 0;
    if (strncmp(name, f->prefix, prefix) == 0 && strncmp(name + prefix, "layers.", 7) == 0)
        layer = strtol(name + prefix + 7, NULL, 10);
    for (LlamaPart part = 0; part < LLAMA_PARTS; part++)
        if (layer < f->options.num_layers && strcmp(name, name_of(f, part, layer, mine)) == 0)
            return true;
    return false;
}

static bool check_places(const LlamaFiles *f)
{
    for (long i = 0; i < f->shards->count; i++)
        for (long k = 0; k < f->shards->files[i]->count; k++) {
            const char *name = f->shards->files[i]->entries[k].name;
            if (!has_place(f, name)) {
                kindling_set_error(
                    "%s: a Llama whose num_hidden_layers is %ld has no place for the "
                    "tensor %.80s",
                    f->shards->files[i]->path, f->options.num_layers, name);
                return false;
            }
        }
    return true;
}

static bool check_all(const LlamaFiles *f)
{
    for (LlamaPart part = 0; part < LLAMA_PARTS; part++) {
        long layers = llama_in_each_layer(part) ? f->options.num_layers : 1;
        for (long i = 0; i < layers && (part != LLAMA_HEAD || !f->options.tied); i++)
            if (!check_part(f, part, i))
                return false;
    }
    return check_places(f);
}

/* ---- the weights ----------------------------------------------------------------------------- */

/* Numbers that lie one behind the other, to a view of the same shape. */
static void copy_to(Tensor *view, const Tensor *t)
{
    long rows = t->shape[0], columns = t->ndim == 2 ? t->shape[1] : 1;
    long down = view->stride[0], right = t->ndim == 2 ? view->stride[1] : 0;
    for (long i = 0; i < rows; i++)
        for (long k = 0; k < columns; k++)
            view->data[i * down + k * right] = t->data[i * columns + k];
}

static bool fill_part(const LlamaFiles *f, Gpt *g, LlamaPart part, long layer)
{
    char name[NAME];
    SafeTensors *file = NULL;
    shards_find(f->shards, name_of(f, part, layer, name), &file);
    Scope *scope = scope_open();
    Tensor *t = safetensors_read(file, name);
    if (t != NULL)
        copy_to(llama_part(g, part, layer), t);
    scope_close(scope);
    return t != NULL;
}

static bool fill_model(const LlamaFiles *f, Gpt *g)
{
    for (LlamaPart part = 0; part < LLAMA_PARTS; part++) {
        long layers = llama_in_each_layer(part) ? f->options.num_layers : 1;
        for (long i = 0; i < layers && (part != LLAMA_HEAD || g->head != NULL); i++)
            if (!fill_part(f, g, part, i))
                return false;
    }
    return true;
}

/* ---- from a path ----------------------------------------------------------------------------- */

static Gpt *load(LlamaFiles *f, const char *config)
{
    if (f->shards == NULL || !llama_config_read(config, &f->options) || !find_prefix(f) ||
        !check_all(f))
        return NULL;
    Gpt *g = gpt_new_uninitialized(f->options);
    if (fill_model(f, g))
        return g;
    module_free(&g->module);
    return NULL;
}

static Gpt *load_hub(const char *path, bool folder)
{
    char config[4096];
    const char *slash = strrchr(path, '/');
    int n = folder ? snprintf(config, sizeof config, "%s/config.json", path)
                   : snprintf(config, sizeof config, "%.*sconfig.json",
                              slash != NULL ? (int)(slash + 1 - path) : 0, path);
    if (n >= (int)sizeof config) {
        kindling_set_error("llama_load: the path has %zu bytes, expected at most 4000",
                           strlen(path));
        return NULL;
    }
    UNDO_ON_FAIL;
    Scope *scope = scope_open();
    LlamaFiles f = {.shards = shards_open(path)};
    Gpt *g = load(&f, config);
    shards_close(f.shards);
    scope_close(scope);
    return g;
}

Gpt *llama_load(const char *path)
{
    struct stat about;
    bool folder = stat(path, &about) == 0 && S_ISDIR(about.st_mode);
    return folder || has_ending(path, ".safetensors") ? load_hub(path, folder)
                                                      : llama_bin_load(path);
}
