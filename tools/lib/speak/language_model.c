/* language_model.c - a GPT and its tokenizer, out of one place: what text can be written with. */
#include "language_model.h"
#include <string.h>
#include <sys/stat.h>
#include "bin_files.h"
#include "training_run.h"
#include "repetition.h"

static int end_of_text(const Bpe *b)
{
    static const char name[] = "<|endoftext|>";
    for (long i = 0; b != NULL && i < b->n_special; i++) {
        size_t begin = b->start[b->special[i]], n = b->start[b->special[i] + 1] - begin;
        if (n == sizeof name - 1 && memcmp(b->bytes + begin, name, n) == 0)
            return b->special[i];
    }
    return -1;
}

static bool fits(const LanguageModel *m, const char *path)
{
    if (m->vocabulary->size <= m->gpt->options.vocabulary)
        return true;
    kindling_set_error(
        "%s: the tokenizer has %ld tokens, and the model knows %ld. hint: the files of "
        "one model",
        path, m->vocabulary->size, m->gpt->options.vocabulary);
    return false;
}

/* Are the tokens that a folder speaks of tokens of the model? */
static bool check_tokens(const LanguageModel *m, const char *path)
{
    long most = m->begin;
    for (int i = 0; i < m->hub.n_ends; i++)
        most = m->hub.end[i] > most ? m->hub.end[i] : most;
    if (most < m->gpt->options.vocabulary)
        return true;
    kindling_set_error("%s: bos_token_id or eos_token_id is %ld, and the model knows %ld tokens",
                       path, most, m->gpt->options.vocabulary);
    return false;
}

/* Weights that can be read, of a model that is known? Both are asked for before a tokenizer is. */
static bool check_folder(const char *path, const HubConfig *hub)
{
    static const char *const weights[] = {"model.safetensors", "model.safetensors.index.json"};
    char name[BIN_PATH];
    struct stat about;
    const char *type = hub->model_type;
    if (*type != '\0' && strcmp(type, "gpt2") != 0 && strcmp(type, "llama") != 0) {
        kindling_set_error("%s/config.json: \"model_type\" is \"%s\", expected \"gpt2\" or "
                           "\"llama\": other models have other layers",
                           path, type);
        return false;
    }
    for (int i = 0; i < 2; i++)
        if (snprintf(name, sizeof name, "%s/%s", path, weights[i]) < BIN_PATH &&
            stat(name, &about) == 0)
            return true;
    llama_load(path); /* which says what is there in their place */
    return false;
}

/* llama_save and gpt2_save write none, so llama2.c's, which may be put beside a Llama, will do. */
static Vocabulary *vocabulary_in(const char *folder)
{
    static const char *const files[] = {"tokenizer.json", "vocab.bpe", "merges.txt",
                                        "tokenizer.bin"};
    char name[BIN_PATH];
    struct stat about;
    for (int i = 0; i < 4; i++)
        if (snprintf(name, sizeof name, "%s/%s", folder, files[i]) < BIN_PATH &&
            stat(name, &about) == 0)
            return vocabulary_load(i == 3 ? name : folder);
    kindling_set_error("%s holds none of tokenizer.json, vocab.bpe, merges.txt, tokenizer.bin. "
                       "hint: the tokenizer beside the model; generate has --tokenizer FILE",
                       folder);
    return NULL;
}

static bool load_folder(LanguageModel *m, const char *path, const char *tokenizer)
{
    HubConfig hub;
    if (!hub_config_read(path, &hub) || !check_folder(path, &hub))
        return false;
    bool llama = strcmp(hub.model_type, "llama") == 0;
    m->vocabulary = tokenizer != NULL ? vocabulary_load(tokenizer) : vocabulary_in(path);
    if (m->vocabulary == NULL)
        return false;
    m->gpt = llama ? llama_load(path) : gpt2_load(path);
    if (llama) {
        m->hub = hub;
        m->begin = hub.begin;
    }
    return m->gpt != NULL && fits(m, path) && check_tokens(m, path);
}

static bool load_bin(LanguageModel *m, const char *path, const char *tokenizer)
{
    char beside[BIN_PATH];
    if (tokenizer == NULL && !bin_tokenizer(path, beside))
        return false;
    m->vocabulary = vocabulary_load(tokenizer != NULL ? tokenizer : beside);
    m->gpt = m->vocabulary != NULL ? llama_load(path) : NULL;
    return m->gpt != NULL && fits(m, path);
}

/* A model of ids learns what their text is. It keeps its size. */
static bool name_tokens(LanguageModel *m, const char *tokenizer)
{
    vocabulary_free(m->vocabulary);
    m->vocabulary = vocabulary_load(tokenizer);
    return m->vocabulary != NULL;
}

static bool load_checkpoint(LanguageModel *m, const char *path, const char *tokenizer)
{
    Recipe recipe = recipe_nanogpt;
    char *const argv[] = {"train", "--from", (char *)path};
    if (recipe_read(&recipe, 3, argv) != OPTIONS_READ)
        return false;
    m->vocabulary = vocabulary_of_checkpoint(path);
    if (m->vocabulary == NULL)
        return false;
    GptOptions o = recipe_gpt(&recipe, m->vocabulary->size);
    if (checkpoint_fits(path, &o) != 0)
        return false;
    if (tokenizer != NULL && !name_tokens(m, tokenizer))
        return false;
    m->gpt = gpt_new(o);
    return gpt_read_merged(m->gpt, path, recipe.lora) == 0 && fits(m, path);
}

