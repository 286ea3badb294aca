/* recipe.c - the settings of a training run: on the command line and in its checkpoints.
 *
 * One table serves both. Invariant: a checkpoint holds every setting of the model and of its
 * training under the name of its option, so a model can be made from its file alone.
 */
#include "recipe.h"
#include <string.h>

enum { PLAIN, MODEL, TRAINING }; /* groups: MODEL and TRAINING are stored */

const Recipe recipe_nanogpt = {
    .layers = 4,
    .heads = 4,
    .channels = 128,
    .context = 64,
    .batch = 12,
    .steps = 2000,
    .warmup = 100,
    .seed = 1337,
    .lr = 1e-3,
    .lr_min = 1e-4,
    .beta1 = 0.9,
    .beta2 = 0.99,
    .weight_decay = 0.1,
    .clip = 1,
    .held_out = 0.1,
    .tokenizer = "characters",
    .freeze = "",
    .answers = "",
    .out = "build/train",
    .eval_every = 250,
    .eval_batches = 50,
    .final_batches = 200,
    .save_every = 500,
    .log_every = 10,
    .sample = 500,
    .sample_seed = 1,
    .temperature = 0.8,
    .top_k = 0,
    .top_p = 0,
};

static const char intro[] =
    "usage: train [--text FILE...] [options]\n"
    "Trains a GPT on text and writes some of its own. Without --text it reads what this\n"
    "project has in notebooks-c/prose.txt. The last tenth of the text is held out to measure the\n"
    "loss on. As it stands in brackets, this is nanoGPT's recipe for a CPU: AdamW, decay of\n"
    "matrices only, a cosine after warm-up, a head that shares the token embedding, linear layers\n"
    "without biases (unlike nanoGPT's, the norms keep theirs). Ctrl-C saves and ends; --resume\n"
    "goes on as if nothing had happened.\n";

enum { MOST = 56 };

/* The table of r; its text is where values are set. */
static Options options_of(Recipe *r, Option table[MOST])
{
    const Option all[] = {
        {OPTION_HEADING, NULL, NULL, NULL, "Text and files", 0, 0, PLAIN},
        {OPTION_LIST, "text", &r->text, "FILE...", "UTF-8 files, one after the other", 0, 0, PLAIN},
        {OPTION_NUMBER, "held-out", &r->held_out, "X", "share of the text kept back at its end",
         0.001, 0.9, TRAINING},
        {OPTION_TEXT, "out", &r->out, "DIR", "best.safetensors, last.safetensors, log.tsv go there",
         0, 0, PLAIN},
        {OPTION_TEXT, "init", &r->init, "PATH",
         "begin with these weights and tokens: a checkpoint of train, or a folder with a GPT-2", 0,
         0, PLAIN},
        {OPTION_FLAG, "resume", &r->resume, NULL, "go on from DIR/last.safetensors", 0, 0, PLAIN},
        {OPTION_FLAG, "overwrite", &r->overwrite, NULL,
         "begin anew where DIR has a run; that is lost", 0, 0, PLAIN},
        {OPTION_HEADING, NULL, NULL, NULL, "Model", 0, 0, PLAIN},
        {OPTION_TEXT, "tokenizer", &r->tokenizer, "KIND",
         "characters, or bpe:N: N tokens learnt from the text", 0, 0, MODEL},
        {OPTION_COUNT, "layers", &r->layers, "N", "transformer blocks", 1, 200, MODEL},
        {OPTION_COUNT, "heads", &r->heads, "N", "attention heads; must divide the channels", 1,
         1024, MODEL},
        {OPTION_COUNT, "channels", &r->channels, "N", "numbers per token", 1, 65536, MODEL},
        {OPTION_COUNT, "context", &r->context, "N", "tokens it can look back", 1, 65536, MODEL},
        {OPTION_NUMBER, "dropout", &r->dropout, "X", "share of numbers zeroed while training", 0,
         0.99, MODEL},
        {OPTION_FLAG, "bias", &r->bias, NULL, "biases in linear layers", 0, 0, MODEL},
        {OPTION_FLAG, "untied", &r->untied, NULL,
         "a head of its own instead of the token embedding", 0, 0, MODEL},
        {OPTION_FLAG, "llama", &r->llama, NULL,
         "RMS norms, rotary positions and SwiGLU in place of GPT-2's", 0, 0, MODEL},
        {OPTION_COUNT, "kv-heads", &r->kv_heads, "N",
         "heads of keys and values; must divide the heads; 0: as many", 0, 1024, MODEL},
        {OPTION_HEADING, NULL, NULL, NULL, "Training", 0, 0, PLAIN},
        {OPTION_COUNT, "steps", &r->steps, "N", "updates in all; 0: none", 0, 1e12, TRAINING},
        {OPTION_COUNT, "batch", &r->batch, "N", "windows of text per update", 1, 1e6, TRAINING},
        {OPTION_NUMBER, "lr", &r->lr, "X", "highest learning rate", 1e-12, 1e3, TRAINING},
        {OPTION_NUMBER, "lr-min", &r->lr_min, "X", "learning rate at the end", 0, 1e3, TRAINING},
        {OPTION_COUNT, "warmup", &r->warmup, "N", "updates until the highest learning rate", 0,
         1e12, TRAINING},
        {OPTION_NUMBER, "beta1", &r->beta1, "X", "AdamW: memory of the gradient", 0, 0.999999,
         TRAINING},
        {OPTION_NUMBER, "beta2", &r->beta2, "X", "AdamW: memory of its square", 0, 0.999999,
         TRAINING},
        {OPTION_NUMBER, "weight-decay", &r->weight_decay, "X", "AdamW: of matrices only", 0, 1e3,
         TRAINING},
        {OPTION_NUMBER, "clip", &r->clip, "X", "largest norm of the gradient; 0: any", 0, 1e9,
         TRAINING},
        {OPTION_TEXT, "freeze", &r->freeze, "NAMES",
         "parameters that stay, by how their names begin: tokens,blocks.0.", 0, 0, TRAINING},
        {OPTION_COUNT, "lora", &r->lora, "RANK",
         "weights stay, and a product of this rank beside each matrix learns; 0: none", 0, 65536,
         TRAINING},
        {OPTION_TEXT, "answers", &r->answers, "MARK",
         "count only what comes behind it in lines that begin so: A:", 0, 0, TRAINING},
        {OPTION_COUNT, "seed", &r->seed, "N", "of starting values, batches and dropout", 0, 1e15,
         TRAINING},
        {OPTION_COUNT, "shares", &r->shares, "N",
         "a batch is so many shares, summed in one order; 0: 8 with ranks", 0, 4096, TRAINING},
        {OPTION_HEADING, NULL, NULL, NULL, "Along the way", 0, 0, PLAIN},
        {OPTION_COUNT, "eval-every", &r->eval_every, "N",
         "steps between held-out losses; 0: at the end", 0, 1e12, TRAINING},
        {OPTION_COUNT, "eval-batches", &r->eval_batches, "N",
         "batches that a held-out loss is the mean of", 1, 1e9, TRAINING},
        {OPTION_COUNT, "final-batches", &r->final_batches, "N",
         "the same, for the figure at the end", 1, 1e9, TRAINING},
        {OPTION_COUNT, "save-every", &r->save_every, "N",
         "steps between last.safetensors; 0: at the end", 0, 1e12, PLAIN},
        {OPTION_COUNT, "log-every", &r->log_every, "N", "steps between lines of log.tsv", 1, 1e12,
         PLAIN},
        {OPTION_COUNT, "threads", &r->threads, "N", "of each rank; 0: its part of the cores", 0,
         1024, PLAIN},
        {OPTION_COUNT, "ranks", &r->ranks, "N", "processes on this machine that train together", 0,
         64, PLAIN},
        {OPTION_FLAG, "recompute", &r->recompute, NULL,
         "keep no block's activations: less memory, a third more work, the same numbers", 0, 0,
         PLAIN},
        {OPTION_FLAG, "quiet", &r->quiet, NULL, "no progress except on a terminal", 0, 0, PLAIN},
        {OPTION_HEADING, NULL, NULL, NULL, "Writing", 0, 0, PLAIN},
        {OPTION_TEXT, "from", &r->from, "FILE", "write with this checkpoint; train nothing", 0, 0,
         PLAIN},
        {OPTION_COUNT, "sample", &r->sample, "N", "tokens to write at the end; 0: none", 0, 1e8,
         PLAIN},
        {OPTION_TEXT, "prompt", &r->prompt, "TEXT", "what to go on from (a line break)", 0, 0,
         PLAIN},
        {OPTION_NUMBER, "temperature", &r->temperature, "X",
         "below 1: safer, above: bolder, 0: no chance", 0, 100, PLAIN},
        {OPTION_COUNT, "top-k", &r->top_k, "N", "choose among the N likeliest; 0: all", 0, 1e9,
         PLAIN},
        {OPTION_NUMBER, "top-p", &r->top_p, "X", "choose among those that make up X; 0: all", 0, 1,
         PLAIN},
        {OPTION_COUNT, "sample-seed", &r->sample_seed, "N", "another seed, another text", 0, 1e15,
         PLAIN},
    };
    memcpy(table, all, sizeof all);
    return (Options){"train", intro, (int)(sizeof all / sizeof *all), table, "text"};
}

