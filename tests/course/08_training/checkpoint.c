/* checkpoint.c - 08.8 and 08.9: what a file holds, and that resuming gives the same bits. */
#include "check.h"
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

/* A run in miniature: one Linear on random batches with dropout, and any optimizer. */
typedef struct {
    Rng batches, drops;
    Module *model;
    ParameterList *parameters;
    Optimizer *optimizer;
    CheckpointState state;
} Run;

typedef Optimizer *(*Maker)(const ParameterList *, OptimizerOptions);

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

/* A name of a file for this process; the file is gone after file_forget. */
static const char *file_name(void)
{
    static char name[64];
    snprintf(name, sizeof name, "/tmp/kindling-module-08-%ld.safetensors", (long)getpid());
    return name;
}

static void file_forget(void)
{
    remove(file_name());
}

/* Saves the run and opens the file; the file itself goes at once, what was read stays. */
static SafeTensors *saved(Run *r, bool with_optimizer)
{
    SafeTensors *file = NULL;
    if (checkpoint_save(file_name(), r->model, with_optimizer ? r->optimizer : NULL, &r->state) ==
        0)
        file = safetensors_open(file_name());
    file_forget();
    return file;
}

/* ---- 08.8 checkpoint_tensors ------------------------------------------------------------------------- */

enum { TENSORS = 6 }; /* a Linear and at most two moments */

/* Writes a checkpoint of which tensor number k, counted from 1, holds k units everywhere. */
static void write_numbered(const Run *run, bool moments, double unit)
{
    static const char *const parameter[2] = {"0.weight", "0.bias"};
    const Optimizer *o = run->optimizer;
    char name[TENSORS][64];
    const char *names[TENSORS];
    Tensor *tensors[TENSORS];
    long n = 0;
    for (int which = -1; which < (moments ? o->n_state : 0); which++)
        for (int i = 0; i < 2; i++, n++) {
            snprintf(name[n], sizeof name[n], "%s%s%s%s", which < 0 ? "" : "optimizer.",
                     which < 0 ? "" : o->state_name[which], which < 0 ? "" : ".", parameter[i]);
            names[n] = name[n];
            tensors[n] = i == 0 ? tensor_full(SHAPE(3, 2), (real)(unit * (double)(n + 1)))
                                : tensor_full(SHAPE(2), (real)(unit * (double)(n + 1)));
        }
    const MetadataEntry notes[] = {
        {"optimizer.kind", o->kind}, {"optimizer.step", "4"}, {"optimizer.lr", "0.1"}};
    if (safetensors_save(file_name(), n, names, tensors, 3, notes) != 0)
        fail("%s", kindling_error());
}

/* A number of weight, bias, and of both moments of each, after loading the file above: 0 where
 * nothing came. */
static Tensor *numbers_loaded(Run *run, bool with_optimizer)
{
    Tensor *all = tensor_zeros(SHAPE(TENSORS));
    for (int i = 0; i < 2; i++)
        tensor_fill(run->parameters->tensor[i], 0);
    int status =
        checkpoint_load(file_name(), run->model, with_optimizer ? run->optimizer : NULL, NULL);
    file_forget();
    if (status != 0)
        fail("%s", kindling_error());
    for (int i = 0; i < 2; i++) {
        all->data[i] = run->parameters->tensor[i]->data[0];
        for (int which = 0; which < run->optimizer->n_state; which++)
            all->data[2 + 2 * which + i] = run->optimizer->state[which][i]->data[0];
    }
    return all;
}

static inline void register_lists(double unit)
{
    MISTAKE_MESSAGE("\"optimizer.exp_avg.0.bias\" is left over",
                    "the moments are not in the list, or not all: which runs from 0 to o->n_state, "
                    "i over all parameters; without them Adam starts again from zero");
    MISTAKE_MESSAGE("\"optimizer.exp_avg.0.weight\" is left over",
                    "moments of the first parameter are missing: i runs from 0");
    MISTAKE_MESSAGE("\"optimizer.exp_avg_sq.0.bias\" is left over",
                    "only the first moment: there are o->n_state of them per parameter");
    MISTAKE_MESSAGE("\"0.bias\" is left over",
                    "the weights are missing: start from module_state(m)");
    MISTAKE_MESSAGE("is taken", "two tensors got the same name: which moment it is belongs into "
                                "the name, as well as the parameter");
    MISTAKE_MESSAGE("is missing; the file has",
                    "the moments have other names: optimizer.<moment>.<parameter>");
    MISTAKE(plain_scaled(values(SHAPE(TENSORS), VALUES(5, 6, 0, 0, 0, 0)), unit),
            "the weight itself was listed under the names of its moments: o->state[which][i]");
    MISTAKE(plain_scaled(values(SHAPE(TENSORS), VALUES(1, 2, 5, 6, 0, 0)), unit),
            "the first moment was listed twice: o->state[which][i]");
    MISTAKE(plain_scaled(values(SHAPE(TENSORS), VALUES(1, 2, 5, 6, 3, 4)), unit),
            "exp_avg and exp_avg_sq have changed places");
    (void)unit; /* where nothing is expected, only recorded */
}

