/* measure.c - what a token costs with a cache and without, and what the cache weighs: make measure-18.
 *
 * Four questions of the lesson. Times are the processor's, on one thread, the best of a few runs; the
 * model's weights are random, and their products take as long as any others.
 */
#include <math.h>
#include <string.h>
#include <time.h>
#include "kindling.h"
#include "predict.h"

enum { RUNS = 7, LONG_RUNS = 3, WIDTH = 384, LAYERS = 6, HEAD_DIM = 64, CONTEXT = 1024, V = 256 };

enum { FLAT, RISING, TWICE, FASTER, TOGETHER, FULL };

/* So that what else the machine does counts for less. */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static int text[8 * CONTEXT];

/* Every parameter is drawn, so that no two places of a text give the same logits. */
static Gpt *model(long width, long layers)
{
    Gpt *g = gpt_new((GptOptions){.vocabulary = V,
                                  .context = CONTEXT,
                                  .embed_dim = width,
                                  .num_heads = width / HEAD_DIM,
                                  .num_layers = layers,
                                  .causal = true,
                                  .tied = true,
                                  .qkv_in_one = true,
                                  .seed = 18});
    Rng rng = rng_seed(18);
    ParameterList *list = parameters_of(&g->module);
    for (long i = 0; i < list->count; i++)
        init_normal(list->tensor[i], 0, (real)0.1, &rng);
    parameters_free(list);
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        text[i] = (int)rng_below(&rng, V);
    module_train(&g->module, false);
    return g;
}

static double weights_of(Gpt *g)
{
    ParameterList *list = parameters_of(&g->module);
    double n = (double)parameters_numel(list);
    parameters_free(list);
    return n * sizeof(real);
}

/* The model reads n tokens, as for each token that is written without a cache. */
static double read_all(Gpt *g, long n, real *logits)
{
    Scope *scope = scope_open();
    grad_mode(false);
    double start = now();
    Tensor *all = gpt_forward(g, int_tensor_from(SHAPE(1, n), n, text), NULL);
    double ms = now() - start;
    memcpy(logits, all->data + (n - 1) * V, V * sizeof *logits);
    scope_close(scope);
    return ms;
}

static double read_one(Gpt *g, KvCache *c, const int *id, real *logits)
{
    double start = now();
    gpt_decode(g, c, id, logits);
    return now() - start;
}

/* ---- 0. the same logits ------------------------------------------------------------------------------ */

static void the_same(Gpt *g)
{
    enum { T = 48 };
    Scope *scope = scope_open();
    KvCache *c = gpt_cache_new(g, 1, T);
    real cached[V], plain[V];
    long differ = 0;
    double off = 0, spread = 0;
    for (long t = 0; t < T; t++) {
        read_one(g, c, text + t, cached);
        read_all(g, t + 1, plain);
        for (int i = 0; i < V; i++) {
            differ += cached[i] != plain[i];
            off = fmax(off, fabs((double)(cached[i] - plain[i])));
            spread = fmax(spread, fabs((double)plain[i]));
        }
    }
    printf("%d tokens, one by one, against all of them again each time: %ld of %d logits differ", T,
           differ, T * V);
    printf(differ > 0 ? ", by at most %.1e\n\n" : "\n\n", off);
    contract(off <= 1e-4 * spread,
             "18.1 to 18.6: with a cache the logits are those of gpt_forward");
    size_t bytes = scope_bytes(scope);
    kv_cache_truncate(c, 0);
    for (long t = 0; t < T; t++)
        read_one(g, c, text + t, NULL);
    contract(scope_bytes(scope) == bytes, "18.6 gpt_prefill leaves no memory behind");
    scope_close(scope);
}

/* ---- 1. a token, against its position ------------------------------------------------------------------ */

static void positions(Gpt *g)
{
    const long place[] = {16, 64, 128, 256, 512, 1000};
    enum { N = sizeof place / sizeof *place };
    double with[N], without[N];
    real logits[V];
    Scope *scope = scope_open();
    KvCache *c = gpt_cache_new(g, 1, CONTEXT);
    printf("1. ms for one token more, C = %d, %d layers\n\n", WIDTH, LAYERS);
    printf("   tokens before it     with a cache     without     ratio\n");
    for (int i = 0; i < N; i++) {
        long n = place[i];
        with[i] = without[i] = 1e9;
        kv_cache_truncate(c, 0);
        gpt_prefill(g, c, text, n, NULL);
        for (int run = 0; run < RUNS; run++) {
            with[i] = fmin(with[i], read_one(g, c, text + n, logits));
            kv_cache_truncate(c, n);
            if (run < LONG_RUNS)
                without[i] = fmin(without[i], read_all(g, n + 1, logits));
        }
        printf("   %16ld %16.2f %11.1f %9.0f\n", n, with[i], without[i], without[i] / with[i]);
    }
    measured(FLAT, with[N - 1] / with[0]);
    measured(RISING, without[4] / without[1]);
    scope_close(scope);
}

/* ---- 2. a whole text ------------------------------------------------------------------------------------ */

