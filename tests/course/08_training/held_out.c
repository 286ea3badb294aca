/* held_out.c - 08.6 and 08.7: a mean over examples, and looking up without a trace. */
#include "task.h"

/* ---- 08.6 trainer_mean_loss ------------------------------------------------------------------ */

typedef enum {
    M_RIGHT,
    M_OF_MEANS,
    M_SUM,
    M_OVER_FULL,
    M_OVER_BATCHES,
    M_NOT_LAST,
    M_FIRST,
    M_UNWEIGHTED,
    M_BY_SIZE
} Mean;

/* x (N, D) in batches of `size`. */
static double plain_mean(Mean way, const Tensor *w, const Tensor *x, long size, long first)
{
    long N = x->shape[0], D = x->shape[1], batches = 0, count = 0;
    double sum = 0, means = 0;
    for (long i = first; i < N; i += size) {
        long n = N - i < size ? N - i : size, counted = rows_below(x->data + i * D, n, D, IGNORED);
        long weight = way == M_BY_SIZE ? n : counted;
        double batch = 0;
        if ((way == M_NOT_LAST && i + size >= N) || (way == M_FIRST && i > 0))
            continue;
        for (long k = i * D; k < (i + n) * D; k++) {
            double gap = (double)w->data[k % D] - (double)x->data[k];
            if (x->data[k - k % D] < IGNORED)
                batch += gap * gap / (double)(counted * D);
        }
        sum += (double)weight * batch;
        means += batch;
        count += weight;
        batches++;
    }
    if (way == M_OF_MEANS)
        return means / (double)batches;
    if (way == M_SUM)
        return sum;
    if (way == M_OVER_BATCHES)
        return sum / (double)batches;
    if (way == M_UNWEIGHTED)
        return means / (double)count;
    return way == M_OVER_FULL ? sum / (double)(batches * size) : sum / (double)count;
}

static inline void register_means(const Tensor *w, const Tensor *x, long size)
{
    MISTAKE_MESSAGE("whose scope is closed",
                    "a tensor was used after its scope was closed: take the number out with "
                    "tensor_item first, scope_close comes last");
    MISTAKE_NUMBER(plain_mean(M_SUM, w, x, size, 0),
                   "the sum over all targets: divide by how many they are");
    MISTAKE_NUMBER(plain_mean(M_OVER_BATCHES, w, x, size, 0),
                   "divided by the number of batches: divide by the number of targets");
    MISTAKE_NUMBER(plain_mean(M_FIRST, w, x, size, 0), "only the first batch was looked at");
    if (x->shape[0] % size == 0)
        return;
    MISTAKE_NUMBER(plain_mean(M_OF_MEANS, w, x, size, 0),
                   "the mean of the batches' means: a small last batch counts as much as a full "
                   "one; weigh each with its number of targets");
    MISTAKE_NUMBER(plain_mean(M_UNWEIGHTED, w, x, size, 0),
                   "the losses were not multiplied by their number of targets: each is a mean");
    MISTAKE_NUMBER(plain_mean(M_BY_SIZE, w, x, size, 0),
                   "weighted by batch.size, with targets that are ignored: trainer_targets counts "
                   "the others");
    MISTAKE_NUMBER(plain_mean(M_OVER_FULL, w, x, size, 0),
                   "divided as if all batches were full: add up the sizes that came");
    MISTAKE_NUMBER(plain_mean(M_NOT_LAST, w, x, size, 0),
                   "the last batch was left out: there are loader_batches(examples)");
}

/* A loader of the rows of x. */
static DataLoader *loader_of(Dataset **dataset, Tensor *x, long batch_size)
{
    *dataset = tensor_dataset_new(x, NULL, NULL);
    return loader_new(*dataset, batch_size, false, false, 1);
}

