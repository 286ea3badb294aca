/* language_model.c - a GPT and its tokenizer, out of one place: what text can be written with. */
#include "language_model.h"
#include <string.h>
#include <sys/stat.h>
#include "training_run.h"

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

static bool load_folder(LanguageModel *m, const char *path)
{
    m->vocabulary = vocabulary_load(path);
    m->gpt = m->vocabulary != NULL ? gpt2_load(path) : NULL;
    if (m->gpt == NULL || m->vocabulary->size <= m->gpt->options.vocabulary)
        return m->gpt != NULL;
    kindling_set_error(
        "%s: the tokenizer has %ld tokens, and the model knows %ld. hint: the files of "
        "one model",
        path, m->vocabulary->size, m->gpt->options.vocabulary);
    return false;
}

static bool load_checkpoint(LanguageModel *m, const char *path)
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
    m->gpt = gpt_new(o);
    return checkpoint_load(path, &m->gpt->module, NULL, NULL) == 0;
}

LanguageModel *language_model_load(const char *path)
{
    UNDO_ON_FAIL;
    Scope *scope = scope_open();
    struct stat about;
    bool folder = stat(path, &about) == 0 && S_ISDIR(about.st_mode);
    LanguageModel *m = owned_alloc(sizeof *m);
    bool ok = folder ? load_folder(m, path) : load_checkpoint(m, path);
    scope_close(scope);
    if (!ok) {
        language_model_free(m);
        return NULL;
    }
    m->end = end_of_text(m->vocabulary->bpe);
    return m;
}

int language_model_next(const LanguageModel *m, KvCache *read, long *start, const int *ids, long n,
                        SampleOptions options, Rng *rng)
{
    long begin = generate_start(m->gpt, n);
    if (begin != *start)
        kv_cache_truncate(read, 0);
    *start = begin;
    Scope *scope = scope_open();
    real *logits = scope_alloc(scope, (size_t)m->gpt->options.vocabulary * sizeof *logits);
    long known = begin + kv_cache_tokens(read, 0);
    gpt_prefill(m->gpt, read, ids + known, n - known, logits);
    int id = sample_token(logits, m->vocabulary->size, options, rng); /* of the first so many rows */
    scope_close(scope);
    return id;
}

void language_model_generate(const LanguageModel *m, int *ids, long n, long count,
                             SampleOptions options, Rng *rng)
{
    Scope *scope = scope_open();
    KvCache *read = gpt_cache_new(m->gpt, 1, m->gpt->options.context);
    for (long start = 0, end = n + count; n < end; n++)
        ids[n] = language_model_next(m, read, &start, ids, n, options, rng);
    scope_close(scope);
}

void language_model_free(LanguageModel *m)
{
    if (m == NULL)
        return;
    module_free(m->gpt != NULL ? &m->gpt->module : NULL);
    vocabulary_free(m->vocabulary);
    owned_free(m);
}