/* ---- checkpoints --------------------------------------------------------------------------------- */

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
    Option table[MOST];
    Options options = options_of(&copy, table);
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

/* Older files know characters only, one rank, and GPT-2. */
static bool younger(const char *name)
{
    static const char *const names[] = {"tokenizer", "shares",  "llama", "kv-heads",
                                        "freeze",    "answers", "lora"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* Every stored setting from the file into its variable. */
static int restore(const Options *options, SafeTensors *file, const char *path)
{
    for (int i = 0; i < options->count; i++) {
        const Option *o = &options->table[i];
        const char *value = o->group == PLAIN ? "" : safetensors_metadata(file, o->name);
        if (value == NULL && younger(o->name))
            continue;
        if (value == NULL) {
            kindling_set_error(
                "%s: there is no \"%s\" in its metadata, expected a checkpoint written by "
                "train. hint: best.safetensors of a run",
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
    Option a[MOST], b[MOST];
    Options options = options_of(wanted, a);
    options_of(stored, b);
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
    Option table[MOST];
    Options options = options_of(r, table);
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
    Option table[MOST];
    Options options = options_of(r, table);
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
    if (r->lora == 0 || besides == NULL)
        return 0;
    kindling_set_error("train: --lora: got --%s as well. hint: %s", besides,
                       r->recompute ? "leave --recompute away, what it makes again has the weights "
                                      "alone"
                                    : "leave it away, with --lora all weights stay");
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
    Option table[MOST];
    Options options = options_of(r, table);
    OptionsResult result = options_read(&options, argc, argv);
    if (result != OPTIONS_READ)
        return result;
    const char *path = recipe_checkpoint(r);
    if (path != NULL && read_on_top(r, path, argc, argv) != OPTIONS_READ)
        return OPTIONS_WRONG;
    bool sound = check_init(r) == 0 && check_heads(r) == 0 && check_lora(r) == 0;
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
                        .causal = true,
                        .qkv_in_one = true,
                        .recompute = r->recompute,
                        .tied = !r->untied,
                        .no_bias = !r->bias,
                        .dropout = (real)r->dropout,
                        .seed = (uint64_t)r->seed};
}