TEST(ten_examples_in_batches_of_four, .points = 3, .exercise = "08.6 trainer_mean_loss",
     .file = "held_out.c",
     .hints = HINTS("The last batch has two examples. How much may it count?",
                    "Each batch stands for its targets: sum of targets times loss, over the "
                    "number of targets.",
                    "sum += (double)targets * (double)tensor_item(...); count += targets;"))
{
    Tensor *w = input("w", SHAPE(1), VALUES(0));
    Tensor *x = input("x", SHAPE(10, 1), VALUES(1, 1, 1, 1, -1, -1, -1, -1, 2, 2));
    EXPECT(register_means(w, x, 4););
    Task task;
    Trainer *t = task_start(&task, w, x);
    given("t", "loss x * x, one target for each example");
    t->targets = NULL;
    given("examples", "1 1 1 1 -1 -1 -1 -1 2 2 in batches of 4, 4 and 2");
    Dataset *dataset;
    DataLoader *examples = loader_of(&dataset, x, 4);
    double loss = CALL(trainer_mean_loss(t, examples));
    check_number(loss, 1.6, CHECK_TOLERANCE, "(4 * 1 + 4 * 1 + 2 * 4) / 10");
    loader_free(examples);
    dataset_free(dataset);
    task_end(&task);
}

TEST(every_example_once, .points = 3, .exercise = "08.6 trainer_mean_loss", .file = "held_out.c",
     .hints = HINTS("The loader may have been used before: begin at its first batch.",
                    "After loader_seek(examples, 0) there are loader_batches(examples) batches.",
                    "loader_seek(examples, 0); for (long i = 0; i < loader_batches(examples); "
                    "i++)"))
{
    Tensor *w = draw("w", SHAPE(3));
    long size = draw_long("batch_size", 3, 5);
    Tensor *x = draw("x", SHAPE(13, 3));
    EXPECT(double want = plain_mean(M_RIGHT, w, x, size, 0));
    EXPECT(register_means(w, x, size););
    MISTAKE_NUMBER(plain_mean(M_RIGHT, w, x, size, size),
                   "it went on where the loader stood: loader_seek(examples, 0) first");
    MISTAKE_MESSAGE("memory that was never written",
                    "a batch was used that nobody filled: the loader stood in its epoch, so "
                    "loader_seek(examples, 0) first; or a tensor was used after scope_close");
    Task task;
    Trainer *t = task_start(&task, w, x);
    Dataset *dataset;
    DataLoader *examples = loader_of(&dataset, x, size);
    Batch used;
    loader_next(examples, &used);
    given("t", "loss mean((w - x)^2)");
    given("examples",
          "the 13 rows of x, in batches of batch_size; the first has been used already");
    double loss = CALL(trainer_mean_loss(t, examples));
    check_number(loss, want, CHECK_TOLERANCE, "the mean over all 13 examples");
    double again = CALL(trainer_mean_loss(t, examples));
    check_number(again, want, CHECK_TOLERANCE, "the same when asked again");
    loader_free(examples);
    dataset_free(dataset);
    task_end(&task);
}

TEST(targets_that_are_ignored, .points = 2, .exercise = "08.6 trainer_mean_loss",
     .file = "held_out.c",
     .hints = HINTS("Every target counts the same, and an ignored one not at all.",
                    "A loss is the mean over trainer_targets(t, &batch) targets.",
                    "long targets = trainer_targets(t, &batch);"))
{
    Tensor *w = draw("w", SHAPE(3)), *x = draw("x", SHAPE(10, 3));
    for (long i = 1; i < 7; i += 2)
        x->data[i * 3] = IGNORED;
    x->data[6 * 3] = IGNORED;
    resealed(x);
    EXPECT(double want = plain_mean(M_RIGHT, w, x, 4, 0));
    EXPECT(register_means(w, x, 4););
    Task task;
    Trainer *t = task_start(&task, w, x);
    given("t", "loss mean((w - x)^2) of the rows that count");
    given("examples", "the 10 rows of x, in batches of 4; those that begin with 100 are ignored");
    Dataset *dataset;
    DataLoader *examples = loader_of(&dataset, x, 4);
    double loss = CALL(trainer_mean_loss(t, examples));
    check_number(loss, want, CHECK_TOLERANCE, "the mean over the 6 rows that count");
    loader_free(examples);
    dataset_free(dataset);
    for (long i = 0; i < 10; i++)
        x->data[i * 3] = IGNORED;
    resealed(x);
    examples = loader_of(&dataset, x, 4);
    double none = CALL(trainer_mean_loss(t, examples));
    check_number(none, 0, CHECK_TOLERANCE, "no target counts at all: 0");
    loader_free(examples);
    dataset_free(dataset);
    task_end(&task);
}

