/* board.c - what is trusted of the cup: it trains the model that is given, says what logits are worth, and draws the board.
 *
 *     board train SEED STEPS OUT FILE...   a model of that text, as safetensors
 *     board bits TEXTS LOGITS              bits per byte; in TEXTS a text ends with NUL, in LOGITS all rows are floats
 *     board weights MODEL WEIGHTS          of all tensors the largest error, over the tensor's norm
 *     board memory                         bytes of the model as floats; what baseline and closed entries hold while they run
 *     board table ROUNDS                   lines "NAME DIVISION BITS ITS ARTEFACT MEMORY ITS FOLDER", with tabs, become the board; ITS:
 *                                          the same of the baseline
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cup.h"
#include "task.h"

enum { BATCH = 12, MOST = 2000, LINE = 4096, RESAMPLES = 2000 };

static char *whole(const char *path, size_t *bytes)
{
    char *data = kindling_read_file(path, bytes);
    if (data == NULL)
        kindling_fail("%s", kindling_error());
    return data;
}

/* ---- the model ------------------------------------------------------------------------------------------------- */

static long read_texts(int count, char **paths, int **ids)
{
    long n = 0;
    *ids = owned_alloc(sizeof **ids);
    for (int i = 0; i < count; i++) {
        size_t bytes;
        char *text = whole(paths[i], &bytes);
        int *more = owned_alloc(((size_t)n + bytes) * sizeof *more);
        memcpy(more, *ids, (size_t)n * sizeof *more);
        owned_free(*ids);
        for (size_t j = 0; j < bytes; j++)
            more[n++] = task_id(text[j]);
        owned_free(text);
        *ids = more;
    }
    return n;
}

static void train(uint64_t seed, long steps, const char *out, int count, char **paths)
{
    int *ids;
    long n = read_texts(count, paths, &ids);
    Gpt *gpt = task_model(seed);
    ParameterList *list = parameters_of(&gpt->module);
    Optimizer *adamw = adamw_new(list, (OptimizerOptions){.lr = 3e-3, .weight_decay = 0.1});
    Dataset *data = text_dataset_new(ids, n, TASK_CONTEXT);
    Rng rng = rng_seed(seed);
    for (long step = 0; step < steps; step++) {
        Scope *scope = scope_open();
        Batch batch;
        dataset_sample(data, BATCH, &rng, &batch);
        Tensor *loss = gpt_loss(gpt, batch.ids, batch.labels);
        tensor_backward(loss);
        clip_grad_norm(list, 1);
        adamw->lr = schedule_cosine(step, steps, 20, 3e-3, 3e-4);
        optimizer_step(adamw);
        optimizer_zero_grad(adamw);
        if (step % 100 == 99)
            fprintf(stderr, "cup: a model is trained: %ld of %ld steps, %.2f bits per byte\n",
                    step + 1, steps, (double)loss->data[0] / log(2));
        scope_close(scope);
    }
    if (module_save(&gpt->module, out) != 0)
        kindling_fail("%s", kindling_error());
}

static Gpt *loaded(const char *path)
{
    Gpt *g = task_model(1);
    if (module_load(&g->module, path) != 0)
        kindling_fail("%s", kindling_error());
    return g;
}

static double floats(Gpt *g)
{
    ParameterList *list = parameters_of(&g->module);
    double bytes = (double)parameters_numel(list) * sizeof(float);
    parameters_free(list);
    return bytes;
}

/* Of the baseline its floats and its text; of a closed entry what the model answer of entry_bytes says. */
static void memory(void)
{
    size_t bytes;
    Gpt *g = task_model(1);
    Scope *scope = scope_open();
    unsigned char *artefact = artefact_of(g, &bytes);
    Entry *e = entry_open(artefact, bytes);
    printf("%.0f %.0f %.0f\n", floats(g), floats(g) + (TASK_CONTEXT + 1) * sizeof(int),
           (double)entry_bytes(e));
    scope_close(scope);
}

/* ---- what came out of a box -------------------------------------------------------------------------------------- */

typedef struct {
    const char *rows;
    size_t left;
} Recorded; /* logits of one text behind the other */

static void no_restart(void *context)
{
    (void)context;
}

static void next_row(void *context, int id, real *logits)
{
    Recorded *r = context;
    (void)id;
    if (r->left < TASK_V * sizeof *logits)
        kindling_fail("logits are missing");
    memcpy(logits, r->rows, TASK_V * sizeof *logits);
    r->rows += TASK_V * sizeof *logits;
    r->left -= TASK_V * sizeof *logits;
}

static void bits(const char *texts, const char *logits)
{
    size_t bytes, n;
    char *text = whole(texts, &bytes);
    Recorded r = {.rows = whole(logits, &n)};
    r.left = n;
    double nats = 0;
    long foretold = 0;
    for (char *at = text; at < text + bytes; at += strlen(at) + 1) {
        static int ids[TASK_LONGEST];
        long count = (long)strlen(at);
        for (long i = 0; i < count; i++)
            ids[i] = task_id(at[i]);
        nats += cup_nats((CupModel){&r, no_restart, next_row, TASK_V}, ids, count);
        foretold += count - 1;
    }
    printf("%.6f\n", cup_bits_per_byte(nats, foretold));
}

