/* checkpoint_notes.c - 08.7: numbers that come back to the bit, and a run that goes on from them. */
#include "checkpoint.h"
#include "want.h"
#include <inttypes.h>
#include <stdio.h>

/* ---- 08.7 checkpoint_notes ------------------------------------------------------------------------ */

typedef Optimizer *(*Maker)(const ParameterList *, OptimizerOptions);

/* A run in miniature: one Linear on random batches with dropout, and any optimizer. */
typedef struct {
    Rng batches, drops;
    Module *model;
    ParameterList *parameters;
    Optimizer *optimizer;
    CheckpointState state;
} Run;

static void run_start(Run *r, uint64_t seed, Maker make, double momentum)
{
    Rng rng = rng_seed(seed);
    *r = (Run){.batches = rng_stream(seed, 1), .drops = rng_stream(seed, 2)};
    r->model = sequential_new(
        LAYERS(&linear_new(3, 2, true, &rng)->module, &dropout_new((real)0.3, &r->drops)->module));
    r->parameters = parameters_of(r->model);
    r->optimizer = make(r->parameters, (OptimizerOptions){.lr = 0.1, .momentum = momentum});
    r->state =
        (CheckpointState){.best_loss = INFINITY, .n_rng = 2, .rng = {&r->batches, &r->drops}};
}

static void run_end(Run *r)
{
    optimizer_free(r->optimizer);
    parameters_free(r->parameters);
    module_free(r->model);
}

enum { ROOM = 32 }; /* more notes than there are */

static const char *note(const Notes *n, const char *key)
{
    for (long i = 0; i < n->count; i++)
        if (strcmp(n->entry[i].key, key) == 0)
            return n->entry[i].value;
    return "(no such note)";
}

static double rounded(double x, int digits)
{
    char text[40];
    snprintf(text, sizeof text, "%.*g", digits, x);
    return strtod(text, NULL);
}

/* A double that needs all 17 digits, x or one near it: from 0.3 to 0.45 and from 0.02 to 0.05 they are
 * closer together than numbers of 16 digits. */
static double long_number(double x)
{
    while (rounded(x, 16) == x)
        x = nextafter(x, 1);
    return x;
}

/* How many digits of x a note has: 17, all; 8, as many as a float; 0, it is another number; -1, there is
 * no such note. */
static long digits_of(const Notes *n, const char *key, double x)
{
    const char *text = note(n, key);
    double read = strtod(text, NULL);
    if (text[0] == '(')
        return -1;
    if (read == x)
        return 17;
    for (int digits = 1; digits < 17; digits++)
        if (read == rounded(x, digits))
            return digits;
    return read == (double)(float)x ? 8 : 0;
}

/* The two counts of steps in a note; -1: there is none. */
static Tensor *counts_of(const Notes *n)
{
    long first = -1, second = -1;
    sscanf(note(n, "optimizer.step"), "%ld %ld", &first, &second);
    Tensor *counts = blank(SHAPE(2));
    counts->data[0] = (real)first;
    counts->data[1] = (real)second;
    return counts;
}

TEST(numbers_come_back_to_the_bit, .points = 3, .exercise = "08.7 checkpoint_notes",
     .file = "checkpoint_notes.c")
{
    double best_loss = long_number(draw_double("best_loss", 0.3, 0.45));
    double lr = long_number(draw_double("lr", 0.02, 0.05));
    long step = draw_long("step", 5, 9);
    Run run;
    run_start(&run, draw_seed(), adam_new, 0);
    Optimizer *o = run.optimizer;
    const CheckpointState state = {.best_loss = best_loss, .step = step}, *s = &state;
    MetadataEntry room[ROOM];
    Notes notes = {.entry = room}, *n = &notes;
    o->lr = lr;
    o->step[0] = step + 2;
    o->step[1] = 3;
    given("s", "step %ld, best_loss %.17g", step, best_loss);
    given("o", "Adam, lr %.17g, step {%ld, 3}", lr, step + 2);

    Tensor *want = EXPECT(counts_want(step + 2, 3));
    CALL(checkpoint_notes(n, o, s));
    long digits_of_best_loss = digits_of(n, "training.best_loss", best_loss);
    check_long(digits_of_best_loss, 17, "training.best_loss, every bit of it");
    long digits_of_lr = digits_of(n, "optimizer.lr", lr);
    check_long(digits_of_lr, 17, "optimizer.lr, every bit of it");
    Tensor *counts = counts_of(n);
    check_tensor(counts, want, "optimizer.step has the counts of both parameters: step_counts(o)");
    const char *kind = note(n, "optimizer.kind");
    check_text(kind, "Adam", "optimizer.kind is o->kind");
    long run_step = atol(note(n, "training.step"));
    check_long(run_step, step, "training.step is s->step");
    run_end(&run);
}