TEST(batches_leave_no_memory, .points = 2, .exercise = "08.6 trainer_mean_loss",
     .file = "held_out.c",
     .hints = HINTS("A held-out set may be much larger than memory.",
                    "Each batch gets a scope of its own.",
                    "Scope *scope = scope_open(); ... tensor_item ...; scope_close(scope);"))
{
    Tensor *w = draw("w", SHAPE(4)), *x = draw("x", SHAPE(12, 4));
    EXPECT(double want = plain_mean(M_RIGHT, w, x, 3, 0));
    EXPECT(register_means(w, x, 3););
    Task task;
    Trainer *t = task_start(&task, w, x);
    Dataset *dataset;
    DataLoader *examples = loader_of(&dataset, x, 3);
    given("t", "loss mean((w - x)^2)");
    given("examples", "the 12 rows of x, in batches of 3");
    double loss = CALL(trainer_mean_loss(t, examples));
    check_number(loss, want, CHECK_TOLERANCE, "the mean over 12 examples in 4 full batches");
    long more = (long)(task.used[3] - task.used[0]);
    MISTAKE_NUMBER(INFINITY, "the batches pile up: open a scope for each, and close it after "
                             "tensor_item");
    check_at_most(more, 0, "the fourth batch finds as much memory in use as the first");
    loader_free(examples);
    dataset_free(dataset);
    task_end(&task);
}

/* ---- 08.7 trainer_evaluate ------------------------------------------------------------------- */

/* What evaluate saw, and what it is to answer; what improved was told. */
typedef struct {
    Task task;
    Tensor *answers; /* of the evaluations */
    long asked, improved;
    double told_loss, best_when_told;
    long training, layer_training, recording;
} Watch;

static double answer_next(void *context)
{
    Watch *w = context;
    w->training = w->task.row->module.training;
    w->layer_training = w->task.row->dropout->module.training;
    w->recording = grad_mode_is_on();
    tensor_new(SHAPE(10));
    return (double)w->answers->data[w->asked++];
}

static void note_improved(void *context, const Trainer *t, double loss)
{
    Watch *w = context;
    w->improved++;
    w->told_loss = loss;
    w->best_when_told = t->best_loss;
}

static Trainer *watch_start(Watch *watch, Tensor *w, Tensor *x, Tensor *answers)
{
    *watch = (Watch){.answers = answers};
    Trainer *t = task_start(&watch->task, w, x);
    t->context = watch;
    t->evaluate = answer_next;
    t->improved = note_improved;
    t->best_loss = INFINITY;
    return t;
}

/* While evaluate ran, and afterwards: does the model train, does its layer, is a graph recorded? */
static Tensor *switches(const Watch *w)
{
    Tensor *on = tensor_zeros(SHAPE(2, 3));
    long now[6] = {w->training,
                   w->layer_training,
                   w->recording,
                   w->task.row->module.training,
                   w->task.row->dropout->module.training,
                   grad_mode_is_on()};
    for (int i = 0; i < 6; i++)
        on->data[i] = (real)now[i];
    return on;
}

static inline void register_switches(void)
{
    MISTAKE(values(SHAPE(2, 3), VALUES(1, 1, 0, 1, 1, 1)),
            "evaluated in training mode: dropout is still on; module_train(t->model, false) first");
    MISTAKE(values(SHAPE(2, 3), VALUES(0, 1, 0, 1, 1, 1)),
            "only the top was switched, the layers in it still drop: module_train walks down");
    MISTAKE(values(SHAPE(2, 3), VALUES(0, 0, 1, 1, 1, 1)),
            "the graph is recorded, though nobody goes backward: grad_mode(false) first");
    MISTAKE(values(SHAPE(2, 3), VALUES(1, 1, 1, 1, 1, 1)),
            "nothing was switched off: no training, no recording while evaluate runs");
    MISTAKE(values(SHAPE(2, 3), VALUES(0, 0, 0, 0, 0, 1)),
            "training is left switched off: dropout would never come back");
    MISTAKE(values(SHAPE(2, 3), VALUES(0, 0, 0, 1, 1, 0)),
            "recording is left switched off, so the next backward finds no graph: grad_mode(false) "
            "inside of the scope ends with it");
    MISTAKE(values(SHAPE(2, 3), VALUES(0, 0, 0, 0, 0, 0)),
            "both switches are left off: the training goes on without them");
}

