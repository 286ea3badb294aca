/* echo.c - the causal task, its model, and two ways to examine it. */
#include "echo.h"
#include <string.h>
#include "small_gpt.h"

enum { HALF = 5, TEXT = 2 * HALF, LETTERS = 8, BATCH = 32, TEXTS = 200 };

Gpt *echo_new(uint64_t seed)
{
    return small_gpt_new(LETTERS, TEXT, seed);
}

Gpt *echo_wide_new(uint64_t seed)
{
    return small_gpt_wide(LETTERS, TEXT, 64, seed);
}

static void draw_text(Rng *rng, int *text)
{
    for (int i = 0; i < HALF; i++)
        text[i] = text[TEXT - 1 - i] = (int)rng_below(rng, LETTERS);
}

/* Each letter is to be told from those before it; only the second half counts. */
static void draw_batch(Rng *rng, long n, Batch *batch)
{
    *batch = (Batch){.size = n};
    batch->ids = int_tensor_new(SHAPE(n, TEXT - 1));
    batch->labels = int_tensor_new(SHAPE(n, TEXT - 1));
    for (long b = 0; b < n; b++) {
        int text[TEXT];
        draw_text(rng, text);
        for (long i = 0; i < TEXT - 1; i++) {
            batch->ids->data[b * (TEXT - 1) + i] = text[i];
            batch->labels->data[b * (TEXT - 1) + i] = i + 1 < HALF ? -100 : text[i + 1];
        }
    }
}

static void draw(void *rng, Batch *batch)
{
    draw_batch(rng, BATCH, batch);
}

int echo_train(Gpt *gpt, uint64_t seed)
{
    Rng rng = rng_stream(seed, 3);
    return small_gpt_train(gpt, draw, &rng, BATCH * TEXT);
}

double echo_next_right(Gpt *gpt, uint64_t seed)
{
    Scope *scope = scope_open();
    bool was = grad_mode(false);
    Rng rng = rng_stream(seed, 5);
    Batch batch;
    draw_batch(&rng, TEXTS, &batch);
    IntTensor *best = tensor_argmax(gpt_forward(gpt, batch.ids, NULL), -1, false);
    long right = 0, all = 0;
    for (long i = 0; i < TEXTS * (TEXT - 1); i++) {
        all += batch.labels->data[i] >= 0;
        right += best->data[i] == batch.labels->data[i];
    }
    grad_mode(was);
    scope_close(scope);
    return (double)right / (double)all;
}

static void write_cached(Gpt *gpt, int *ids, long n, long count, SampleOptions options, Rng *rng)
{
    Scope *scope = scope_open();
    gpt_generate_cached(gpt, gpt_cache_new(gpt, 1, n + count), ids, n, count, options, rng);
    scope_close(scope);
}

static double halves_right(Gpt *gpt, uint64_t seed,
                           void (*write)(Gpt *, int *, long, long, SampleOptions, Rng *))
{
    Rng rng = rng_stream(seed, 5);
    long right = 0;
    for (int n = 0; n < TEXTS; n++) {
        int text[TEXT], written[TEXT];
        draw_text(&rng, text);
        memcpy(written, text, HALF * sizeof *text);
        write(gpt, written, HALF, HALF, (SampleOptions){.temperature = 0}, NULL);
        right += memcmp(written, text, sizeof text) == 0;
    }
    return (double)right / TEXTS;
}

double echo_written_right(Gpt *gpt, uint64_t seed)
{
    return halves_right(gpt, seed, gpt_generate);
}

double echo_cached_right(Gpt *gpt, uint64_t seed)
{
    return halves_right(gpt, seed, write_cached);
}

static QuantScheme codes; /* what write_codes is told of the scheme */

static void write_codes(Gpt *gpt, int *ids, long n, long count, SampleOptions options, Rng *rng)
{
    Scope *scope = scope_open();
    QuantizedGpt *q = quantized_gpt_new(gpt, codes);
    KvCache *c = quantized_gpt_cache_new(q, 1, n + count);
    quantized_gpt_generate(q, c, ids, n, count, options, rng);
    module_free(&q->module);
    scope_close(scope);
}

double echo_codes_right(Gpt *gpt, uint64_t seed, QuantScheme scheme)
{
    codes = scheme;
    return halves_right(gpt, seed, write_codes);
}
