/* codes.c - products of codes beside products of floats, a GPT of codes that decodes, and what codes cost.
 *
 * Decoding is measured as decode.c does it: each step reads one token at the same position and forgets it again, and what the
 * memory alone would take is measured in the same process, in turn with the steps, on the codes themselves. A step reads
 * them, and the keys and values of what was read before: beside codes, those are no longer little.
 */
#include <string.h>
#include "bench.h"
#include "engine.h"

/* ---- a row times a matrix ------------------------------------------------------------------------------ */

typedef struct {
    Tensor *x, *w, *y;
    QuantizedMatrix *codes; /* NULL: floats */
} Product;

static void multiply(void *context)
{
    Product *p = context;
    if (p->codes == NULL)
        matmul_kernel(p->y, p->x, p->w);
    else
        matmul_int8(p->y, p->x, p->codes, NULL);
}

static QuantScheme scheme_of(long bits)
{
    return bits == 8 ? (QuantScheme){8, PER_COLUMN} : (QuantScheme){4, QUANT_BLOCK};
}

void worker_matvec(const long *size, Effort effort)
{
    long bits = size[0], n = size[1];
    Rng rng = rng_seed(15);
    Product p = {.x = tensor_new(SHAPE(1, n)), .w = tensor_new(SHAPE(n, n))};
    p.y = tensor_new(SHAPE(1, n));
    init_normal(p.x, 0, 1, &rng);
    init_normal(p.w, 0, 1, &rng);
    double bytes = (double)(n * n) * sizeof(real);
    if (bits != 32) {
        p.codes = quantized_matrix_new(n, n, scheme_of(bits));
        matrix_quantize(p.codes, p.w);
        bytes = (double)quantized_matrix_bytes(p.codes);
    }
    worker_begin();
    Timing t = measure(multiply, &p, effort);
    worker_print("matvec", t, 0, 2e-9 * (double)(n * n));
    printf(", \"gb_per_s\": %.2f, \"by\": \"%s\"}\n", 1e-6 * bytes / t.median_ms,
           bits == 32 ? gemm_backend() : int8_backend());
    quantized_matrix_free(p.codes);
}

/* ---- decoding -------------------------------------------------------------------------------------------- */

typedef struct {
    QuantizedGpt *gpt;
    KvCache *cache;
    int *text;
    long position;
    real *logits;
    uint64_t sum; /* so that no compiler leaves the reading out */
} Decoding;

static void step(void *context)
{
    Decoding *d = context;
    quantized_gpt_decode(d->gpt, d->cache, d->text + d->position, d->logits);
    kv_cache_truncate(d->cache, d->position);
}

/* All codes and scales below m. Returns their bytes. */
static size_t read_module(Decoding *d, const Module *m)
{
    const QuantizedMatrix *q = module_codes(m);
    size_t bytes = 0;
    if (q != NULL) {
        size_t count = (size_t)(q->in * q->out), codes = q->nibbles != NULL ? count / 2 : count;
        bytes = quantized_matrix_bytes(q);
        d->sum += memory_read(q->nibbles != NULL ? (const void *)q->nibbles : q->codes, codes);
        d->sum +=
            memory_read(q->halves != NULL ? (const void *)q->halves : q->scales, bytes - codes);
    }
    for (int i = 0; i < m->n_children; i++)
        bytes += read_module(d, m->children[i].module);
    return bytes;
}

static void read_codes(void *context)
{
    Decoding *d = context;
    read_module(d, &d->gpt->module);
}

enum { ROUNDS = 4 };

/* Keys and values that a step reads. */
static double bytes_of_cache(const Decoding *d)
{
    const GptOptions *o = &d->gpt->options;
    return 2.0 * (double)(o->num_layers * o->embed_dim * (d->position + 1)) * sizeof(real);
}

void worker_codes(const long *size, Effort effort)
{
    const long *n = size + 1;
    Gpt *whole = gpt_new((GptOptions){.vocabulary = n[5],
                                      .context = n[3],
                                      .embed_dim = n[0],
                                      .num_heads = n[1],
                                      .num_layers = n[2],
                                      .causal = true,
                                      .qkv_in_one = true,
                                      .tied = true,
                                      .seed = 1337});
    Decoding d = {.gpt = quantized_gpt_new(whole, scheme_of(size[0])), .position = n[4]};
    module_free(&whole->module);
    Scope *scope = scope_current();
    d.text = scope_alloc(scope, (size_t)(d.position + 1) * sizeof *d.text);
    d.logits = scope_alloc(scope, (size_t)n[5] * sizeof(real));
    Rng rng = rng_seed(1337);
    for (long i = 0; i <= d.position; i++)
        d.text[i] = (int)rng_below(&rng, n[5]);
    memory_start();
    d.cache = quantized_gpt_cache_new(d.gpt, 1, n[3]);
    quantized_gpt_prefill(d.gpt, d.cache, d.text, d.position, NULL);
    Timing t[ROUNDS];
    double ms[ROUNDS], of_limit[ROUNDS], rate[ROUNDS];
    double codes = 1e-9 * (double)read_module(&d, &d.gpt->module),
           gigabytes = codes + 1e-9 * bytes_of_cache(&d);
    Effort share = {effort.warmup / ROUNDS, effort.seconds / ROUNDS, effort.min_steps, effort.mean};
    for (int i = 0; i < ROUNDS; i++) {
        rate[i] = codes / measure(read_codes, &d, share).median_ms * 1e3;
        t[i] = measure(step, &d, share);
        ms[i] = t[i].median_ms;
        of_limit[i] = gigabytes / rate[i] * 1e3 / ms[i];
    }
    t[0].median_ms = sample_median(ms, ROUNDS);
    worker_print("codes", t[0], 1, 0);
    printf(", \"step_gb\": %.4f, \"read_gb_per_s\": %.2f, \"of_memory_limit\": %.3f, \"by\": "
           "\"%s\"}\n",
           gigabytes, sample_median(rate, ROUNDS), sample_median(of_limit, ROUNDS), int8_backend());
    module_free(&d.gpt->module);
}