TEST(nothing_dropped_and_nothing_recorded, .points = 4, .exercise = "08.7 trainer_evaluate",
     .file = "evaluate.c",
     .hints = HINTS("Two switches: one for dropout, one for the graph.",
                    "module_train(t->model, false) reaches all layers below; grad_mode(false) "
                    "lasts until the scope is closed.",
                    "scope_open, grad_mode(false), module_train(.., false), evaluate, "
                    "module_train(.., true), scope_close"))
{
    Tensor *w = draw("w", SHAPE(2)), *x = draw("x", SHAPE(1, 1, 2));
    Tensor *answers = input("answers", SHAPE(1), VALUES((real)0.75));
    Watch watch;
    Trainer *t = watch_start(&watch, w, x, answers);
    given("t", "a model with dropout; evaluate answers 0.75");
    long before = (long)scope_bytes(scope_current());
    double loss = CALL(trainer_evaluate(t));
    long left = (long)scope_bytes(scope_current()) - before;
    EXPECT(Tensor *want = values(SHAPE(2, 3), VALUES(0, 0, 0, 1, 1, 1)));
    EXPECT(register_switches(););
    Tensor *on = switches(&watch);
    check_tensor(on, want,
                 "model, its layer, recording: off while evaluate runs (row 0), on again "
                 "afterwards (row 1)");
    MISTAKE_NUMBER(INFINITY, "what evaluate made is still there: open a scope around it, and close "
                             "it");
    check_at_most(left, 0, "an evaluation leaves nothing behind");
    check_number(loss, 0.75, CHECK_TOLERANCE, "the loss is returned");
    task_end(&watch.task);
}

typedef enum {
    B_RIGHT,
    B_LARGEST,
    B_LAST,
    B_NOT_KEPT,
    B_EQUAL,
    B_TOLD_EARLY,
    B_NOT_TOLD,
    B_TOLD_ALWAYS,
    B_RETURNED
} Best;

/* (n, 4): after each evaluation the best, how often improved was told, the best it saw, and what was
 * returned. */
static Tensor *plain_best(Best way, double best, const Tensor *answers)
{
    long n = answers->shape[0];
    double told = 0, seen = 0;
    Tensor *out = blank(SHAPE(n, 4));
    for (long i = 0; i < n; i++) {
        double loss = (double)answers->data[i], before = best;
        bool better = way == B_LARGEST ? loss > best
                      : way == B_LAST  ? true
                      : way == B_EQUAL ? loss <= best
                                       : loss < best;
        if (better && way != B_NOT_KEPT)
            best = loss;
        if ((better && way != B_NOT_TOLD) || way == B_TOLD_ALWAYS) {
            told++;
            seen = way == B_TOLD_EARLY ? before : best;
        }
        out->data[4 * i] = (real)best;
        out->data[4 * i + 1] = (real)told;
        out->data[4 * i + 2] = (real)seen;
        out->data[4 * i + 3] = (real)(way == B_RETURNED ? best : loss);
    }
    return out;
}

static inline void register_best(double best, const Tensor *answers)
{
    MISTAKE(plain_best(B_LARGEST, best, answers),
            "a worse loss became the best: the best is the smallest");
    MISTAKE(plain_best(B_LAST, best, answers),
            "every loss became the best: only one below t->best_loss does");
    MISTAKE(plain_best(B_NOT_KEPT, best, answers),
            "a better loss was not kept: it is the new t->best_loss");
    MISTAKE(plain_best(B_EQUAL, best, answers),
            "improved was called again for an equal loss: equal is not better");
    MISTAKE(plain_best(B_TOLD_EARLY, best, answers),
            "improved was called before best_loss was set: it saw the old one");
    MISTAKE(plain_best(B_NOT_TOLD, best, answers),
            "improved was not called: t->improved(t->context, t, loss)");
    MISTAKE(plain_best(B_TOLD_ALWAYS, best, answers),
            "improved was called for losses that are no improvement");
    MISTAKE(plain_best(B_RETURNED, best, answers),
            "the best so far was returned: return the loss that was just measured");
}

static Tensor *evaluations(Watch *watch, Trainer *t, long n)
{
    Tensor *trace = tensor_zeros(SHAPE(n, 4));
    for (long i = 0; i < n; i++) {
        trace->data[4 * i + 3] = (real)trainer_evaluate(t);
        trace->data[4 * i] = (real)t->best_loss;
        trace->data[4 * i + 1] = (real)watch->improved;
        trace->data[4 * i + 2] = (real)watch->best_when_told;
    }
    return trace;
}

