// %% [markdown]
// # 2018 MLPerf
//
// Everybody had the fastest system, and no two had run the same thing. So engineers of Google, Baidu,
// Intel, Harvard, Stanford and others wrote down one set of tasks, a bar of quality that comes before any
// speed, and two divisions. **Closed**: the model is given, and nobody trains it again, so that systems are
// compared. **Open**: anything goes that reaches the bar.
//
// Here both are played with what this course has built: the GPT of 2020 goes through the closed division, as codes of 8
// bits (module 15) with a cache (18); LeNet of 1998 through the open one: channels leave, weights are
// pruned (16), what is left is trained again, and becomes codes. Who is faster is asked by the rules of modules 14 and 19.
//
// `SEED=7` draws and trains anew.

// %%
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "notebook.h"

enum { VOCABULARY = 384, CONTEXT = 24, C = 96, LAYERS = 2, BATCH = 12, STEPS = 400 };
/* Over 4 seeds: bits per byte at most 1.0000 of the float model's, 2.4 to 3.2 times as fast; digits read after training again
 * 1.2 to 1.5 points above their bar. Knocked out: bits 1.10 (scale of one column), 1.50 (sums of 16 bits). */
#define QUALITY 0.99 /* of the float model's, at least: MLPerf's bar; of bits, at most 1 / 0.99 */
/* Bytes of the closed division: 0.2695 whatever the seed, and nothing in it is chance. 98.8 % of the numbers are codes,
 * 0.2465 of the bytes; positions and norms, in float, are 0.0125, scales, a float a column, 0.0081, names and
 * shapes 0.0024. */
#define MOST_OF_FILE 0.27
#define LEAST_FASTER 1.25 /* two equal bodies may differ by some percent, whatever the ranks say */
#define MOST_STOLEN 0.05  /* of the machine's time, by a hypervisor, while it is timed */

static Rng rng;
static const QuantScheme per_column = {8, PER_COLUMN};

static void *whole_file(const char *path, size_t *bytes)
{
    void *file = kindling_read_file(path, bytes);
    if (file == NULL)
        kindling_fail("%s", kindling_error());
    return file;
}

/* And so no row knows how many rows there are, which a library does not promise. */
static bool products_are_ours(void)
{
    return strncmp(gemm_backend(), "built-in", 8) == 0 || strcmp(gemm_backend(), "in steps") == 0;
}

/* In a folder of this run's own. */
static char folder[] = "/tmp/kindling-2018-XXXXXX";

static const char *path_of(const char *name)
{
    static char path[2][64];
    static int turn;
    turn = 1 - turn;
    snprintf(path[turn], sizeof path[turn], "%s/%s.safetensors", folder, name);
    return path[turn];
}

static double file_bytes(const char *path)
{
    size_t bytes;
    owned_free(whole_file(path, &bytes));
    return (double)bytes;
}

// %% [markdown]
// ## Two models in float
//
// The GPT reads what that of 2020 reads, less of it: it has to know something, so that there is something to lose.

// %%
static char *text;
static size_t bytes, training_bytes;
static int *tokens;
static long n_tokens, n_training;
static double bytes_per_token;
static Gpt *gpt;

static void read_text(void)
{
    text = whole_file("notebooks-c/prose.txt", &bytes);
    bytes = 24974; /* as far as it is prose */
    training_bytes = bytes * 9 / 10;
    Bpe *bpe = bpe_train(text, training_bytes, VOCABULARY);
    tokens = owned_alloc(bytes * sizeof *tokens);
    n_training = bpe_encode(bpe, text, training_bytes, tokens);
    n_tokens = n_training +
               bpe_encode(bpe, text + training_bytes, bytes - training_bytes, tokens + n_training);
    bytes_per_token = (double)(bytes - training_bytes) / (double)(n_tokens - n_training);
    bpe_free(bpe);
}

typedef Tensor *(*Loss)(void *model, const IntTensor *ids, const IntTensor *targets);

