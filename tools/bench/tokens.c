/* tokens.c - our side of the tokenizer's cases: a text as tokens, and merges learnt from it.
 *
 * The text is this project's README and lessons, one behind the other; npm_encode.js reads the same files. The
 * other side of learning is bench-plain, this program linked with the plain twins in nn/plain/.
 */
#include <glob.h>
#include <string.h>
#include "bench.h"

typedef struct {
    char *text;
    size_t bytes;
    Bpe *bpe;
    int *ids;
    long n, vocabulary;
} Tokens;

static bool append(Tokens *t, const char *path)
{
    size_t size;
    char *file = kindling_read_file(path, &size);
    if (file == NULL)
        return false;
    char *text = owned_alloc(t->bytes + size + 1);
    if (t->bytes > 0)
        memcpy(text, t->text, t->bytes);
    memcpy(text + t->bytes, file, size);
    owned_free(file);
    owned_free(t->text);
    t->text = text;
    t->bytes += size;
    return true;
}

static bool read_prose(Tokens *t)
{
    glob_t found;
    bool ok = append(t, "README.md");
    if (glob("modules/*/README.md", 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc && ok; i++)
            ok = append(t, found.gl_pathv[i]);
    globfree(&found);
    return ok;
}

static void encode(void *context)
{
    Tokens *t = context;
    t->n = bpe_encode(t->bpe, t->text, t->bytes, t->ids);
}

static void learn(void *context)
{
    Tokens *t = context;
    bpe_free(bpe_train(t->text, t->bytes, t->vocabulary));
}

int worker_encode(Effort effort)
{
    Tokens t = {0};
    worker_begin();
    t.bpe = bpe_load("build/tokenizer/vocab.bpe");
    if (t.bpe != NULL && read_prose(&t)) {
        t.ids = owned_alloc(t.bytes * sizeof *t.ids);
        Timing timing = measure(encode, &t, effort);
        worker_print("encode", timing, 0, 0);
        printf(", \"ids\": %ld, \"mb_per_s\": %.3f}\n", t.n,
               1e-3 * (double)t.bytes / timing.median_ms);
    } else
        kindling_set_error("%s. hint: make gpt2-tokenizer", kindling_error());
    int status = t.ids != NULL ? 0 : -1;
    bpe_free(t.bpe);
    owned_free(t.text);
    owned_free(t.ids);
    return status;
}

int worker_learn(const long *vocabulary, Effort effort)
{
    Tokens t = {.vocabulary = *vocabulary};
    worker_begin();
    bool ok = read_prose(&t);
    if (ok) {
        Timing timing = measure(learn, &t, effort);
        worker_print("learn", timing, 0, 0);
        printf(", \"mb_per_s\": %.3f}\n", 1e-3 * (double)t.bytes / timing.median_ms);
    }
    owned_free(t.text);
    return ok ? 0 : -1;
}
