/* recipe.c - the settings of a training run: on the command line and in its checkpoints.
 *
 * Invariant: a checkpoint holds every setting of the model and of its
 * training under the name of its option, so a model can be made from its file alone.
 */
#include "recipe_parts.h"
#include <string.h>

const char *recipe_checkpoint(const Recipe *r)
{
    if (r->from != NULL || !r->resume)
        return r->from;
    size_t size = strlen(r->out) + sizeof "/last.safetensors";
    char *path = scope_alloc(scope_current(), size);
    snprintf(path, size, "%s/last.safetensors", r->out);
    return path;
}

MetadataEntry *recipe_metadata(const Recipe *r, long more, long *count)
{
    enum { SIZE = 48 }; /* of a number */
    Recipe copy = *r;
    Option table[RECIPE_MOST];
    Options options = recipe_options(&copy, table);
    MetadataEntry *entry =
        scope_alloc(scope_current(), (size_t)(options.count + more) * sizeof *entry);
    *count = 0;
    for (int i = 0; i < options.count; i++) {
        if (table[i].group == PLAIN)
            continue;
        bool text = table[i].kind == OPTION_TEXT; /* of any length */
        size_t size = text ? strlen(*(const char **)table[i].value) + 1 : SIZE;
        char *value = scope_alloc(scope_current(), size);
        option_text(&table[i], value, size);
        entry[(*count)++] = (MetadataEntry){table[i].name, value};
    }
    return entry;
}

/* A copy in the current scope: a text setting is where it was read from. */
static const char *outlive(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(scope_alloc(scope_current(), size), text, size);
}

/* An older file knows less: words, flags and what may be 0 are then as they are unless somebody says
 * more. */
static bool may_be_missing(const Option *o)
{
    return o->kind == OPTION_TEXT || o->kind == OPTION_FLAG || o->low == 0;
}

/* Every stored setting from the file into its variable. */
static int restore(const Options *options, SafeTensors *file, const char *path)
{
    for (int i = 0; i < options->count; i++) {
        const Option *o = &options->table[i];
        const char *value = o->group == PLAIN ? "" : safetensors_metadata(file, o->name);
        if (value == NULL && may_be_missing(o))
            continue;
        if (value == NULL) {
            kindling_set_error(
                "%s: there is no \"%s\" in its metadata, expected a checkpoint written by "
                "train. hint: best.safetensors of a run; of a GPT-2 or a Llama the folder, not a "
                "file in it",
                path, o->name);
            return -1;
        }
        if (o->group != PLAIN && option_set(options, o, outlive(value)) != 0)
            return -1;
    }
    return 0;
}

/* The first setting of the model in which the two differ is a complaint. */
static int check_model(Recipe *wanted, Recipe *stored, const char *path)
{
    Option a[RECIPE_MOST], b[RECIPE_MOST];
    Options options = recipe_options(wanted, a);
    recipe_options(stored, b);
    for (int i = 0; i < options.count; i++) {
        char want[48], have[48];
        option_text(&a[i], want, sizeof want);
        option_text(&b[i], have, sizeof have);
        if (a[i].group != MODEL || strcmp(want, have) == 0)
            continue;
        kindling_set_error(
            "train: --%s: got %s, expected %s, for the model in %s was made with that. "
            "hint: leave it away, or start anew in another --out",
            a[i].name, want, have, path);
        return -1;
    }
    return 0;
}

/* Settings of the checkpoint, then the command line once more on top of them. */
static OptionsResult read_on_top(Recipe *r, const char *path, int argc, char *const argv[])
{
    UNDO_ON_FAIL; /* closes the file */
    Option table[RECIPE_MOST];
    Options options = recipe_options(r, table);
    SafeTensors *file = safetensors_open(path);
    if (file == NULL)
        return OPTIONS_WRONG;
    int status = restore(&options, file, path);
    safetensors_close(file);
    Recipe stored = *r;
    if (status != 0 || options_read(&options, argc, argv) != OPTIONS_READ)
        return OPTIONS_WRONG;
    return check_model(r, &stored, path) == 0 ? OPTIONS_READ : OPTIONS_WRONG;
}