/* Bits per byte of held-out text. */
static double bits(void *model, Loss loss)
{
    Dataset *data = text_dataset_new(tokens + n_training, n_tokens - n_training, CONTEXT);
    Rng where = rng_seed(7);
    double sum = 0;
    enum { BATCHES = 20 };
    for (int i = 0; i < BATCHES; i++) {
        Scope *scope = scope_open();
        grad_mode(false);
        Batch batch;
        dataset_sample(data, 16, &where, &batch);
        sum += (double)tensor_item(loss(model, batch.ids, batch.labels));
        scope_close(scope);
    }
    dataset_free(data);
    return sum / BATCHES / bytes_per_token / log(2);
}

static Tensor *float_loss(void *model, const IntTensor *ids, const IntTensor *targets)
{
    return gpt_loss(model, ids, targets);
}

static void train_gpt(void)
{
    gpt = gpt_new((GptOptions){.vocabulary = VOCABULARY,
                               .context = CONTEXT,
                               .embed_dim = C,
                               .num_heads = 4,
                               .num_layers = LAYERS,
                               .causal = true,
                               .qkv_in_one = true,
                               .tied = true,
                               .no_bias = true,
                               .seed = rng_bits(&rng)});
    ParameterList *parameters = parameters_of(&gpt->module);
    Optimizer *adamw =
        adamw_new(parameters,
                  (OptimizerOptions){
                      .lr = 3e-3, .beta2 = 0.99, .weight_decay = 0.1, .decay_matrices_only = true});
    Dataset *data = text_dataset_new(tokens, n_training, CONTEXT);
    for (long step = 0; step < STEPS; step++) {
        Scope *scope = scope_open();
        Batch batch;
        dataset_sample(data, BATCH, &rng, &batch);
        tensor_backward(gpt_loss(gpt, batch.ids, batch.labels));
        clip_grad_norm(parameters, 1);
        adamw->lr = schedule_cosine(step, STEPS, 20, 3e-3, 2e-4);
        optimizer_step(adamw);
        optimizer_zero_grad(adamw);
        scope_close(scope);
    }
    module_train(&gpt->module, false);
    long norms = 2 * (2 * LAYERS + 1) * C,
         want = (VOCABULARY + CONTEXT + 12 * LAYERS * C) * C + norms;
    long numbers = count_parameters(&gpt->module);
    printf("GPT: %ld numbers, %.3f bits per byte of held-out text\n", numbers,
           bits(gpt, float_loss));
    gate(numbers == want, "the GPT has %ld numbers, those of the shared head once", numbers);
    dataset_free(data);
    optimizer_free(adamw);
    parameters_free(parameters);
}

CELL
{
    const char *seed = getenv("SEED");
    notebook_seconds = fmax(notebook_seconds, 1200); /* for your own loops, and for busy machines */
#ifdef __wasm__ /* a page has a file system for itself */
    strcpy(folder, ".");
#else
    if (mkdtemp(folder) == NULL)
        kindling_fail("%s: no folder for the files", folder);
#endif
    rng = rng_seed(seed != NULL ? strtoull(seed, NULL, 10) : 2018);
    read_text();
    printf("%zu bytes are %ld tokens\n", bytes, n_tokens);
}

// %%
CELL
{
    train_gpt();
}

// %% [markdown]
// LeNet reads the digits of 1986, drawn finer, as in 1998.

// %%
enum { SIDE = 28, PIXELS = SIDE * SIDE, DIGITS = 1500, IMAGES = 32, FEW_STEPS = 300 };

static Tensor *x[2]; /* training, held out: (N, 1, 28, 28) */
static IntTensor *digits[2];
typedef struct {
    Module *network;
    Conv2d *c1, *c3;
    Linear *c5, *f6, *out;
} Lenet;
static Lenet lenet;

