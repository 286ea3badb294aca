/* tokens.c - a small GPT on the tokens of a text, and what can be said about it. */
#include "tokens.h"
#include <math.h>
#include <string.h>
#include "small_gpt.h"

enum { VOCABULARY = 512, CONTEXT = 24, BATCH = 16, SEED = 1, LINE = 1000 };

typedef struct {
    Dataset *windows;
    Rng rng;
} Reading;

static void draw(void *context, Batch *batch)
{
    Reading *r = context;
    dataset_sample(r->windows, BATCH, &r->rng, batch);
}

/* In nats, the mean over all windows that do not overlap. */
static double mean_loss(Gpt *gpt, const int *tokens, long n)
{
    Dataset *windows = text_dataset_new(tokens, n, CONTEXT);
    bool was = grad_mode(false);
    double sum = 0;
    long count = 0;
    for (long at = 0; at < windows->count; at += CONTEXT, count++) {
        Scope *scope = scope_open();
        Batch batch;
        windows->fetch(windows, 1, &at, &batch);
        sum += (double)tensor_item(gpt_loss(gpt, batch.ids, batch.labels));
        scope_close(scope);
    }
    grad_mode(was);
    dataset_free(windows);
    return sum / (double)count;
}

static bool comes_back(const Bpe *b, const char *line, size_t bytes)
{
    int ids[LINE];
    char back[2 * LINE];
    long n = bpe_encode(b, line, bytes, ids);
    return bpe_decode(b, ids, n, back, sizeof back) == bytes && memcmp(back, line, bytes) == 0;
}

static double lines_back(const Bpe *b, const char *text, size_t bytes)
{
    long same = 0, all = 0;
    for (size_t at = 0, n; at < bytes; at += n + 1, all++) {
        const char *end = memchr(text + at, '\n', bytes - at);
        n = end != NULL ? (size_t)(end - text) - at : bytes - at;
        same += n <= LINE && comes_back(b, text + at, n);
    }
    return (double)same / (double)all;
}

static char *read_text(const char *path, size_t bytes)
{
    size_t there;
    char *text = kindling_read_file(path, &there);
    if (text == NULL || there >= bytes)
        return text;
    kindling_set_error("%s: got %zu bytes, expected at least %zu", path, there, bytes);
    owned_free(text);
    return NULL;
}

bool tokens_train(const char *path, size_t bytes, TokensResult *result)
{
    char *text = read_text(path, bytes);
    if (text == NULL)
        return false;
    size_t learn = bytes / 4 * 3, rest = bytes - learn;
    Bpe *b = bpe_train(text, learn, VOCABULARY);
    int *ids = owned_alloc(bytes * sizeof *ids);
    long n = bpe_encode(b, text, learn, ids), m = bpe_encode(b, text + learn, rest, ids + n);

    Gpt *gpt = small_gpt_new(VOCABULARY, CONTEXT, SEED);
    Reading reading = {text_dataset_new(ids, n, CONTEXT), rng_stream(SEED, 3)};
    int status = small_gpt_train(gpt, draw, &reading, BATCH * CONTEXT);
    if (status == 0) {
        result->loss = mean_loss(gpt, ids + n, m);
        result->bytes_per_token = (double)rest / (double)m;
        result->bits_per_byte = result->loss / (result->bytes_per_token * log(2));
        result->lines_back = lines_back(b, text, bytes);
    }
    dataset_free(reading.windows);
    module_free(&gpt->module);
    bpe_free(b);
    owned_free(ids);
    owned_free(text);
    return status == 0;
}
