/* measure.c - a trained model, its artefact, and a race by the rules of the cup: make measure-20.
 *
 * The judge is yours, and so is the entry. The baseline is the same model in float, which reads its text again for each
 * token. Times are the machine's, on one thread.
 */
#include <math.h>
#include <string.h>
#include "kindling.h"
#include "cup_check.h"
#include "predict.h"

enum { V = 96, C = 64, CONTEXT = 64, LAYERS = 2, STEPS = 800, BATCH = 12, PROMPT = 16, ROUNDS = 8 };

enum { BYTES, BITS, FASTER, SCORE, LUCK };

static int *ids;
static long n_ids, n_training;
static Gpt *gpt;

/* A byte is a token: the end of a line is 0, blank to ~ are 1 to 95, anything else is read as '?'. */
static void read_text(void)
{
    size_t bytes;
    char *text = kindling_read_file("notebooks-c/prose.txt", &bytes);
    if (text == NULL)
        kindling_fail("measure-20: %s. hint: make measure-20 in the folder of the course",
                      kindling_error());
    ids = owned_alloc(bytes * sizeof *ids);
    for (size_t i = 0; i < bytes; i++) {
        char c = text[i];
        ids[n_ids++] = c == '\n' ? 0 : (c < ' ' || c > '~' ? '?' : c) - ' ' + 1;
    }
    owned_free(text);
    n_training = n_ids * 9 / 10;
}

static void train(void)
{
    gpt = gpt_new((GptOptions){.vocabulary = V,
                               .context = CONTEXT,
                               .embed_dim = C,
                               .num_heads = 4,
                               .num_layers = LAYERS,
                               .causal = true,
                               .tied = true,
                               .qkv_in_one = true,
                               .no_bias = true,
                               .seed = 20});
    ParameterList *list = parameters_of(&gpt->module);
    Optimizer *adamw = adamw_new(list, (OptimizerOptions){.lr = 4e-3, .weight_decay = 0.1});
    Dataset *data = text_dataset_new(ids, n_training, CONTEXT);
    Rng rng = rng_seed(20);
    for (long step = 0; step < STEPS; step++) {
        Scope *scope = scope_open();
        Batch batch;
        dataset_sample(data, BATCH, &rng, &batch);
        tensor_backward(gpt_loss(gpt, batch.ids, batch.labels));
        clip_grad_norm(list, 1);
        adamw->lr = schedule_cosine(step, STEPS, 40, 4e-3, 2e-4);
        optimizer_step(adamw);
        optimizer_zero_grad(adamw);
        scope_close(scope);
    }
    dataset_free(data);
    optimizer_free(adamw);
    parameters_free(list);
    module_train(&gpt->module, false);
}

/* ---- the baseline: floats, and all is read again ----------------------------------------------------------- */

typedef struct {
    int text[CONTEXT];
    long n;
} Baseline;

static void baseline_restart(void *context)
{
    ((Baseline *)context)->n = 0;
}

static void baseline_next(void *context, int id, real *logits)
{
    Baseline *b = context;
    long half = (CONTEXT + 1) / 2;
    if (b->n == CONTEXT) {
        memmove(b->text, b->text + half, (size_t)(CONTEXT - half) * sizeof *b->text);
        b->n -= half;
    }
    b->text[b->n++] = id;
    Scope *scope = scope_open();
    grad_mode(false);
    Tensor *all = gpt_forward(gpt, int_tensor_from(SHAPE(1, b->n), b->n, b->text), NULL);
    memcpy(logits, all->data + (b->n - 1) * V, (size_t)V * sizeof *logits);
    scope_close(scope);
}

/* ---- what the judge asks ------------------------------------------------------------------------------------- */

static double bits_of(CupModel m)
{
    long n = n_ids - n_training < 2000 ? n_ids - n_training : 2000;
    return cup_bits_per_byte(cup_nats(m, ids + n_training, n), n - 1);
}

static void the_same(Entry *e, CupModel entry)
{
    Gpt *twin = e->model;
    Scope *scope = scope_open();
    grad_mode(false);
    real *logits = scope_alloc(scope, (size_t)V * sizeof *logits);
    double off = 0;
    entry.restart(entry.context);
    for (long i = 0; i < CONTEXT; i++) {
        entry.next(entry.context, ids[i], logits);
        Tensor *all = gpt_forward(twin, int_tensor_from(SHAPE(1, i + 1), i + 1, ids), NULL);
        for (long v = 0; v < V; v++)
            off = fmax(off, fabs((double)(logits[v] - all->data[i * V + v])));
    }
    scope_close(scope);
    printf("1. %d tokens, one by one: logits differ from those of gpt_forward by at most %g\n",
           CONTEXT, off);
    contract(off <= 1e-3, "20.3 entry_next gives the logits of gpt_forward");
}