static Lenet lenet_new(void)
{
    Window five = {.kernel = {5, 5}}, same = {.kernel = {5, 5}, .padding = {2, 2}},
           two = {.kernel = {2, 2}};
    Lenet l = {.c1 = conv2d_new((Conv2dOptions){.in = 1, .out = 6, .window = same, .init = &rng}),
               .c3 = conv2d_new((Conv2dOptions){.in = 6, .out = 16, .window = five, .init = &rng}),
               .c5 = linear_new(400, 120, true, &rng),
               .f6 = linear_new(120, 84, true, &rng),
               .out = linear_new(84, 10, true, &rng)};
    l.network =
        sequential_new(LAYERS(&l.c1->module, tanh_new(), avg_pool2d_new(two, true), &l.c3->module,
                              tanh_new(), avg_pool2d_new(two, true), flatten_new(), &l.c5->module,
                              tanh_new(), &l.f6->module, tanh_new(), &l.out->module));
    return l;
}

static double share_right(Module *m)
{
    bool was = grad_mode(false);
    long right = 0;
    for (long at = 0; at < DIGITS; at += 500) {
        Scope *scope = scope_open();
        IntTensor *best =
            tensor_argmax(module_forward(m, tensor_slice(x[1], 0, at, at + 500, 1)), -1, false);
        for (long i = 0; i < 500; i++)
            right += best->data[i] == digits[1]->data[at + i];
        scope_close(scope);
    }
    grad_mode(was);
    return 100 * (double)right / DIGITS;
}

/* Some steps of AdamW; after each of them weights that were pruned are 0 again (pruning NULL: none were). */
static void train_images(Module *m, long steps, double lr, const Pruning *pruning)
{
    ParameterList *parameters = parameters_of(m);
    Optimizer *adamw = adamw_new(parameters, (OptimizerOptions){.lr = lr, .weight_decay = 1});
    Dataset *data = tensor_dataset_new(x[0], NULL, digits[0]);
    DataLoader *loader = loader_new(data, IMAGES, true, true, 1);
    for (long step = 0; step < steps; step++) {
        Scope *scope = scope_open();
        Batch batch;
        while (!loader_next(loader, &batch))
            ;
        tensor_backward(
            tensor_cross_entropy(module_forward(m, batch.x), batch.labels, NO_IGNORE_INDEX, 0));
        adamw->lr = schedule_cosine(step, steps, 0, lr, lr / 100);
        optimizer_step(adamw);
        if (pruning != NULL)
            pruning_apply(pruning);
        optimizer_zero_grad(adamw);
        scope_close(scope);
    }
    loader_free(loader);
    dataset_free(data);
    optimizer_free(adamw);
    parameters_free(parameters);
}

static double digits_right; /* in float */

CELL
{
    for (int which = 0; which < 2; which++) {
        x[which] = tensor_keep(tensor_zeros(SHAPE(DIGITS, 1, SIDE, SIDE)));
        digits[which] = int_tensor_new(SHAPE(DIGITS));
        for (long i = 0; i < DIGITS; i++) {
            digits[which]->data[i] = (int)(i % 10);
            digit_draw((int)(i % 10), SIDE, x[which]->data + i * PIXELS, &rng);
        }
    }
    lenet = lenet_new();
    train_images(lenet.network, FEW_STEPS, 3e-3, NULL);
    digits_right = share_right(lenet.network);
    printf("LeNet: %ld numbers, %.2f %% of %d held-out digits\n", count_parameters(lenet.network),
           digits_right, DIGITS);
    gate(digits_right >= 90, "there is something to lose: %.2f %% are read, at least 90 %%",
         digits_right);
}

// %% [markdown]
// ## Closed division
//
// A code for each weight, a scale for each column, and products in whole numbers. What counts is the *file*: names, shapes
// and scales are bytes, too.

// %%
static QuantizedGpt *codes;

static Tensor *codes_loss(void *model, const IntTensor *ids, const IntTensor *targets)
{
    return quantized_gpt_loss(model, ids, targets);
}