TEST(weights_and_moments_come_back, .points = 3, .exercise = "08.8 checkpoint_tensors",
     .file = "checkpoint_tensors.c",
     .hints = HINTS("A Linear and Adam: two parameters, each with two moments.",
                    "Two loops: over the moments `which`, over the parameters i.",
                    "parameters_add(list, name, o->state[which][i]);"))
{
    Run run;
    double unit = draw_double("unit", 0.5, 2);
    run_start(&run, 1, adam_new, 0);
    write_numbered(&run, true, unit);
    given("run", "a Linear with Adam; the file has weight 1, bias 2, exp_avg 3 and 4, exp_avg_sq 5 "
                 "and 6, each times unit");
    EXPECT(Tensor *want = plain_scaled(values(SHAPE(TENSORS), VALUES(1, 2, 3, 4, 5, 6)), unit));
    EXPECT(register_lists(unit););
    Tensor *numbers = CALL(numbers_loaded(&run, true));
    check_tensor(numbers, want,
                 "weights under their own names, moments as optimizer.<moment>.<parameter>");
    run_end(&run);
}

TEST(one_moment_comes_back, .points = 2, .exercise = "08.8 checkpoint_tensors",
     .file = "checkpoint_tensors.c",
     .hints = HINTS("SGD with momentum keeps one moment, momentum_buffer.",
                    "o->n_state says how many, o->state_name[which] how it is called.",
                    "for (int which = 0; o != NULL && which < o->n_state; which++)"))
{
    Run run;
    run_start(&run, 1, sgd_new, 0.9);
    write_numbered(&run, true, 1);
    given("run", "a Linear with SGD and momentum; the file has weight 1, bias 2, momentum_buffer 3 "
                 "and 4");
    EXPECT(Tensor *want = values(SHAPE(TENSORS), VALUES(1, 2, 3, 4, 0, 0)));
    MISTAKE_MESSAGE("is left over", "the moment is not in the list, or not of every parameter");
    MISTAKE_MESSAGE("is missing; the file has",
                    "the moment has another name than o->state_name[0]");
    Tensor *numbers = CALL(numbers_loaded(&run, true));
    check_tensor(numbers, want, "one moment: optimizer.momentum_buffer.<parameter>");
    run_end(&run);
}

TEST(files_without_moments, .points = 1, .exercise = "08.8 checkpoint_tensors",
     .file = "checkpoint_tensors.c",
     .hints = HINTS("o may be NULL: then only the weights are wanted, for using the model.",
                    "SGD without momentum has no moments: n_state is 0.",
                    "for (int which = 0; o != NULL && which < o->n_state; which++)"))
{
    Run run;
    run_start(&run, 2, sgd_new, 0);
    write_numbered(&run, false, 1);
    given("run", "a Linear with plain SGD; the file has weight 1, bias 2");
    EXPECT(Tensor *want = values(SHAPE(TENSORS), VALUES(1, 2, 0, 0, 0, 0)));
    Tensor *plain = CALL(numbers_loaded(&run, true));
    check_tensor(plain, want, "plain SGD keeps nothing besides the weights");
    write_numbered(&run, false, 1);
    Tensor *alone = CALL(numbers_loaded(&run, false));
    check_tensor(alone, want, "without an optimizer, the weights alone");
    run_end(&run);
}

/* The buffer "mean" of the model after loading a file in which it is (7, 8). */
static Tensor *buffer_loaded(Run *run)
{
    const char *names[] = {"0.weight", "0.bias", "mean"};
    Tensor *tensors[] = {tensor_zeros(SHAPE(3, 2)), tensor_zeros(SHAPE(2)),
                         tensor_from(SHAPE(2), VALUES(7, 8))};
    Tensor *mean = run->model->buffer[0].tensor;
    if (safetensors_save(file_name(), 3, names, tensors, 0, NULL) != 0)
        fail("%s", kindling_error());
    int status = checkpoint_load(file_name(), run->model, NULL, NULL);
    file_forget();
    if (status != 0)
        fail("%s", kindling_error());
    return mean;
}

