/* measure.c - what codes cost and what they gain: make measure-15.
 *
 * Four questions of the lesson. Times are the processor's, on one thread, the best of a few runs. The model is a small
 * GPT that has learnt sentences of a tiny grammar; what it is asked is sentences that it has not seen.
 */
#include <math.h>
#include <string.h>
#include <time.h>
#include "int8_kernel.h"
#include "kindling.h"
#include "predict.h"

enum { SMALLER, WORSE_8, WORSE_4, YOURS, KERNEL, RUINED };
enum {
    CONTEXT = 48,
    STEPS = 400,
    BATCH = 16,
    LETTERS = 28,
    LENGTH = 24000,
    WINDOWS = 40,
    RUNS = 7
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* ---- sentences ------------------------------------------------------------------------------------------- */

static int text[LENGTH + 64];

/* "the old miller sees a red boat. ", letters a to z, space and point. */
static void write_text(void)
{
    static const char *const words[6][6] = {
        {"the ", "a ", "my ", "your ", "no ", "each "},
        {"old ", "red ", "quiet ", "small ", "wet ", ""},
        {"miller ", "horse ", "river ", "boat ", "wheel ", "child "},
        {"sees ", "turns ", "follows ", "loves ", "hides ", "wakes "},
        {"the ", "a ", "my ", "your ", "no ", "each "},
        {"moon. ", "hill. ", "corn. ", "night. ", "stone. ", "song. "}};
    Rng rng = rng_seed(15);
    for (long n = 0; n < LENGTH;)
        for (int place = 0; place < 6 && n < LENGTH; place++)
            for (const char *c = words[place][rng_below(&rng, 6)]; *c != '\0' && n < LENGTH; c++)
                text[n++] = *c == ' ' ? 26 : *c == '.' ? 27 : *c - 'a';
}

static Gpt *trained(void)
{
    Gpt *g = gpt_new((GptOptions){.vocabulary = LETTERS,
                                  .context = CONTEXT,
                                  .embed_dim = 64,
                                  .num_heads = 4,
                                  .num_layers = 2,
                                  .causal = true,
                                  .qkv_in_one = true,
                                  .tied = true,
                                  .seed = 15});
    ParameterList *parameters = parameters_of(&g->module);
    Optimizer *adamw = adamw_new(parameters, (OptimizerOptions){.lr = 4e-3, .beta2 = 0.98});
    Dataset *learn = text_dataset_new(text, LENGTH * 7 / 8, CONTEXT);
    Rng rng = rng_seed(1);
    for (long i = 0; i < STEPS; i++) {
        Scope *scope = scope_open();
        Batch batch;
        dataset_sample(learn, BATCH, &rng, &batch);
        adamw->lr = schedule_cosine(i, STEPS, 40, 4e-3, 4e-5);
        tensor_backward(gpt_loss(g, batch.ids, batch.labels));
        optimizer_step(adamw);
        optimizer_zero_grad(adamw);
        scope_close(scope);
    }
    dataset_free(learn);
    optimizer_free(adamw);
    parameters_free(parameters);
    module_train(&g->module, false);
    return g;
}

/* On the last eighth of the text. */
static double loss_of(Gpt *g, QuantizedGpt *q)
{
    const long from = LENGTH * 7 / 8, room = LENGTH / 8 - CONTEXT - 1;
    double sum = 0;
    bool was = grad_mode(false);
    for (long i = 0; i < WINDOWS; i++) {
        Scope *scope = scope_open();
        const int *at = text + from + room * i / WINDOWS;
        IntTensor *ids = int_tensor_from(SHAPE(1, CONTEXT), CONTEXT, at);
        IntTensor *next = int_tensor_from(SHAPE(1, CONTEXT), CONTEXT, at + 1);
        sum += (double)tensor_item(q != NULL ? quantized_gpt_loss(q, ids, next)
                                             : gpt_loss(g, ids, next));
        scope_close(scope);
    }
    grad_mode(was);
    return sum / WINDOWS;
}

/* ---- 1. bytes and loss --------------------------------------------------------------------------------------- */

static void schemes(Gpt *g)
{
    static const QuantScheme scheme[] = {{8, PER_TENSOR}, {8, PER_COLUMN}, {8, 32}, {4, 32}};
    double bytes = (double)quantized_bytes(&g->module), loss = loss_of(g, NULL);
    printf("1. A GPT of %.0f bytes, 64 channels, 2 layers, on sentences it has not seen\n\n",
           bytes);
    printf("   scheme             bytes    smaller       loss      more\n");
    printf("   %-12s %11.0f %10.2f %10.4f\n", "float32", bytes, 1.0, loss);
    for (int i = 0; i < 4; i++) {
        QuantizedGpt *q = quantized_gpt_new(g, scheme[i]);
        double own = (double)quantized_bytes(&q->module), more = loss_of(g, q) - loss;
        printf("   %-12s %11.0f %10.2f %10.4f %9.4f\n", quant_scheme_name(scheme[i]), own,
               bytes / own, loss + more, more);
        if (i == 1)
            measured(WORSE_8, more);
        if (i == 3) {
            measured(WORSE_4, more);
            measured(SMALLER, bytes / own);
        }
        contract(fabs(more) < (i < 3 ? 0.3 : 1.5),
                 "15.2 to 15.6: a model in codes says nearly what the model says");
        module_free(&q->module);
    }
}

/* ---- 2. a row times a matrix ----------------------------------------------------------------------------------- */

typedef struct {
    Tensor *x, *w, *y;
    QuantizedMatrix *codes;
    Int8Product product;
    const Int8Kernel *kernel;
    int32_t *sums;
} Rows;

static void in_floats(Rows *r)
{
    matmul_kernel(r->y, r->x, r->w);
}

static void by_yours(Rows *r)
{
    matmul_int8(r->y, r->x, r->codes, NULL);
}

static void by_kernel(Rows *r)
{
    r->kernel->columns(&r->product, 0, r->product.out, r->sums);
}

static double best_of(void (*f)(Rows *), Rows *r, int times)
{
    double best = 1e9;
    for (int run = 0; run < RUNS; run++) {
        double start = now();
        for (int i = 0; i < times; i++)
            f(r);
        best = fmin(best, (now() - start) / times);
    }
    return best;
}

static Rows rows_new(long n)
{
    Rng rng = rng_seed(15);
    Rows r = {
        .x = tensor_new(SHAPE(1, n)), .w = tensor_new(SHAPE(n, n)), .y = tensor_new(SHAPE(1, n))};
    init_normal(r.x, 0, 1, &rng);
    init_normal(r.w, 0, 1, &rng);
    r.codes = quantized_matrix_new(n, n, (QuantScheme){8, PER_COLUMN});
    matrix_quantize(r.codes, r.w);
    int8_t *x = scope_alloc(scope_current(), (size_t)n);
    int32_t *offsets = scope_alloc(scope_current(), (size_t)n * sizeof *offsets);
    int32_t *total = scope_alloc(scope_current(), sizeof *total);
    quantize_row(x, r.x->data, n, quant_symmetric(r.x->data, n, 8));
    int8_offsets(x, n, 128, offsets, total);
    r.product = (Int8Product){.m = 1,
                              .in = n,
                              .out = n,
                              .x_row = n,
                              .x = x,
                              .offsets = offsets,
                              .total = total,
                              .codes = r.codes->codes};
    r.kernel = int8_kernel();
    r.sums = scope_alloc(scope_current(), (size_t)n * sizeof *r.sums);
    return r;
}

static void products(void)
{
    printf("\n2. ms for a row times (n, n), and how many times as fast as in floats\n\n");
    printf("      n     float32     yours           the engine's, by %s\n", int8_backend());
    if (strcmp(int8_backend(), "plain") == 0)
        printf(
            "(plain: no instructions for products of codes, as in a browser; what the lesson says\n"
            "of speed is about a processor that has them)\n");
    for (long n = 1024; n <= 4096; n *= 4) {
        Scope *scope = scope_open();
        Rows r = rows_new(n);
        int times = n == 1024 ? 10 : 1;
        double floats = best_of(in_floats, &r, times), yours = best_of(by_yours, &r, times);
        double kernel = best_of(by_kernel, &r, times);
        printf("   %4ld %11.3f %9.3f %6.2f %12.3f %6.2f\n", n, floats, yours, floats / yours,
               kernel, floats / kernel);
        if (n == 4096) {
            measured(YOURS, floats / yours);
            measured(KERNEL, floats / kernel);
        }
        in_floats(&r);
        Tensor *want = tensor_mul_scalar(r.y, 1);
        by_yours(&r);
        double off = 0, size = 0;
        for (long j = 0; j < n; j++) {
            off += pow((double)(r.y->data[j] - want->data[j]), 2);
            size += pow((double)want->data[j], 2);
        }
        contract(off < 1e-3 * size, "15.6 matmul_int8 is near the product of floats");
        quantized_matrix_free(r.codes);
        scope_close(scope);
    }
}

/* ---- 3. one column that is far larger --------------------------------------------------------------------------- */

static double error_of_others(const Tensor *w, QuantScheme scheme)
{
    long in = w->shape[0], out = w->shape[1];
    QuantizedMatrix *q = quantized_matrix_new(in, out, scheme);
    matrix_quantize(q, w);
    Tensor *back = matrix_dequantize(q);
    quantized_matrix_free(q);
    double error = 0, size = 0;
    for (long i = 0; i < in * out; i++) {
        if (i % out == 0) /* the large one */
            continue;
        error += pow((double)(back->data[i] - w->data[i]), 2);
        size += pow((double)w->data[i], 2);
    }
    return 100 * sqrt(error / size);
}

static void outlier(void)
{
    Rng rng = rng_seed(15);
    Tensor *w = tensor_new(SHAPE(256, 64));
    init_normal(w, 0, 1, &rng);
    printf("\n3. Column 0 times 1, 10, 100: how far the others are from themselves, in %%\n\n");
    printf("   column 0     one scale    a scale a column    Q8_0\n");
    for (double factor = 1; factor <= 100; factor *= 10) {
        double all = error_of_others(w, (QuantScheme){8, PER_TENSOR});
        double column = error_of_others(w, (QuantScheme){8, PER_COLUMN});
        printf("   %8.0f %13.2f %19.2f %7.2f\n", factor, all, column,
               error_of_others(w, (QuantScheme){8, 32}));
        contract(column < 2,
                 "15.5 matrix_quantize: with a scale for each column no column harms another");
        if (factor == 100)
            measured(RUINED, all);
        for (long i = 0; i < 256; i++)
            w->data[i * 64] *= 10;
    }
}

int main(void)
{
    kindling_set_threads(1);
    predict(SMALLER, "a small GPT in Q4_0: how many times smaller than in floats", "times");
    predict(WORSE_8, "its loss on new sentences, in int8: so much more", "nats");
    predicted_within(WORSE_8, 0.002);
    predict(WORSE_4, "and in Q4_0", "nats");
    predict(YOURS, "a row times (4096, 4096) by your matmul_int8, over float32", "times as fast");
    predict(KERNEL, "the same by the engine's kernel", "times as fast");
    predict(RUINED, "one scale, and one column 100 times as large: error of the others", "%");
    printf("products: %s, %zu-byte numbers\n\n", gemm_backend(), sizeof(real));
    printf("A small GPT learns its sentences first, %d steps, which takes most of the time.\n\n",
           STEPS);
    fflush(stdout);
    Scope *scope = scope_open();
    write_text();
    Gpt *g = trained();
    schemes(g);
    products();
    outlier();
    module_free(&g->module);
    scope_close(scope);
    return conclude();
}
