/* measure.c - what micro-batches save, what a schedule gains, what a checkpoint weighs:
 * make measure-08. */
#include <math.h>
#include <stdio.h>
#include <unistd.h>
#include "kindling.h"
#include "predict.h"
#include "trainer.h"

enum { GRAPH, CONSTANT, COSINE, FILE_BYTES };

typedef struct {
    Module *model;
    ParameterList *parameters;
    Optimizer *optimizer;
    DataLoader *examples;
    size_t most; /* bytes of the largest graph */
    double lr;
    int schedule;
    uint64_t seed;
} Task;

static void draw(void *context, Batch *batch)
{
    while (!loader_next(((Task *)context)->examples, batch)) {
    }
}

static Tensor *loss(void *context, const Batch *b)
{
    Task *t = context;
    Tensor *value =
        tensor_cross_entropy(module_forward(t->model, b->x), b->labels, NO_IGNORE_INDEX, 0);
    size_t used = scope_bytes(scope_current());
    t->most = used > t->most ? used : t->most;
    return value;
}

static Trainer start(Task *t, int n_widths, const long *widths, OptimizerOptions options)
{
    Rng rng = rng_seed(t->seed);
    t->model = mlp_new(n_widths, widths, ACT_TANH, &rng);
    t->parameters = parameters_of(t->model);
    t->optimizer = adamw_new(t->parameters, options);
    return (Trainer){.model = t->model,
                     .optimizer = t->optimizer,
                     .parameters = t->parameters,
                     .context = t,
                     .draw = draw,
                     .loss = loss};
}

static void end(Task *t)
{
    optimizer_free(t->optimizer);
    parameters_free(t->parameters);
    module_free(t->model);
}

/* ---- memory of micro-batches ------------------------------------------------------------------ */

/* The largest difference between a gradient and its part of `kept`; keeps them the first time. */
static double compare(const Task *t, double *kept, bool first)
{
    double most = 0;
    long k = 0;
    for (long i = 0; i < t->parameters->count; i++) {
        const Tensor *g = t->parameters->tensor[i]->grad;
        for (long j = 0; j < tensor_numel(g); j++, k++) {
            if (first)
                kept[k] = (double)g->data[j];
            most = fmax(most, fabs(kept[k] - (double)g->data[j]));
        }
    }
    return most;
}

static void measure_micro_batches(void)
{
    enum { N = 512, D = 128 };
    Rng rng = rng_seed(8);
    Tensor *x = tensor_normal(SHAPE(N, D), 0, 1, &rng);
    IntTensor *labels = int_tensor_new(SHAPE(N));
    for (long i = 0; i < N; i++)
        labels->data[i] = (int)rng_below(&rng, 10);
    Dataset *dataset = tensor_dataset_new(x, NULL, labels);
    Task task = {.most = 0};
    Trainer t = start(&task, SHAPE(D, 256, 256, 10), (OptimizerOptions){.lr = 1e-3});
    double *kept =
        scope_alloc(scope_current(), (size_t)parameters_numel(task.parameters) * sizeof *kept);
    double whole = 0;
    for (long n = 1; n <= 64; n *= 4) {
        task.examples = loader_new(dataset, N / n, false, false, 1);
        task.most = 0;
        t.micro_batches = n;
        double mean = trainer_gradients(&t), bytes = (double)task.most;
        whole = n == 1 ? bytes : whole;
        double off = compare(&task, kept, n == 1);
        printf("  %5ld %8ld %12.1f KB %10.1f KB %14.6f %14.1e\n", n, N / n, whole / (double)n / 1e3,
               bytes / 1e3, mean, off);
        contract(off < 1e-5,
                 "08.2 trainer_gradients: the parts give the gradient of the whole batch");
        if (n == 16)
            measured(GRAPH, bytes / 1e3);
        loader_free(task.examples);
    }
    end(&task);
    dataset_free(dataset);
}

/* ---- schedules -------------------------------------------------------------------------------- */

enum { STEPS = 600, WARMUP = 60, WAYS = 5, RATES = 4, SEEDS = 3 };
static const double rates[RATES] = {0.01, 0.03, 0.1, 0.3};
static const char *const way_name[WAYS] = {"constant", "linear", "cosine", "cosine, no warm-up",
                                           "step: a tenth every 200"};

static double rate(void *context, long step)
{
    const Task *t = context;
    switch (t->schedule) {
    case 1:
        return schedule_linear(step, STEPS, WARMUP, t->lr, t->lr / 100);
    case 2:
        return schedule_cosine(step, STEPS, WARMUP, t->lr, t->lr / 100);
    case 3:
        return schedule_cosine(step, STEPS, 0, t->lr, t->lr / 100);
    case 4:
        return schedule_step(step, 200, 0.1, WARMUP, t->lr);
    default:
        return t->lr;
    }
}

/* Two spirals with some noise. */
static Dataset *spirals(long n, uint64_t seed)
{
    Rng rng = rng_seed(seed);
    Tensor *x = tensor_zeros(SHAPE(n, 2));
    IntTensor *kinds = int_tensor_new(SHAPE(n));
    for (long i = 0; i < n; i++) {
        double t = (double)(i / 2) / (double)(n / 2), angle = 3.14159 * (2.5 * t + (double)(i % 2));
        kinds->data[i] = (int)(i % 2);
        x->data[2 * i] = (real)(t * cos(angle) + 0.02 * rng_normal(&rng));
        x->data[2 * i + 1] = (real)(t * sin(angle) + 0.02 * rng_normal(&rng));
    }
    return tensor_dataset_new(x, NULL, kinds);
}

