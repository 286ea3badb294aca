/* tokens.c - our side of the tokenizer's cases: a text as tokens, and merges learnt from it.
 *
 * The text is one that nobody edits; npm_encode.js reads the same. The other side of learning is bench-plain, this
 * program linked with the plain twins in nn/plain/.
 */
#include "bench.h"

static const char prose[] = "notebooks-c/prose.txt";

typedef struct {
    char *text;
    size_t bytes;
    Bpe *bpe;
    int *ids;
    long n, vocabulary;
} Tokens;

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
    if (t.bpe == NULL)
        kindling_set_error("%s. hint: make gpt2-tokenizer", kindling_error());
    else if ((t.text = kindling_read_file(prose, &t.bytes)) != NULL) {
        t.ids = owned_alloc(t.bytes * sizeof *t.ids);
        Timing timing = measure(encode, &t, effort);
        worker_print("encode", timing, 0, 0);
        printf(", \"ids\": %ld, \"mb_per_s\": %.3f}\n", t.n,
               1e-3 * (double)t.bytes / timing.median_ms);
    }
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
    t.text = kindling_read_file(prose, &t.bytes);
    bool ok = t.text != NULL;
    if (ok) {
        Timing timing = measure(learn, &t, effort);
        worker_print("learn", timing, 0, 0);
        printf(", \"mb_per_s\": %.3f}\n", 1e-3 * (double)t.bytes / timing.median_ms);
    }
    owned_free(t.text);
    return ok ? 0 : -1;
}
