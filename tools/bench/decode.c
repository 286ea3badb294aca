/* decode.c - one token more: with a cache, without, and what the memory alone would take.
 *
 * Each step reads one token at the same position and forgets it again, so that all steps are alike. A step
 * needs every weight once, does two operations with it, and goes through the keys and values of what was read:
 * the limit is how fast the memory gives all these. That is measured in the same process and in turn with the
 * steps, on the weights themselves: they are added up, on as many threads.
 */
#include "bench.h"
#include "engine.h"

typedef struct {
    Gpt *gpt;
    ParameterList *weights;
    KvCache *cache;
    IntTensor *text; /* (1, position + 1) */
    long position;
    real *logits;
    double sum; /* so that no compiler leaves the reading out */
} Decoding;

static void cached_step(void *context)
{
    Decoding *d = context;
    gpt_decode(d->gpt, d->cache, d->text->data + d->position, d->logits);
    kv_cache_truncate(d->cache, d->position);
}

static void uncached_step(void *context)
{
    Decoding *d = context;
    Scope *scope = scope_open();
    grad_mode(false);
    Tensor *logits = gpt_forward(d->gpt, d->text, NULL);
    d->sum += (double)logits->data[tensor_numel(logits) - 1];
    scope_close(scope);
}

static void prefill_step(void *context)
{
    Decoding *d = context;
    gpt_prefill(d->gpt, d->cache, d->text->data, d->position + 1, d->logits);
    kv_cache_truncate(d->cache, 0);
}

/* ---- what the memory alone would take ---------------------------------------------------------------- */

enum { PIECE = 1 << 18, LINES = 4, AHEAD = 8192 };
typedef uint64_t Line __attribute__((vector_size(64), aligned(1), may_alias));

typedef struct {
    const char *data;
    size_t bytes;
    uint64_t *sum; /* one per piece */
} Reading;

static void read_pieces(long begin, long end, void *context)
{
    const Reading *r = context;
    for (long piece = begin; piece < end; piece++) {
        size_t first = (size_t)piece * PIECE,
               last = first + PIECE < r->bytes ? first + PIECE : r->bytes;
        Line sum[LINES] = {{0}};
        for (; first + LINES * sizeof(Line) <= last; first += LINES * sizeof(Line)) {
            const Line *line = (const Line *)(r->data + first);
            for (int i = 0; i < LINES; i++) { /* asked for ahead, as the product does */
                __builtin_prefetch((const char *)(line + i) + AHEAD, 0, 2);
                sum[i] += line[i];
            }
        }
        sum[0] += sum[1] + sum[2] + sum[3];
        r->sum[piece] = sum[0][0] + sum[0][5];
    }
}

uint64_t memory_read(const void *data, size_t bytes)
{
    long pieces = (long)((bytes + PIECE - 1) / PIECE);
    Scope *scope = scope_open();
    Reading r = {data, bytes, scope_alloc(scope, (size_t)(pieces + 1) * sizeof(uint64_t))};
    parallel_for(pieces, PIECE / 4, read_pieces, &r);
    uint64_t sum = pieces > 0 ? r.sum[pieces - 1] : 0;
    scope_close(scope);
    return sum;
}

static void read_weights(void *context)
{
    Decoding *d = context;
    for (long i = 0; i < d->weights->count; i++) {
        const Tensor *t = d->weights->tensor[i];
        d->sum += (double)memory_read(t->data, (size_t)tensor_numel(t) * sizeof(real));
    }
}

/* ---- the worker ----------------------------------------------------------------------------------------- */

enum { ROUNDS = 4 };

/* What a step reads: the weights, but of the table of positions a row only, and with a cache keys and values. */
static double bytes_of_a_step(const Decoding *d)
{
    double tables = (double)(tensor_numel(d->gpt->positions->table));
    const GptOptions *o = &d->gpt->options;
    double rows =
        d->cache == NULL ? 0 : 2.0 * (double)(o->num_layers * o->embed_dim * (d->position + 1));
    return ((double)parameters_numel(d->weights) - tables + rows) * sizeof(real);
}

static Decoding decoding_new(const long *n)
{
    Decoding d = {.position = n[4]};
    d.gpt = gpt_new((GptOptions){.vocabulary = n[5],
                                 .context = n[3],
                                 .embed_dim = n[0],
                                 .num_heads = n[1],
                                 .num_layers = n[2],
                                 .causal = true,
                                 .qkv_in_one = true,
                                 .tied = true,
                                 .seed = 1337});
    module_train(&d.gpt->module, false);
    d.weights = parameters_of(&d.gpt->module);
    d.text = int_tensor_new(SHAPE(1, d.position + 1));
    Rng rng = rng_seed(1337);
    for (long i = 0; i <= d.position; i++)
        d.text->data[i] = (int)rng_below(&rng, (uint64_t)n[5]);
    d.logits = scope_alloc(scope_current(), (size_t)n[5] * sizeof(real));
    return d;
}

static void decoding_free(Decoding *d)
{
    parameters_free(d->weights);
    module_free(&d->gpt->module);
}

void worker_decode(bool cached, const long *n, Effort effort)
{
    Decoding d = decoding_new(n);
    memory_start();
    if (cached) {
        d.cache = gpt_cache_new(d.gpt, 1, n[3]);
        gpt_prefill(d.gpt, d.cache, d.text->data, d.position, NULL);
    }
    Timing t[ROUNDS];
    double ms[ROUNDS], of_limit[ROUNDS], rate[ROUNDS], gigabytes = 1e-9 * bytes_of_a_step(&d);
    double all = 1e-9 * (double)parameters_numel(d.weights) * sizeof(real);
    Effort share = {effort.warmup / ROUNDS, effort.seconds / ROUNDS, effort.min_steps, effort.mean};
    for (int i = 0; i < ROUNDS; i++) {
        rate[i] = all / measure(read_weights, &d, share).median_ms * 1e3;
        t[i] = measure(cached ? cached_step : uncached_step, &d, share);
        ms[i] = t[i].median_ms;
        of_limit[i] = gigabytes / rate[i] * 1e3 / ms[i];
    }
    t[0].median_ms = sample_median(ms, ROUNDS);
    worker_print(cached ? "decode_cached" : "decode_uncached", t[0], 1, 0);
    printf(", \"step_gb\": %.4f, \"read_gb_per_s\": %.2f, \"of_memory_limit\": %.3f}\n", gigabytes,
           sample_median(rate, ROUNDS), sample_median(of_limit, ROUNDS));
    decoding_free(&d);
}

/* Here the products decide, and no limit of the memory is asked for. */
void worker_prefill(const long *n, Effort effort)
{
    Decoding d = decoding_new(n);
    memory_start();
    d.cache = gpt_cache_new(d.gpt, 1, n[3]);
    Timing t = measure(prefill_step, &d, effort);
    worker_print("prefill", t, (double)(d.position + 1), 0);
    printf("}\n");
    decoding_free(&d);
}