TEST(random_states_and_other_notes, .points = 2, .exercise = "08.7 checkpoint_notes",
     .file = "checkpoint_notes.c")
{
    Rng first = {draw_seed() | (uint64_t)9 << 60}, second = {1 + draw_seed() % 255};
    char whole[17], short_one[17];
    snprintf(whole, sizeof whole, "%016" PRIx64, first.state);
    snprintf(short_one, sizeof short_one, "%016" PRIx64, second.state);
    const CheckpointState state = {.best_loss = INFINITY, .n_rng = 2, .rng = {&first, &second}};
    const CheckpointState *s = &state;
    const Optimizer *o = NULL;
    MetadataEntry room[ROOM] = {{"alphabet", "abc"}};
    Notes notes = {.entry = room, .count = 1}, *n = &notes;
    given("n", "one note, alphabet: abc"), given("o", "NULL");
    given("s", "best_loss INFINITY, two rngs with the states %s and %s", whole, short_one);

    CALL(checkpoint_notes(n, o, s));
    const char *rng_0 = note(n, "training.rng.0"), *rng_1 = note(n, "training.rng.1");
    check_text(rng_0, whole, "training.rng.0 is the whole state in hexadecimal");
    check_text(rng_1, short_one, "training.rng.1 is the second one, sixteen digits");
    const char *rng_2 = note(n, "training.rng.2"), *kind = note(n, "optimizer.kind");
    check_text(rng_2, "(no such note)", "there are n_rng = 2 of them");
    check_text(kind, "(no such note)", "without an optimizer there is nothing to say about it");
    long digits_of_best_loss = digits_of(n, "training.best_loss", INFINITY);
    check_long(digits_of_best_loss, 17, "training.best_loss, before the first evaluation, too");
    const char *alphabet = note(n, "alphabet");
    check_text(alphabet, "abc", "what was noted before is still there");
}

static void run_steps(Run *r, int steps)
{
    for (int i = 0; i < steps; i++) {
        Scope *scope = scope_open();
        Tensor *y = module_forward(r->model, tensor_normal(SHAPE(4, 3), 0, 1, &r->batches));
        Tensor *loss = tensor_mean(tensor_mul(y, y), ALL_AXES, false);
        optimizer_zero_grad(r->optimizer);
        tensor_backward(loss);
        optimizer_step(r->optimizer);
        r->state.best_loss = fmin(r->state.best_loss, (double)tensor_item(loss));
        r->state.step++;
        scope_close(scope);
    }
}

/* Moves a run into another one as a file does: tensors by their names, numbers by what notes say. */
static void move_run(Run *from, Run *to)
{
    ParameterList *sent = checkpoint_tensors(from->model, from->optimizer);
    ParameterList *wanted = checkpoint_tensors(to->model, to->optimizer);
    for (long i = 0; i < wanted->count; i++) {
        const Tensor *found = parameters_find(sent, wanted->name[i]);
        for (long j = 0; found != NULL && j < tensor_numel(found); j++)
            wanted->tensor[i]->data[j] = found->data[j];
    }
    parameters_free(sent);
    parameters_free(wanted);
    MetadataEntry room[ROOM];
    Notes notes = {.entry = room}, *n = &notes;
    checkpoint_notes(n, from->optimizer, &from->state);
    to->optimizer->lr = strtod(note(n, "optimizer.lr"), NULL);
    for (int i = 0; i < 2; i++) { /* both parameters are updated in every step */
        to->optimizer->step[i] = atol(note(n, "optimizer.step"));
        to->state.rng[i]->state = strtoull(note(n, rng_keys[i]), NULL, 16);
    }
}

/* The weights of 6 steps: at a stretch, or stopped after 3, saved, and resumed by another run. */
static Tensor *weights_of(Maker make, double momentum, uint64_t seed, bool stop)
{
    Run run, other;
    run_start(&run, seed, make, momentum);
    run_start(&other, seed + 1, make, momentum);
    run_steps(&run, 3);
    if (stop)
        move_run(&run, &other);
    Run *last = stop ? &other : &run;
    run_steps(last, 3);
    Tensor *weights = copy_of(last->parameters->tensor[0]);
    run_end(&run);
    run_end(&other);
    return weights;
}

TEST(resuming_gives_the_same_bits, .points = 4, .exercise = "08.7 checkpoint_notes",
     .file = "checkpoint_notes.c")
{
    uint64_t seed = draw_seed();
    const struct {
        Maker make;
        double momentum;
        const char *rule;
    } runs[] = {{adam_new, 0, "three steps, a stop, three steps: as six at a stretch"},
                {sgd_new, 0.9, "with momentum, too: its velocity moves along"}};
    for (int i = 0; i < 2; i++) {
        Tensor *straight = weights_of(runs[i].make, runs[i].momentum, seed, false);

        Tensor *want = EXPECT(copy_of(straight));
        check_called("checkpoint_notes(n, o, s) after three of six steps");
        Tensor *resumed = weights_of(runs[i].make, runs[i].momentum, seed, true);
        check_tensor_within(resumed, want, 0, runs[i].rule);
    }
}