TEST(buffers_come_back, .points = 1, .exercise = "08.8 checkpoint_tensors",
     .file = "checkpoint_tensors.c",
     .hints = HINTS("A running mean is no parameter, and the model is another one without it.",
                    "Not parameters_of: there is a function for all that belongs to a model.",
                    "ParameterList *list = module_state(m);"))
{
    Run run;
    run_start(&run, 3, sgd_new, 0);
    module_buffer(run.model, "mean", BUFFER_SAVED, SHAPE(2));
    given("run", "a model with a buffer \"mean\", which is (7, 8) in the file");
    EXPECT(Tensor *want = values(SHAPE(2), VALUES(7, 8)));
    MISTAKE_MESSAGE(
        "\"mean\" is left over",
        "the buffers are missing: parameters_of leaves them out, module_state does not");
    Tensor *mean = CALL(buffer_loaded(&run));
    check_tensor(mean, want, "the buffer of the file");
    run_end(&run);
}

/* ---- 08.9 checkpoint_notes ------------------------------------------------------------------------ */

/* A note as a number; -1: there is no such note. */
static double note_number(const SafeTensors *file, const char *key)
{
    const char *text = safetensors_metadata(file, key);
    return text != NULL ? strtod(text, NULL) : -1;
}

static const char *note_text(const SafeTensors *file, const char *key)
{
    const char *text = safetensors_metadata(file, key);
    return text != NULL ? text : "(no such note)";
}

/* The counts of steps of two parameters; -1: there is none. */
static Tensor *counts_stored(const SafeTensors *file)
{
    long first = -1, second = -1;
    sscanf(note_text(file, "optimizer.step"), "%ld %ld", &first, &second);
    Tensor *counts = tensor_zeros(SHAPE(2));
    counts->data[0] = (real)first;
    counts->data[1] = (real)second;
    return counts;
}

static inline double rounded(double x, int digits)
{
    char text[40];
    snprintf(text, sizeof text, "%.*g", digits, x);
    return strtod(text, NULL);
}

static inline void register_digits(double x)
{
    MISTAKE_NUMBER(-1, "there is no such note: resuming would go on without it");
    MISTAKE_NUMBER(rounded(x, 6), "written with 6 digits: a double needs 17, \"%.17g\"");
    char text[40];
    snprintf(text, sizeof text, "%f", x);
    MISTAKE_NUMBER(strtod(text, NULL), "written with 6 digits: a double needs 17, \"%.17g\"");
    MISTAKE_NUMBER((double)(float)x, "rounded to a float on the way: it is a double");
    MISTAKE_NUMBER(rounded(x, 15), "15 digits are not enough for every double: \"%.17g\"");
}

static inline void register_steps_taken(long steps)
{
    MISTAKE_NUMBER(-1, "there is no such note: resuming would go on without it");
    MISTAKE_NUMBER((double)steps, "that is the step of the run: the optimizer counts its own");
}

TEST(numbers_come_back_to_the_bit, .points = 3, .exercise = "08.9 checkpoint_notes",
     .file = "checkpoint_notes.c",
     .hints = HINTS("Which digits of 0.1 + 0.2 are lost when it is printed?",
                    "\"%.17g\" for doubles, \"%ld\" for steps.",
                    "notes_add(n, \"training.best_loss\", \"%.17g\", "
                    "s->best_loss);"))
{
    double best_loss = draw_double("best_loss", 0.1, 0.9), lr = draw_double("lr", 0.01, 0.09);
    long steps = draw_long("steps", 5, 9);
    Run run;
    run_start(&run, 3, adam_new, 0);
    given("run", "best_loss, lr as drawn; step steps, of the optimizer 2 more");
    run.state.best_loss = best_loss;
    run.state.step = steps;
    run.optimizer->lr = lr;
    run.optimizer->step[0] = run.optimizer->step[1] = steps + 2;
    SafeTensors *file = CALL(saved(&run, true));
    EXPECT(register_digits(best_loss););
    double best = note_number(file, "training.best_loss");
    check_number(best, best_loss, 0, "training.best_loss, every bit of it");
    EXPECT(register_digits(lr););
    double rate = note_number(file, "optimizer.lr");
    check_number(rate, lr, 0, "optimizer.lr, every bit of it");
    long taken = (long)note_number(file, "optimizer.step");
    EXPECT(register_steps_taken(steps););
    check_long(taken, steps + 2, "optimizer.step is the count of both parameters");
    check_text(note_text(file, "optimizer.kind"), "Adam", "optimizer.kind is o->kind");
    check_long((long)note_number(file, "training.step"), steps, "training.step is s->step");
    safetensors_close(file);
    run.optimizer->step[1] = 3; /* it came late */
    file = CALL(saved(&run, true));
    Tensor *counts = counts_stored(file);
    MISTAKE(values(SHAPE(2), VALUES((real)(steps + 2), -1)),
            "one count for all: step_counts(o) writes that of each parameter");
    MISTAKE(values(SHAPE(2), VALUES(3, -1)),
            "one count for all: step_counts(o) writes that of each parameter");
    EXPECT(Tensor *both = values(SHAPE(2), VALUES((real)(steps + 2), 3)));
    check_tensor(counts, both, "optimizer.step has both counts where they differ");
    safetensors_close(file);
    run_end(&run);
}

