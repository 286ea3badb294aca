/* answers.c - a loss on answers only: of a text of questions and answers, the lines that begin with
 * a mark.
 *
 * What the questions say is read, as all that stands before an answer, and not learnt. Invariant:
 * every example has a label that counts, so that no batch's mean divides by 0.
 */
#include "answers.h"
#include <string.h>

enum { IGNORED = -100 }; /* gpt_loss leaves it out */

/* ---- which tokens ---------------------------------------------------------------------------- */

/* Bytes of the text: 1 behind the mark of a line that begins with it, to its line break. In the
 * current scope. */
static unsigned char *bytes_that_count(const Corpus *c, const char *mark)
{
    unsigned char *counts = scope_alloc(scope_current(), c->bytes + 1);
    size_t size = strlen(mark);
    for (size_t from = 0, to; from < c->bytes; from = to) {
        const char *line = c->text + from, *end = memchr(line, '\n', c->bytes - from);
        to = end != NULL ? (size_t)(end - c->text) + 1 : c->bytes;
        bool answer = to - from > size && memcmp(line, mark, size) == 0;
        for (size_t i = from; i < to; i++)
            counts[i] = answer && i >= from + size;
    }
    return counts;
}

static bool any(const unsigned char *counts, size_t n)
{
    return memchr(counts, 1, n) != NULL;
}

static size_t bytes_of(const Vocabulary *v, int token)
{
    size_t bytes;
    owned_free(vocabulary_decode(v, &token, 1, &bytes));
    return bytes;
}

static bool has_one(const bool *counts, long n)
{
    for (long i = 0; i < n; i++)
        if (counts[i])
            return true;
    return false;
}

static int check(const Corpus *c, const bool *counts, const char *mark)
{
    bool trains = has_one(counts, c->n_training);
    if (trains && has_one(counts + c->n_training, c->n_tokens - c->n_training))
        return 0;
    kindling_set_error("train: --answers: got \"%.40s\", with which no line of the part %s begins. "
                       "hint: the text shows how its answers begin, \"A:\" perhaps",
                       mark, trains ? "held out" : "to train on");
    return -1;
}

bool *answers_of(const Corpus *c, const char *mark)
{
    if (c->ids != NULL) {
        kindling_set_error("train: --answers: got \"%.40s\" for a file of ids, in which nobody can "
                           "look for lines. hint: leave it away, or the text itself as --text",
                           mark);
        return NULL;
    }
    Scope *scope = scope_open();
    const unsigned char *byte = bytes_that_count(c, mark);
    bool *counts = owned_alloc((size_t)c->n_tokens * sizeof *counts);
    size_t at = 0;
    for (long i = 0; i < c->n_tokens; i++) {
        size_t n = bytes_of(c->vocabulary, c->tokens[i]);
        n = n < c->bytes - at ? n : c->bytes - at;
        counts[i] = any(byte + at, n);
        at += n;
    }
    scope_close(scope);
    if (check(c, counts, mark) == 0)
        return counts;
    owned_free(counts);
    return NULL;
}

/* ---- examples -------------------------------------------------------------------------------- */

typedef struct {
    Dataset dataset;
    Dataset *text;
    const bool *counts;
    long context;
    long *window; /* those of the text that are examples */
} AnswersDataset;

static void fetch(const Dataset *d, long n, const long *indices, Batch *batch)
{
    const AnswersDataset *a = (const AnswersDataset *)d;
    Scope *scope = scope_current();
    long *window = scope_alloc(scope, (size_t)n * sizeof *window), T = a->context;
    for (long i = 0; i < n; i++)
        window[i] = a->window[indices[i]];
    a->text->fetch(a->text, n, window, batch);
    for (long i = 0; i < n * T; i++)
        if (!a->counts[window[i / T] + i % T + 1])
            batch->labels->data[i] = IGNORED;
}

static void destroy(Dataset *d)
{
    AnswersDataset *a = (AnswersDataset *)d;
    dataset_free(a->text);
    owned_free(a->window);
    owned_free(a);
}

Dataset *answers_dataset_new(const int *tokens, const bool *counts, long n_tokens, long context)
{
    UNDO_ON_FAIL;
    AnswersDataset *a = owned_alloc(sizeof *a);
    a->dataset = (Dataset){.fetch = fetch, .destroy = destroy};
    a->text = text_dataset_new(tokens, n_tokens, context);
    a->counts = counts;
    a->context = context;
    a->window = owned_alloc((size_t)a->text->count * sizeof *a->window);
    long inside = 0; /* labels of the window at i that count */
    for (long t = 1; t < context; t++)
        inside += counts[t];
    for (long i = 0; i < a->text->count; i++) {
        inside += counts[i + context];
        if (inside > 0)
            a->window[a->dataset.count++] = i;
        inside -= counts[i + 1];
    }
    if (a->dataset.count > 0)
        return &a->dataset;
    kindling_set_error(
        "train: --answers: no window of %ld tokens has an answer in what comes next. "
        "hint: a longer text",
        context);
    destroy(&a->dataset);
    return NULL;
}

long answers_in(void *context, const Batch *batch)
{
    (void)context;
    long n = 0;
    for (long i = 0; i < int_tensor_numel(batch->labels); i++)
        n += batch->labels->data[i] != IGNORED;
    return n;
}