/* The largest distance of a weight from what its code says, in steps of its scale. */
static double steps_off(const QuantizedMatrix *q, const Tensor *w)
{
    double most = 0;
    Tensor *back = matrix_dequantize(q);
    for (long i = 0; i < q->in; i++)
        for (long j = 0; j < q->out; j++) {
            double gap = fabs((double)(back->data[i * q->out + j] - tensor_get(w, AT(i, j))));
            most = fmax(most, gap / (double)quantized_scale(q, j, i));
        }
    return most;
}

CELL
{
    codes = quantized_gpt_new(gpt, per_column);
    double most = 0;
    for (long i = 0; i < LAYERS; i++) {
        const QuantizedBlock *b = codes->blocks[i];
        const Block *f = gpt->blocks[i];
        most = fmax(most, steps_off(b->qkv->weight, f->attn->qkv->weight));
        most = fmax(most, steps_off(b->up->weight, f->up->weight));
        most = fmax(most, steps_off(b->down->weight, f->down->weight));
        most = fmax(most, steps_off(b->out->weight, f->attn->out->weight));
    }
    gate(sizeof *codes->tokens->weight->codes == 1 && most <= 0.5001,
         "every code is a byte, and every weight within half a step of it: %.3f", most);

    double whole = bits(gpt, float_loss), coded = bits(codes, codes_loss);
    if (module_save(&gpt->module, path_of("float")) != 0 ||
        quantized_gpt_save(codes, path_of("codes")) != 0)
        kindling_fail("%s", kindling_error());
    double large = file_bytes(path_of("float"));
    double small = file_bytes(path_of("codes"));
    table_begin("GPT|bytes of the file|bits per byte");
    table_row("float|%.0f|%.4f", large, whole);
    table_row("codes|%.0f|%.4f", small, coded);
    table_end();
    gate(small <= MOST_OF_FILE * large, "the file has %.4f of its bytes, at most %.2f",
         small / large, MOST_OF_FILE);
    gate(coded * QUALITY <= whole, "bits per byte are %.4f of the float model's, at most %.4f",
         coded / whole, 1 / QUALITY);
}

// %% [markdown]
// The file is the model: what is read from it says the same, in every bit. And it must not matter how a text is cut
// into pieces, nor that what was read is remembered.

// %%
CELL
{
    QuantizedGpt *read = quantized_gpt_load(path_of("codes"));
    if (read == NULL)
        kindling_fail("%s", kindling_error());
    const int *ids = tokens + n_training;
    bool was = grad_mode(false);
    Tensor *all = quantized_gpt_forward(codes, int_tensor_from(SHAPE(1, CONTEXT), CONTEXT, ids));
    Tensor *again = quantized_gpt_forward(read, int_tensor_from(SHAPE(1, CONTEXT), CONTEXT, ids));
    gate(memcmp(all->data, again->data, (size_t)tensor_numel(all) * sizeof(real)) == 0,
         "the model in the file gives the same logits");

    const long pieces[] = {4, 1, 1, 9, 1, CONTEXT - 16};
    static real logits[VOCABULARY];
    KvCache *c = quantized_gpt_cache_new(codes, 1, CONTEXT);
    long n = 0;
    double most = 0, bar = products_are_ours() ? 0 : 1e-3;
    for (int i = 0; i < 6; i++) {
        quantized_gpt_prefill(codes, c, ids + n, pieces[i], logits);
        n += pieces[i];
        for (long v = 0; v < VOCABULARY; v++)
            most = fmax(most, fabs((double)(logits[v] - all->data[(n - 1) * VOCABULARY + v])));
    }
    gate(most <= bar, "with a cache and in pieces the logits differ by %g, at most %g", most, bar);
    kv_cache_truncate(c, n - 1);
    scale_kernel(kv_cache_values(c, 0), kv_cache_values(c, 0), 2);
    quantized_gpt_decode(codes, c, ids + n - 1, logits);
    double moved = 0;
    for (long v = 0; v < VOCABULARY; v++)
        moved = fmax(moved, fabs((double)(logits[v] - all->data[(n - 1) * VOCABULARY + v])));
    gate(moved > 1e-2, "what is remembered matters: logits move by %.2f", moved);
    grad_mode(was);
    module_free(&read->module);
    remove(path_of("codes"));
    remove(path_of("float"));
}