static void weights(const char *model, const char *path)
{
    size_t bytes;
    const char *at = whole(path, &bytes);
    Gpt *g = loaded(model);
    ParameterList *list = parameters_of(&g->module);
    double worst = bytes == (size_t)floats(g) ? 0 : INFINITY;
    for (long i = 0; i < list->count && !isinf(worst); i++) {
        double error = 0, norm = 0;
        for (long j = 0; j < tensor_numel(list->tensor[i]); j++, at += sizeof(real)) {
            real x;
            memcpy(&x, at, sizeof x);
            double given = (double)list->tensor[i]->data[j], off = (double)x - given;
            error += off * off;
            norm += given * given;
        }
        double share = sqrt(error / norm);
        worst = share <= worst ? worst : share;
    }
    printf("%.6f\n", worst);
}

/* ---- the board --------------------------------------------------------------------------------------------------- */

typedef struct {
    char name[256], division[16];
    CupFigures figures, baseline;
    double score, *rounds; /* the score of each round alone */
    Interval interval;
} Row;

static double *times(const char *folder, const char *file, long *n)
{
    char path[LINE];
    size_t bytes;
    snprintf(path, sizeof path, "%s/%s", folder, file);
    double *x = (double *)(void *)whole(path, &bytes);
    *n = (long)(bytes / sizeof *x);
    return x;
}

static void score_row(Row *row, const char *folder, long rounds, Rng *rng)
{
    long n, m;
    double *of_entry = times(folder, "entry", &n), *of_baseline = times(folder, "baseline", &m);
    long each = n / rounds;
    row->figures.seconds = sample_quantile(of_entry, n, 0.9);
    row->baseline.seconds = sample_quantile(of_baseline, m, 0.9);
    row->score = cup_score(row->baseline, row->figures);
    row->rounds = owned_alloc((size_t)rounds * sizeof *row->rounds);
    for (long i = 0; i < rounds; i++) {
        CupFigures here = row->figures, there = row->baseline;
        here.seconds = sample_quantile(of_entry + i * each, each, 0.9);
        there.seconds = sample_quantile(of_baseline + i * each, each, 0.9);
        row->rounds[i] = cup_score(there, here);
    }
    row->interval = bootstrap_interval(row->rounds, rounds, sample_median, 0.95, RESAMPLES, rng);
}

static int by_score(const void *a, const void *b)
{
    const Row *x = a, *y = b;
    int closed = strcmp(x->division, y->division);
    return closed                ? closed
           : x->score < y->score ? 1
           : x->score > y->score ? -1
                                 : strcmp(x->name, y->name);
}

static void heading(const char *division)
{
    printf("\n%s division\n%5s  %-24s %7s  %-15s %9s %7s %9s %7s %9s %9s %7s\n", division, "place",
           "entry", "score", "95 %", "bits/byte", "more", "artefact", "fewer", "memory", "p90",
           "faster");
}

static void show(const Row *row, long place)
{
    const CupFigures *e = &row->figures, *b = &row->baseline;
    char interval[32];
    snprintf(interval, sizeof interval, "%.2f to %.2f", row->interval.low, row->interval.high);
    printf("%5ld  %-24s %7.2f  %-15s %9.4f %5.1f %% %9.0f %6.2fx %9.0f %6.3f ms %6.2fx\n", place,
           row->name, row->score, interval, e->bits, 100 * (e->bits / b->bits - 1), e->artefact,
           b->artefact / e->artefact, e->memory, 1e3 * e->seconds, b->seconds / e->seconds);
}

/* Who cannot be told from the best of a place shares it, whatever the digits are. */
static void table(Row *rows, long n, long rounds)
{
    qsort(rows, (size_t)n, sizeof *rows, by_score);
    for (long i = 0, first = 0, leader = 0; i < n; i++) {
        bool begins = i == 0 || strcmp(rows[i].division, rows[i - 1].division) != 0;
        if (begins) {
            heading(rows[i].division);
            first = i;
        }
        if (begins || cup_compare(rows[leader].rounds, rounds, rows[i].rounds, rounds) != CUP_TIE)
            leader = i;
        show(&rows[i], leader - first + 1);
    }
}

static void board(long rounds)
{
    static Row rows[MOST];
    char line[LINE], folder[LINE];
    long n = 0;
    Rng rng = rng_seed(20);
    double there = floats(task_model(1));
    while (n < MOST && fgets(line, sizeof line, stdin) != NULL) {
        Row *row = &rows[n++];
        row->baseline = (CupFigures){.artefact = there};
        if (sscanf(line, "%255[^\t]\t%15[^\t]\t%lf\t%lf\t%lf\t%lf\t%lf\t%4095[^\n]", row->name,
                   row->division, &row->figures.bits, &row->baseline.bits, &row->figures.artefact,
                   &row->figures.memory, &row->baseline.memory, folder) != 8)
            kindling_fail("board table: line %ld is none of an entry", n);
        score_row(row, folder, rounds, &rng);
    }
    table(rows, n, rounds);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    kindling_set_threads(1);
    if (strcmp(what, "train") == 0 && argc > 5)
        train(strtoull(argv[2], NULL, 10), atol(argv[3]), argv[4], argc - 5, argv + 5);
    else if (strcmp(what, "bits") == 0 && argc == 4)
        bits(argv[2], argv[3]);
    else if (strcmp(what, "weights") == 0 && argc == 4)
        weights(argv[2], argv[3]);
    else if (strcmp(what, "memory") == 0)
        memory();
    else if (strcmp(what, "table") == 0 && argc == 3)
        board(atol(argv[2]));
    else
        return fprintf(stderr, "usage: board train|bits|weights|memory|table ...\n"), 2;
    return 0;
}