static double write_all(Gpt *g, long n, bool cached)
{
    int ids[CONTEXT] = {1};
    real logits[V];
    Scope *scope = scope_open();
    KvCache *c = gpt_cache_new(g, 1, n);
    double start = now();
    if (cached)
        gpt_generate_cached(g, c, ids, 1, n - 1, (SampleOptions){.temperature = 0}, NULL);
    else
        for (long t = 1; t < n; t++)
            read_all(g, t, logits);
    double ms = now() - start;
    scope_close(scope);
    return ms;
}

static void whole_texts(Gpt *g)
{
    double with = 0, without = 0, before = 0;
    printf("\n2. ms for n tokens, from the first on\n\n");
    printf("      n     with a cache   a token      without   over n^2\n");
    for (long n = 32; n <= 256; n *= 2) {
        before = without;
        with = write_all(g, n, true);
        without = write_all(g, n, false);
        printf("   %4ld %16.0f %9.2f %12.0f %10.4f\n", n, with, with / (double)n, without,
               without / (double)(n * n));
    }
    measured(TWICE, without / before);
    measured(FASTER, without / with);
}

/* ---- 3. what the memory allows, and rows that share the weights ------------------------------------------ */

static double sum; /* so that no compiler leaves the reading out */

static double read_weights(Gpt *g)
{
    enum { LINES = 64 };
    ParameterList *list = parameters_of(&g->module);
    double start = now();
    for (long i = 0; i < list->count; i++) {
        const real *data = list->tensor[i]->data;
        long n = tensor_numel(list->tensor[i]);
        real line[LINES] = {0};
        for (long first = 0; first + LINES <= n; first += LINES)
            for (int j = 0; j < LINES; j++)
                line[j] += data[first + j];
        sum += (double)line[0];
    }
    double ms = now() - start;
    parameters_free(list);
    return ms;
}

/* A model that no processor keeps between two steps. */
static void rows_together(void)
{
    enum { BEFORE = 64, MOST = 16, WIDE = 768, DEEP = 4 };
    Gpt *g = model(WIDE, DEEP);
    double least = 1e9, one = 0, bytes = weights_of(g);
    for (int run = 0; run < RUNS; run++)
        least = fmin(least, read_weights(g));
    printf("\n3. C = %d, %d layers: weights of %.0f bytes, read once: %.2f ms, %.1f GB/s\n\n", WIDE,
           DEEP, bytes, least, bytes / least * 1e-6);
    printf("   rows     ms a step    reading, over a step     tokens/s\n");
    for (long B = 1; B <= MOST; B *= 2) {
        Scope *scope = scope_open();
        real *logits = scope_alloc(scope, (size_t)(B * V) * sizeof *logits);
        KvCache *c = gpt_cache_new(g, B, BEFORE + 1);
        gpt_prefill(g, c, text, BEFORE, NULL);
        double ms = 1e9;
        for (int run = 0; run < RUNS; run++) {
            ms = fmin(ms, read_one(g, c, text, logits));
            kv_cache_truncate(c, BEFORE);
        }
        printf("   %4ld %13.2f %23.2f %12.0f\n", B, ms, least / ms, 1e3 * (double)B / ms);
        one = B == 1 ? ms : one;
        if (B == 8)
            measured(TOGETHER, ms / one);
        scope_close(scope);
    }
    module_free(&g->module);
}

/* ---- 4. bytes ------------------------------------------------------------------------------------------------ */

static void bytes_of(const char *name, double layers, double C, double kv_channels, double context,
                     double parameters)
{
    double token = 2 * layers * kv_channels * 4, full = floor(parameters * 4 / token) + 1;
    printf("   %-22s %12.0f %14.0f %16.0f %12.0f %8.1f\n", name, token, token * context,
           parameters * 4, full, full / context);
    if (C == kv_channels && layers == 24)
        measured(FULL, full);
}

static void memory(Gpt *g)
{
    printf("\n4. Bytes in float32, and from how many tokens on the cache is larger than the "
           "weights\n\n");
    printf("   %-22s %12s %14s %16s %12s %8s\n", "", "a token", "full context", "weights", "tokens",
           "rows");
    bytes_of("this model", LAYERS, WIDTH, WIDTH, CONTEXT, weights_of(g) / sizeof(real));
    bytes_of("GPT-2 medium", 24, 1024, 1024, 1024, 354823168);
    bytes_of("GPT-2 XL", 48, 1600, 1600, 1024, 1557611200);
    bytes_of("GPT-2 XL, 5 kv heads", 48, 1600, 320, 1024, 1557611200);
}

int main(void)
{
    kindling_set_threads(1);
    predict(FLAT, "with a cache: a token after 1000, over one after 16", "times");
    predict(RISING, "without one: a token after 512, over one after 64", "times");
    predict(TWICE, "without one: 256 tokens, over 128", "times");
    predict(FASTER, "256 tokens: without a cache, over with one", "times");
    predict(TOGETHER, "a token for each of eight texts, over one for one text", "times");
    predict(FULL, "GPT-2 medium: the cache outweighs the weights from", "tokens");
    printf("products: %s, %zu-byte numbers\n\n", gemm_backend(), sizeof(real));
    Gpt *g = model(WIDTH, LAYERS);
    the_same(g);
    positions(g);
    whole_texts(g);
    rows_together();
    memory(g);
    module_free(&g->module);
    return conclude();
}