// %% [markdown]
// ## The judge first
//
// A machine gets warmer and slower while it is measured. Here is one that does, on a clock of its own: two
// bodies that take as long as each other must be a tie on it, and one that takes a fifth longer must be found.

// %%
typedef struct {
    double time, slowness;
} Machine;
typedef struct {
    Machine *on;
    double work;
} Body;

static Rng chance = {.state = 2018};

static double machine_now(void *context)
{
    return ((Machine *)context)->time;
}

static void body_run(void *context)
{
    Body *b = context;
    b->on->time += b->work * b->on->slowness * (1 + 0.05 * rng_normal(&chance));
    b->on->slowness *= 1.01;
}

CELL
{
    enum { RUNS = 40 };
    double samples[3 * RUNS];
    Machine m = {.slowness = 1};
    Body body[] = {{&m, 1}, {&m, 1}, {&m, 1.2}};
    BenchmarkBody bodies[] = {{body_run, &body[0]}, {body_run, &body[1]}, {body_run, &body[2]}};
    Clock clock = {machine_now, &m};
    benchmark_interleaved(clock, bodies, 3, RUNS, &chance, samples);
    double equal[RUNS], slower[RUNS];
    for (int i = 0; i < RUNS; i++) {
        equal[i] = samples[RUNS + i] / samples[i];
        slower[i] = samples[2 * RUNS + i] / samples[i];
    }
    double tie = mann_whitney_p(samples, RUNS, samples + RUNS, RUNS);
    double found = mann_whitney_p(equal, RUNS, slower, RUNS);
    gate(tie > 0.01, "equal bodies are a tie on a machine that gets slower: p = %.4f", tie);
    gate(found < 0.01, "a fifth more is found: p = %.1e, 90 of 100 ratios are at most %.4f", found,
         sample_quantile(slower, RUNS, 0.9));
}

// %% [markdown]
// ## Is it faster?
//
// Both write the same number of tokens, in turn, round by round. The baseline reads its text again for each token, as
// module 13 did; the entry has codes and a cache. What counts is the time that 90 of 100 tokens do not
// exceed, and whether chance could have dealt it (Mann-Whitney). This is the one gate with a clock. It is the processor's,
// which stands still while other programs run, of one thread. There is a second try, and where a hypervisor gave the processor to
// somebody else meanwhile, which no clock of ours can know, the times are told and not judged.

// %%
enum { PROMPT = 8, TIMED = CONTEXT - PROMPT, ROUNDS = 12 };

typedef struct {
    KvCache *cache; /* NULL: the baseline */
    long at;
} Writer;

static void next_token(void *context)
{
    Writer *w = context;
    static real logits[VOCABULARY];
    const int *ids = tokens + n_training;
    Scope *scope = scope_open();
    grad_mode(false);
    if (w->cache != NULL)
        quantized_gpt_decode(codes, w->cache, ids + w->at, logits);
    else
        benchmark_keep(
            gpt_forward(gpt, int_tensor_from(SHAPE(1, w->at + 1), w->at + 1, ids), NULL));
    benchmark_keep(logits);
    scope_close(scope);
    w->at++;
}

/* Seconds of this process; where no clock tells them, those of the day. */
static double processor_now(void *context)
{
    (void)context;
#ifdef CLOCK_PROCESS_CPUTIME_ID
    struct timespec t;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t) == 0)
        return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
#endif
    return kindling_seconds();
}

/* Ticks of all processors since the machine began, by /proc/stat: all, and those that others had. 0 where nobody counts. */
static void count_ticks(double *all, double *stolen)
{
    double tick[8] = {0};
    FILE *f = fopen("/proc/stat", "r");
    if (f == NULL || fscanf(f, "cpu %lf %lf %lf %lf %lf %lf %lf %lf", tick, tick + 1, tick + 2,
                            tick + 3, tick + 4, tick + 5, tick + 6, tick + 7) != 8)
        tick[7] = 0;
    if (f != NULL)
        fclose(f);
    *all = 0;
    for (int i = 0; i < 8; i++)
        *all += tick[i];
    *stolen = tick[7];
}