static double held_out_after(int schedule, double lr, uint64_t seed, Dataset *training,
                             DataLoader *held_out)
{
    Task task = {.lr = lr, .schedule = schedule, .seed = seed};
    task.examples = loader_new(training, 32, true, true, seed);
    Trainer t = start(&task, SHAPE(2, 32, 32, 2), (OptimizerOptions){.lr = lr});
    t.schedule = rate;
    t.held_out = held_out;
    t.steps = STEPS;
    trainer_run(&t);
    loader_free(task.examples);
    end(&task);
    return t.best_loss; /* evaluated once, after the last step */
}

static void measure_schedules(void)
{
    Dataset *training = spirals(400, 8), *others = spirals(300, 9);
    DataLoader *held_out = loader_new(others, 128, false, false, 1);
    for (int way = 0; way < WAYS; way++) {
        printf("  %-24s", way_name[way]);
        for (int i = 0; i < RATES; i++) {
            double sum = 0;
            for (uint64_t seed = 1; seed <= SEEDS; seed++)
                sum += held_out_after(way, rates[i], seed, training, held_out);
            printf(" %9.3f", sum / SEEDS);
            if (i == 2 && (way == 0 || way == 2))
                measured(way == 0 ? CONSTANT : COSINE, sum / SEEDS);
        }
        printf("\n");
    }
    loader_free(held_out);
    dataset_free(training);
    dataset_free(others);
}

/* ---- checkpoints ------------------------------------------------------------------------------ */

static void measure_checkpoint(const char *name, bool moments)
{
    char path[64];
    snprintf(path, sizeof path, "/tmp/kindling-measure-08-%ld.safetensors", (long)getpid());
    Task task = {.most = 0};
    start(&task, SHAPE(128, 512, 512, 10), (OptimizerOptions){.lr = 1e-3});
    CheckpointState state = {.best_loss = INFINITY};
    double predicted = (double)parameters_numel(task.parameters) * sizeof(real) * (moments ? 3 : 1);
    size_t size = 0;
    if (checkpoint_save(path, task.model, moments ? task.optimizer : NULL, &state) == 0)
        owned_free(kindling_read_file(path, &size));
    remove(path);
    printf("  %-24s %12.0f %12zu   %.0f more for names and notes\n", name, predicted, size,
           (double)size - predicted);
    contract((double)size >= predicted, moments
                                            ? "08.6 everything: a checkpoint holds the moments, too"
                                            : "08.6 everything: a checkpoint holds all weights");
    if (moments)
        measured(FILE_BYTES, (double)size);
    end(&task);
}

/* ---- runs to look at (08.8) ------------------------------------------------------------------ */

static const char *const cause_name[TRAINING_CAUSES] = {
    "none",    "large rate", "small rate",   "no warm-up",   "short",     "not cleared",
    "no step", "NaN",        "few examples", "not shuffled", "same loss", "dropping"};

static void show_curve(const char *name, const double *curve)
{
    printf("    %-9s", name);
    for (long step = 0; step < RUN_STEPS - 1; step += step == 0 ? 29 : 30)
        printf(" %9.3g", curve[step]);
    printf(" %9.3g\n", curve[RUN_STEPS - 1]);
}

static void show_runs(void)
{
    static TrainingCurves c;
    for (int cause = 0; cause < TRAINING_CAUSES; cause++) {
        sealed_run((TrainingCause)cause, 8, &c);
        printf("  %s\n", cause_name[cause]);
        show_curve("loss", c.loss);
        show_curve("held out", c.held_out);
        show_curve("norm", c.norm);
        show_curve("rate", c.rate);
    }
}

int main(void)
{
    Scope *scope = scope_open();
    predict(GRAPH, "graph of 32 examples through 128-256-256-10", "KB");
    predict(CONSTANT, "held-out loss at rate 0.1, constant (0.040 at 0.03)", "");
    predict(COSINE, "the same with a cosine", "");
    predict(FILE_BYTES, "checkpoint of 333,834 weights with AdamW's moments", "bytes");
    printf("\nA step on 512 examples, in n micro-batches\n\n  %5s %8s %15s %13s %14s %14s\n", "n",
           "examples", "predicted", "graph", "mean loss", "off by");
    measure_micro_batches();
    printf(
        "\nHeld-out loss on two spirals after %d steps of AdamW, warm-up %d, mean of %d seeds\n\n"
        "  %-24s",
        STEPS, WARMUP, SEEDS, "lr");
    for (int i = 0; i < RATES; i++)
        printf(" %9g", rates[i]);
    printf("\n");
    measure_schedules();
    printf("\nBytes of a checkpoint\n\n  %-24s %12s %12s\n", "", "predicted", "file");
    measure_checkpoint("weights alone", false);
    measure_checkpoint("weights, AdamW's moments", true);
    printf("\nRuns of 240 steps, each with one mistake: steps 0, 29, 59, 89, ... 239\n\n");
    show_runs();
    printf("\n");
    scope_close(scope);
    return conclude();
}