TEST(the_best_is_kept, .points = 3, .exercise = "08.7 trainer_evaluate", .file = "evaluate.c",
     .hints = HINTS("A loss below the best so far is the new best, and improved is told.",
                    "First t->best_loss, then t->improved, so that it sees the new best.",
                    "if (loss < t->best_loss) { t->best_loss = loss; if (t->improved != NULL) "
                    "t->improved(t->context, t, loss); }"))
{
    Tensor *w = draw("w", SHAPE(2)), *x = draw("x", SHAPE(1, 1, 2));
    Tensor *answers =
        input("answers", SHAPE(5), VALUES((real)0.75, (real)0.5, (real)0.5, (real)1.5, (real)0.25));
    EXPECT(Tensor *want = plain_best(B_RIGHT, 0.625, answers));
    EXPECT(register_best(0.625, answers););
    Watch watch;
    Trainer *t = watch_start(&watch, w, x, answers);
    t->best_loss = 0.625; /* of a run that is resumed */
    given("t", "best_loss 0.625; evaluate answers 0.75, 0.5, 0.5, 1.5, 0.25");
    Tensor *trace = CALL(evaluations(&watch, t, 5));
    check_tensor(trace, want,
                 "a row per evaluation: t->best_loss, how often improved was called, the "
                 "best_loss it saw, the loss that was returned");
    check_number(watch.told_loss, 0.25, CHECK_TOLERANCE, "improved gets the new loss");
    task_end(&watch.task);
}

TEST(nan_is_no_improvement, .points = 1, .exercise = "08.7 trainer_evaluate", .file = "evaluate.c",
     .hints = HINTS("NaN is neither below nor above anything: loss < best is false for it.",
                    "improved may be NULL: ask before you call.",
                    "if (t->improved != NULL) t->improved(t->context, t, loss);"))
{
    Tensor *w = draw("w", SHAPE(2)), *x = draw("x", SHAPE(1, 1, 2));
    Tensor *answers = input("answers", SHAPE(2), VALUES((real)NAN, (real)0.5));
    Watch watch;
    Trainer *t = watch_start(&watch, w, x, answers);
    t->best_loss = 0.625;
    t->improved = NULL;
    given("t", "best_loss 0.625, improved NULL; evaluate answers NaN, then 0.5");
    MISTAKE_MESSAGE("pointer that is NULL",
                    "t->improved is NULL here: call it only if there is somebody to tell");
    CALL(trainer_evaluate(t));
    check_number(t->best_loss, 0.625, CHECK_TOLERANCE, "NaN is not below 0.625");
    CALL(trainer_evaluate(t));
    check_number(t->best_loss, 0.5, CHECK_TOLERANCE, "0.5 is, and there is nobody to tell");
    task_end(&watch.task);
}

TEST(held_out_examples_in_place_of_evaluate, .points = 2, .exercise = "08.7 trainer_evaluate",
     .file = "evaluate.c",
     .hints = HINTS("Who has no evaluate of his own has held-out examples.",
                    "t->evaluate is NULL then: do not call it.",
                    "t->evaluate != NULL ? t->evaluate(t->context) : trainer_mean_loss(t, "
                    "t->held_out)"))
{
    Tensor *w = draw("w", SHAPE(3)), *x = draw("x", SHAPE(7, 3));
    EXPECT(double want = plain_mean(M_RIGHT, w, x, 3, 0));
    EXPECT(register_means(w, x, 3););
    Task task;
    Trainer *t = task_start(&task, w, x);
    Dataset *dataset;
    DataLoader *examples = loader_of(&dataset, x, 3);
    t->held_out = examples;
    t->best_loss = INFINITY;
    given("t", "evaluate NULL, held_out the 7 rows of x in batches of 3");
    MISTAKE_MESSAGE("pointer that is NULL",
                    "t->evaluate is NULL here: then it is trainer_mean_loss of t->held_out");
    double loss = CALL(trainer_evaluate(t));
    check_number(loss, want, CHECK_TOLERANCE, "trainer_mean_loss of t->held_out");
    check_number(t->best_loss, want, CHECK_TOLERANCE, "the first is the best so far");
    loader_free(examples);
    dataset_free(dataset);
    task_end(&task);
}