/* ROUNDS texts: seconds of every token, (ROUNDS, TIMED) of each. */
static void race(double *entry, double *baseline)
{
    const Clock clock = {processor_now, NULL};
    Writer cached = {.cache = quantized_gpt_cache_new(codes, 1, CONTEXT)}, plain = {0};
    const BenchmarkBody bodies[] = {{next_token, &cached}, {next_token, &plain}};
    static double samples[2 * TIMED];
    for (long r = 0; r < ROUNDS; r++) {
        kv_cache_truncate(cached.cache, 0);
        quantized_gpt_prefill(codes, cached.cache, tokens + n_training, PROMPT - 1, NULL);
        cached.at = plain.at = PROMPT - 1; /* the token that warms up is not timed */
        benchmark_interleaved(clock, bodies, 2, TIMED, &rng, samples);
        memcpy(entry + r * TIMED, samples, TIMED * sizeof *entry);
        memcpy(baseline + r * TIMED, samples + TIMED, TIMED * sizeof *entry);
    }
}

CELL
{
    static double entry[ROUNDS * TIMED], baseline[ROUNDS * TIMED];
    double p = 1, here = 1, there = 0, all[2], stolen[2];
    bool faster = false;
    int threads = kindling_threads();
    kindling_set_threads(1);
    count_ticks(&all[0], &stolen[0]);
    for (int attempt = 0; attempt < 2 && !faster; attempt++) {
        race(entry, baseline);
        p = mann_whitney_p(entry, ROUNDS * TIMED, baseline, ROUNDS * TIMED);
        here = sample_quantile(entry, ROUNDS * TIMED, 0.9);
        there = sample_quantile(baseline, ROUNDS * TIMED, 0.9);
        faster = p < 0.01 && there >= LEAST_FASTER * here;
    }
    count_ticks(&all[1], &stolen[1]);
    kindling_set_threads(threads);
    printf("90 of 100 tokens took at most %.3f ms, of the baseline %.3f ms: %.1f times as fast\n",
           1e3 * here, 1e3 * there, there / here);
    double share = (stolen[1] - stolen[0]) / fmax(all[1] - all[0], 1);
    if (!faster && share > MOST_STOLEN)
        printf("not judged: %.0f %% of the machine's time was stolen meanwhile\n", 100 * share);
    else
        gate(faster, "codes and a cache are faster: at least %.2f times, p < 0.01", LEAST_FASTER);
}

// %% [markdown]
// ## Open division
//
// MLPerf's closed division forbids to leave weights out. Here it is allowed. First whole channels: of C3's sixteen the
// ten largest stay, of C5's 120 outputs sixty. A layer without them, and the next without these inputs, says what the
// large one says whose weights for them are 0: nothing is approximated by that step itself.

// %%
static const long KEPT_MAPS = 10, KEPT_OUTPUTS = 60, PLACES = 25;

/* Zeros where channels would leave. */
static void silence(Tensor *weight, Tensor *bias, long axis, long n, long keep, const long *which)
{
    long kept = 0, inner = tensor_numel(weight) / weight->shape[0];
    for (long i = 0; i < n; i++) {
        if (kept < keep && which[kept] == i) {
            kept++;
            continue;
        }
        bias->data[i] = 0;
        for (long k = 0; k < (axis == 0 ? inner : weight->shape[0]); k++)
            weight->data[axis == 0 ? i * inner + k : k * n + i] = 0;
    }
}

static double gap(Tensor *a, Tensor *b)
{
    return (double)tensor_item(tensor_max(tensor_abs(tensor_sub(a, b)), ALL_AXES, false));
}