/* A folder of train's own: its best weights, or else the last; to found[BIN_PATH]. */
static bool run_folder(const char *folder, char *found)
{
    static const char *const names[] = {"config.json", "best.safetensors", "last.safetensors"};
    struct stat about;
    for (int i = 0; i < 3; i++) {
        int n = snprintf(found, BIN_PATH, "%s/%s", folder, names[i]);
        if (n < BIN_PATH && stat(found, &about) == 0)
            return i > 0; /* config.json: HuggingFace's */
    }
    return false;
}

/* So much is said of a file that is no checkpoint: a .bin is one of llama2.c's, or ought to be. */
static void say_what_it_is(const char *path)
{
    char why[1024];
    size_t length = strlen(path);
    if (length >= 4 && strcmp(path + length - 4, ".bin") == 0)
        llama_is_bin(path);
    snprintf(why, sizeof why, "%s", kindling_error());
    Vocabulary *v = vocabulary_load(path);
    if (v != NULL)
        kindling_set_error("%s: a tokenizer with %ld tokens, expected a model. hint: the file or "
                           "folder of the model, beside which its tokenizer is found",
                           path, v->size);
    else
        kindling_set_error("%s", why);
    vocabulary_free(v);
}

static bool load_file(LanguageModel *m, const char *path, const char *tokenizer)
{
    bool has_own = tokenizer != NULL && checkpoint_metadata(path, "ids") == NULL;
    bool ok = load_checkpoint(m, path, has_own ? NULL : tokenizer);
    if (!ok && m->vocabulary == NULL)
        say_what_it_is(path);
    if (ok && has_own)
        kindling_set_error("%s: a checkpoint of train, which has its own tokens. hint: without "
                           "--tokenizer",
                           path);
    return ok && !has_own;
}

static bool load_whatever(LanguageModel *m, const char *path, const char *tokenizer)
{
    struct stat about;
    char inside[BIN_PATH];
    bool folder = stat(path, &about) == 0 && S_ISDIR(about.st_mode);
    if (folder && bin_folder(path))
        return bin_model(path, inside) && load_bin(m, inside, tokenizer);
    if (folder && !run_folder(path, inside))
        return load_folder(m, path, tokenizer);
    if (folder)
        path = inside;
    if (llama_is_bin(path))
        return load_bin(m, path, tokenizer);
    return load_file(m, path, tokenizer);
}

LanguageModel *language_model_load_with(const char *path, const char *tokenizer)
{
    UNDO_ON_FAIL;
    Scope *scope = scope_open();
    LanguageModel *m = owned_alloc(sizeof *m);
    m->begin = -1;
    bool ok = load_whatever(m, path, tokenizer);
    scope_close(scope);
    if (!ok) {
        language_model_free(m);
        return NULL;
    }
    const SentencePiece *p = m->vocabulary->pieces;
    m->end = p != NULL ? p->end : end_of_text(m->vocabulary->bpe);
    m->begin = p != NULL ? p->begin : m->begin;
    return m;
}

LanguageModel *language_model_load(const char *path)
{
    return language_model_load_with(path, NULL);
}

bool language_model_ends(const LanguageModel *m, int id)
{
    bool ends = id == m->end || id == m->begin;
    for (int i = 0; i < m->hub.n_ends; i++)
        ends = ends || id == m->hub.end[i];
    return ends && id >= 0;
}

int language_model_next(const LanguageModel *m, KvCache *read, long *start, const int *ids, long n,
                        SampleOptions options, double penalty, Rng *rng)
{
    long begin = generate_start(m->gpt, n);
    if (begin != *start)
        kv_cache_truncate(read, 0);
    *start = begin;
    Scope *scope = scope_open();
    real *logits = scope_alloc(scope, (size_t)m->gpt->options.vocabulary * sizeof *logits);
    long known = begin + kv_cache_tokens(read, 0);
    gpt_prefill(m->gpt, read, ids + known, n - known, logits);
    long V = m->vocabulary->size; /* of the first so many rows */
    repetition_penalize(logits, V, ids, n, penalty);
    int id = sample_token(logits, V, options, rng);
    scope_close(scope);
    return id;
}

void language_model_generate(const LanguageModel *m, int *ids, long n, long count,
                             SampleOptions options, Rng *rng)
{
    Scope *scope = scope_open();
    KvCache *read = gpt_cache_new(m->gpt, 1, m->gpt->options.context);
    for (long start = 0, end = n + count; n < end; n++)
        ids[n] = language_model_next(m, read, &start, ids, n, options, 1, rng);
    scope_close(scope);
}

int language_model_may_train(const LanguageModel *m, const char *path)
{
    const Bpe *b = m->vocabulary->bpe;
    if (b == NULL || b->split == SPLIT_GPT2)
        return 0;
    kindling_set_error("train: --init: the tokens of %s are a BPE that is cut otherwise, expected "
                       "characters, pieces with scores, or a BPE cut as GPT-2's, which a checkpoint "
                       "can keep. hint: such a model writes, by make generate",
                       path);
    return -1;
}

void language_model_free(LanguageModel *m)
{
    if (m == NULL)
        return;
    module_free(m->gpt != NULL ? &m->gpt->module : NULL);
    vocabulary_free(m->vocabulary);
    owned_free(m);
}