int recipe_read_model(Recipe *r, const char *path, int argc, char *const argv[])
{
    Option table[RECIPE_MOST];
    Options options = recipe_options(r, table);
    Recipe stored = *r;
    if (options_read(&options, argc, argv) != OPTIONS_READ)
        return -1;
    stored.dropout = r->dropout;
    stored.context = r->context < stored.context ? r->context : stored.context;
    return check_model(r, &stored, path);
}

static int check_init(const Recipe *r)
{
    if (r->init == NULL || (!r->resume && r->from == NULL))
        return 0;
    kindling_set_error("train: --init: got --%s as well, which has weights of its own. hint: leave "
                       "--init away",
                       r->resume ? "resume" : "from");
    return -1;
}

static int check_lora(const Recipe *r)
{
    const char *besides = *r->freeze != '\0' ? "freeze" : r->recompute ? "recompute" : NULL;
    bool trained = r->init != NULL || r->resume || r->from != NULL;
    if (r->lora == 0 || (besides == NULL && trained))
        return 0;
    if (besides == NULL)
        kindling_set_error(
            "train: --lora: got no --init, so the weights that stay would be random. "
            "hint: --init build/train/best.safetensors, or leave --lora away");
    else
        kindling_set_error("train: --lora: got --%s as well. hint: %s", besides,
                           r->recompute
                               ? "leave --recompute away, what it makes again has the weights "
                                 "alone"
                               : "leave it away, with --lora all weights stay");
    return -1;
}

/* What else would be taken and change nothing. */
static int check_rope(const Recipe *r)
{
    bool base = r->rope_base != 0;
    if (r->llama || r->init != NULL || recipe_checkpoint(r) != NULL || !(base || r->rope_half))
        return 0;
    kindling_set_error("train: --%s: got no --llama, and positions that are learnt do not turn. "
                       "hint: --llama as well, or leave it away",
                       base ? "rope-base" : "rope-half");
    return -1;
}

static int check_heads(const Recipe *r)
{
    if (r->channels % r->heads != 0)
        kindling_set_error("train: --heads: got %ld for %ld channels, expected a divisor of them. "
                           "hint: --channels %ld",
                           r->heads, r->channels, r->heads * (r->channels / r->heads + 1));
    else if (r->llama && r->channels / r->heads % 2 != 0)
        kindling_set_error(
            "train: --llama: got heads of %ld channels, expected an even number, for "
            "they are turned in pairs. hint: --channels %ld",
            r->channels / r->heads, r->channels + r->heads);
    else if (r->kv_heads > r->heads || (r->kv_heads > 0 && r->heads % r->kv_heads != 0))
        kindling_set_error("train: --kv-heads: got %ld for %ld heads, expected a divisor of them",
                           r->kv_heads, r->heads);
    else
        return 0;
    return -1;
}

OptionsResult recipe_read(Recipe *r, int argc, char *const argv[])
{
    Option table[RECIPE_MOST];
    Options options = recipe_options(r, table);
    OptionsResult result = options_read(&options, argc, argv);
    if (result != OPTIONS_READ)
        return result;
    const char *path = recipe_checkpoint(r);
    if (path != NULL && read_on_top(r, path, argc, argv) != OPTIONS_READ)
        return OPTIONS_WRONG;
    bool sound =
        check_init(r) == 0 && check_heads(r) == 0 && check_lora(r) == 0 && check_rope(r) == 0;
    return sound ? OPTIONS_READ : OPTIONS_WRONG;
}

GptOptions recipe_gpt(const Recipe *r, long vocabulary)
{
    return (GptOptions){.vocabulary = vocabulary,
                        .context = r->context,
                        .embed_dim = r->channels,
                        .num_heads = r->heads,
                        .num_layers = r->layers,
                        .positions = r->llama ? POSITIONS_ROTARY : POSITIONS_LEARNED,
                        .norm = r->llama ? NORM_RMS : NORM_LAYER,
                        .mlp = r->llama ? MLP_SWIGLU : MLP_GELU,
                        .num_kv_heads = r->kv_heads,
                        .mlp_dim = r->mlp_dim,
                        .norm_eps = r->norm_eps,
                        .rope = {.base = r->rope_base,
                                 .pairs = r->rope_half ? ROPE_HALF : ROPE_INTERLEAVED},
                        .causal = true,
                        .qkv_in_one = true,
                        .recompute = r->recompute,
                        .tied = !r->untied,
                        .no_bias = !r->bias,
                        .dropout = (real)r->dropout,
                        .seed = (uint64_t)r->seed};
}