CELL
{
    double map_norm[16], output_norm[120];
    long map[16], output[120], input[400];
    conv2d_output_norms(map_norm, lenet.c3);
    channels_largest(map, map_norm, 16, KEPT_MAPS);
    linear_output_norms(output_norm, lenet.c5);
    channels_largest(output, output_norm, 120, KEPT_OUTPUTS);
    channel_inputs(input, KEPT_MAPS, map, PLACES);

    bool was = grad_mode(false);
    Tensor *some = tensor_slice(x[1], 0, 0, 50, 1);
    silence(lenet.c3->weight, lenet.c3->bias, 0, 16, KEPT_MAPS, map);
    silence(lenet.c5->weight, lenet.c5->bias, 1, 120, KEPT_OUTPUTS, output);
    Tensor *silent = module_forward(lenet.network, some);
    conv2d_keep_outputs(lenet.c3, KEPT_MAPS, map);
    linear_keep_inputs(lenet.c5, KEPT_MAPS * PLACES, input);
    linear_keep_outputs(lenet.c5, KEPT_OUTPUTS, output);
    linear_keep_inputs(lenet.f6, KEPT_OUTPUTS, output);
    Tensor *smaller = module_forward(lenet.network, some);
    double off =
        gap(silent, smaller) / (double)tensor_item(tensor_max(tensor_abs(silent), ALL_AXES, false));
    grad_mode(was);
    long left = count_parameters(lenet.network);
    printf("%ld of 61706 numbers are left, %.2f %% of the digits are read\n", left,
           share_right(lenet.network));
    gate(off <= 1e-5, "the smaller network says what the one with zeros says: off by %.0e", off);
    gate(left <= 61706 * 4 / 10, "channels left: %ld of 61706 numbers stay, at most 40 %%", left);
}

// %% [markdown]
// Then half of what is left, weight by weight, the smallest first, and training again with the zeros held. An optimizer
// remembers: without the mask behind each step they would come back.

// %%
static double after_training;

CELL
{
    double before = share_right(lenet.network);
    ParameterList *candidates = prune_candidates(lenet.network);
    Pruning *pruning = pruning_new(candidates);
    pruning_by_magnitude(pruning, 0.5);
    double pruned = share_right(lenet.network);
    train_images(lenet.network, FEW_STEPS, 2e-3, pruning);
    after_training = share_right(lenet.network);
    long zeros = 0, all = parameters_numel(candidates);
    for (long i = 0; i < candidates->count; i++)
        zeros += (long)floor(0.5 + tensor_sparsity(candidates->tensor[i]) *
                                       (double)tensor_numel(candidates->tensor[i]));
    table_begin("LeNet|digits read");
    table_row("in float|%.2f %%", digits_right);
    table_row("without channels|%.2f %%", before);
    table_row("half of the rest pruned|%.2f %%", pruned);
    table_row("trained again|%.2f %%", after_training);
    table_end();
    gate(zeros == (long)floor(0.5 + 0.5 * (double)all),
         "%ld of %ld weights are 0 after training: exactly half", zeros, all);
    gate(after_training >= QUALITY * digits_right,
         "trained again it reads %.2f %%, at least %.2f %%", after_training,
         QUALITY * digits_right);
    pruning_free(pruning);
    parameters_free(candidates);
}

// %% [markdown]
// And now codes. The convolutions stay in float: they are 4 % of what is left, and used at every place.

// %%
CELL
{
    double large = 61706 * sizeof(float);
    Module *small = quantize_model(lenet.network, per_column);
    if (quantized_save(small, path_of("lenet"), 0, NULL) != 0)
        kindling_fail("%s", kindling_error());
    double right = share_right(small), file = file_bytes(path_of("lenet"));
    remove(path_of("lenet"));
    remove(folder); /* it is empty */
    printf("%.0f bytes in place of %.0f, and %.2f %% of the digits in place of %.2f %%\n", file,
           large, right, digits_right);
    gate(file <= 0.15 * large, "the file has %.3f of the float model's bytes, at most 0.15",
         file / large);
    gate(right >= QUALITY * digits_right, "as codes it reads %.2f %%, at least %.2f %%", right,
         QUALITY * digits_right);
}