/* One number a round, 90 of 100 tokens: the tokens of a round share the same moment of the machine, so they are no independent
 * runs, and 48 of them say little more than one. */
static void of_rounds(const double *seconds, long each, double *round)
{
    for (long r = 0; r < ROUNDS; r++)
        round[r] = sample_quantile(seconds + r * each, each, 0.9);
}

static CupVerdict verdict_of(const double *a, const double *b, long each)
{
    double rounds_of_a[ROUNDS], rounds_of_b[ROUNDS];
    of_rounds(a, each, rounds_of_a);
    of_rounds(b, each, rounds_of_b);
    return cup_compare(rounds_of_a, ROUNDS, rounds_of_b, ROUNDS);
}

static void race(CupModel entry, CupModel baseline, CupFigures *e, CupFigures *b)
{
    enum { EACH = CONTEXT - PROMPT, ALL = ROUNDS * EACH };
    static double of_entry[ALL], of_baseline[ALL];
    static const char *const words[] = {"slower", "as fast, as far as anybody can say", "faster"};
    cup_race(entry, baseline, clock_monotonic(), ids + n_training, PROMPT, CONTEXT, ROUNDS,
             of_entry, of_baseline);
    e->seconds = sample_quantile(of_entry, ALL, 0.9);
    b->seconds = sample_quantile(of_baseline, ALL, 0.9);
    CupVerdict verdict = verdict_of(of_entry, of_baseline, EACH);
    printf("\n3. 90 of 100 tokens took at most %.3f ms, the baseline's %.3f ms: the entry is %s\n",
           1e3 * e->seconds, 1e3 * b->seconds, words[verdict + 1]);
    measured(FASTER, b->seconds / e->seconds);
    contract(verdict == CUP_FASTER || verdict == CUP_TIE || b->seconds < e->seconds,
             "20.7 cup_compare knows that less time is faster");
}

/* The same entry against itself. */
static void luck(CupModel entry)
{
    enum { RACES = 100, TOKENS = 24, EACH = TOKENS - 4 };
    double a[ROUNDS * EACH], b[ROUNDS * EACH];
    long found = 0;
    for (int i = 0; i < RACES; i++) {
        cup_race(entry, entry, clock_monotonic(), ids + n_training, 4, TOKENS, ROUNDS, a, b);
        found += verdict_of(a, b, EACH) != CUP_TIE;
    }
    printf("\n5. The entry against itself, %d times: called faster or slower %ld times\n", RACES,
           found);
    measured(LUCK, (double)found);
}

int main(void)
{
    kindling_set_threads(1);
    predict(BYTES, "bytes of the artefact, in per cent of the floats", "%");
    predict(BITS, "bits per byte more with codes", "%");
    predict(FASTER, "times as fast as a baseline that reads all again", "times");
    predict(SCORE, "the score", "");
    predict(LUCK, "of 100 races of an entry against itself, called faster or slower", "");
    printf("built with %s, %zu-byte numbers; a model is trained ...\n\n", gemm_backend(),
           sizeof(real));
    read_text();
    train();
    Scope *scope = scope_open();
    size_t bytes;
    unsigned char *artefact = artefact_of(gpt, &bytes);
    Entry *e = entry_open(artefact, bytes);
    if (e == NULL)
        kindling_fail("%s", kindling_error());
    owned_free(artefact); /* what runs has read it */
    Baseline plain = {.n = 0};
    CupModel entry = cup_model(e), baseline = {&plain, baseline_restart, baseline_next, V};
    the_same(e, entry);

    ParameterList *list = parameters_of(&gpt->module);
    double floats = (double)parameters_numel(list) * sizeof(float);
    parameters_free(list);
    CupFigures here = {.artefact = (double)bytes, .memory = (double)entry_bytes(e)};
    CupFigures there = {.artefact = floats, .memory = floats + sizeof plain};
    here.bits = bits_of(entry);
    there.bits = bits_of(baseline);
    printf("\n2. %zu bytes in place of %.0f; %.4f bits per byte in place of %.4f: it %s\n", bytes,
           floats, here.bits, there.bits,
           cup_passes(there.bits, here.bits) ? "passes" : "does not pass");
    measured(BYTES, 100 * here.artefact / floats);
    measured(BITS, 100 * (here.bits / there.bits - 1));
    contract(here.bits > 0.5 && here.bits < log(V) / log(2),
             "20.4 cup_nats: the model knows something, and not everything");
    race(entry, baseline, &here, &there);
    double score = cup_score(there, here);
    printf("\n4. Score %.2f: %.2f of seconds, %.2f of bytes, %.2f of memory\n", score,
           there.seconds / here.seconds, there.artefact / here.artefact,
           there.memory / here.memory);
    measured(SCORE, score);
    luck(entry);
    entry_close(e);
    scope_close(scope);
    module_free(&gpt->module);
    return conclude();
}