TEST(random_states_and_other_notes, .points = 2, .exercise = "08.9 checkpoint_notes",
     .file = "checkpoint_notes.c",
     .hints = HINTS("A state has 64 bits, more than a double can hold.",
                    "checkpoint_load reads them as hexadecimal.",
                    "notes_add(n, rng_keys[i], \"%016\" PRIx64, "
                    "s->rng[i]->state);"))
{
    static const MetadataEntry own[] = {{"alphabet", "abc"}, {"layers", "4"}};
    Run run;
    run_start(&run, 4, sgd_new, 0);
    given("run", "two rngs with the states fedcba9876543210 and 00000000000000ff");
    run.batches.state = 0xfedcba9876543210u;
    run.drops.state = 0xff;
    run.state.metadata = own;
    run.state.n_metadata = 2;
    SafeTensors *file = CALL(saved(&run, true));
    check_text(note_text(file, "training.rng.0"), "fedcba9876543210",
               "training.rng.0 is the whole state, 64 bits in hexadecimal");
    check_text(note_text(file, "training.rng.1"), "00000000000000ff",
               "training.rng.1 is the second state, sixteen digits");
    check_text(note_text(file, "training.rng.2"), "(no such note)", "there are n_rng = 2 of them");
    check_text(note_text(file, "alphabet"), "abc", "the caller's own entries are still there");
    check_text(note_text(file, "layers"), "4", "all of them");
    safetensors_close(file);
    file = CALL(saved(&run, false));
    check_text(note_text(file, "optimizer.kind"), "(no such note)",
               "without an optimizer there is nothing to say about it");
    check_text(note_text(file, "training.rng.0"), "fedcba9876543210",
               "but the random states are there");
    safetensors_close(file);
    run_end(&run);
}

/* The weights of 6 steps: at a stretch, or stopped after 3, saved, and resumed by another run. */
static Tensor *weights_of(Maker make, double momentum, uint64_t seed, bool stop)
{
    Run run, other;
    run_start(&run, seed, make, momentum);
    run_steps(&run, stop ? 3 : 6);
    Run *last = &run;
    if (stop) {
        run_start(&other, seed + 1, make, momentum);
        last = &other;
        int status = checkpoint_save(file_name(), run.model, run.optimizer, &run.state);
        if (status == 0)
            status = checkpoint_load(file_name(), other.model, other.optimizer, &other.state);
        file_forget();
        if (status != 0)
            fail("%s", kindling_error());
        run_steps(&other, 3);
    }
    Tensor *weights = tensor_zeros(SHAPE(3, 2));
    memcpy(weights->data, last->parameters->tensor[0]->data, 6 * sizeof(real));
    run_end(&run);
    if (stop)
        run_end(&other);
    return weights;
}

TEST(resuming_gives_the_same_bits, .points = 4, .exercise = "08.9 checkpoint_notes",
     .file = "checkpoint_notes.c",
     .hints = HINTS("What does a step depend on? Weights, moments, the count of steps, the rate, "
                    "the batch, the dropout mask.",
                    "A note that is missing is named in the message.",
                    "training.best_loss; optimizer.kind, .step, .lr; rng_keys[i] for each rng."))
{
    uint64_t seed = draw_seed();
    given("seed", "drawn");
    MISTAKE_MESSAGE("no \"training.best_loss\"", "best_loss was not written: a resumed run would "
                                                 "take its first evaluation for the best ever");
    MISTAKE_MESSAGE("no \"training.rng", "the random states were not written, or not all: batches "
                                         "and dropout masks would be others");
    MISTAKE_MESSAGE("no \"optimizer.step\"",
                    "optimizer.step was not written: Adam would correct old moments as if new");
    MISTAKE_MESSAGE("no \"optimizer.lr\"", "optimizer.lr was not written");
    MISTAKE_MESSAGE("no \"optimizer.kind\"", "optimizer.kind was not written");
    MISTAKE_MESSAGE("expected a number", "a number was written that cannot be read as one");
    Tensor *adam = weights_of(adam_new, 0, seed, false);
    EXPECT(Tensor *want = copy_of(adam));
    Tensor *resumed = CALL(weights_of(adam_new, 0, seed, true));
    check_tensor_within(resumed, want, 0, "three steps, a stop, three steps: as six at a stretch");
    Tensor *sgd = weights_of(sgd_new, 0.9, seed, false);
    EXPECT(Tensor *rolled = copy_of(sgd));
    Tensor *rolling = CALL(weights_of(sgd_new, 0.9, seed, true));
    check_tensor_within(rolling, rolled, 0, "with momentum, too: its velocity is in the file");
}
