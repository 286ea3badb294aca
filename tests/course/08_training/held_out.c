/* held_out.c - 08.4 and 08.5: a mean over examples, and looking up without a trace. */
#include "want.h"

/* ---- 08.4 trainer_mean_loss ------------------------------------------------------------------ */

/* The rows of x as examples. */
typedef struct {
    Dataset *dataset;
    DataLoader *loader;
} Examples;

static Examples examples_of(Tensor *x, long batch_size)
{
    Dataset *dataset = tensor_dataset_new(x, NULL, NULL);
    return (Examples){dataset, loader_new(dataset, batch_size, false, false, 1)};
}

static void examples_end(Examples e)
{
    loader_free(e.loader);
    dataset_free(e.dataset);
}

TEST(ten_examples_in_batches_of_four, .points = 1, .exercise = "08.4 trainer_mean_loss",
     .file = "held_out.c")
{
    Tensor *w = input("w", SHAPE(1), VALUES(0));
    Tensor *x = input("x", SHAPE(10, 1), VALUES(2, 2, 2, 2, 1, 1, -1, -1, 3, -3));
    Task task;
    Trainer *t = task_start(&task, w, x);
    t->targets = NULL;
    Examples e = examples_of(x, 4);
    DataLoader *examples = e.loader;
    given("t", "loss x * x, one target for each example");
    given("examples", "2 2 2 2 1 1 -1 -1 3 -3 in batches of 4, 4 and 2");

    double want = EXPECT(mean_loss_want(w, x));
    double loss = CALL(trainer_mean_loss(t, examples));
    check_number(loss, want, CHECK_TOLERANCE, "(4 * 4 + 4 * 1 + 2 * 9) / 10 = 3.8");
    examples_end(e);
    task_end(&task);
}

TEST(every_example_once, .points = 5, .exercise = "08.4 trainer_mean_loss", .file = "held_out.c")
{
    long size = draw_long("batch_size", 3, 5);
    Tensor *w = draw("w", SHAPE(3)), *x = draw("x", SHAPE(13, 3));
    Task task;
    Trainer *t = task_start(&task, w, x);
    Examples e = examples_of(x, size);
    DataLoader *examples = e.loader;
    Batch used;
    loader_next(examples, &used);
    given("t", "loss mean((w - x)^2)");
    given("examples", "13 rows, in batches of %ld; the first has been used already", size);

    double want = EXPECT(mean_loss_want(w, x));
    double loss = CALL(trainer_mean_loss(t, examples));
    check_number(loss, want, CHECK_TOLERANCE, "the mean over all 13 examples");
    double same = EXPECT(mean_loss_want(w, x));
    double again = CALL(trainer_mean_loss(t, examples));
    check_number(again, same, CHECK_TOLERANCE, "the same when asked again");
    examples_end(e);
    task_end(&task);
}

TEST(targets_that_are_ignored, .points = 2, .exercise = "08.4 trainer_mean_loss",
     .file = "held_out.c")
{
    Tensor *w = draw("w", SHAPE(3)), *x = draw("x", SHAPE(10, 3)), *y = draw("y", SHAPE(10, 3));
    static const int ignored[] = {1, 4, 5, 6, 7}; /* 3 rows count, then none, then 2 */
    for (int i = 0; i < 5; i++)
        x->data[ignored[i] * 3] = IGNORED;
    for (int i = 0; i < 10; i++)
        y->data[i * 3] = IGNORED;
    resealed(x), resealed(y);
    Task task;
    Trainer *t = task_start(&task, w, x);
    Examples some = examples_of(x, 4), none = examples_of(y, 4);
    DataLoader *examples = some.loader, *nothing = none.loader;
    given("t", "loss mean((w - x)^2) of the rows that count");
    given("examples", "10 rows in batches of 4, 4 and 2, of which 3, 0 and 2 count");
    given("nothing", "10 rows of which none counts");

    double want = EXPECT(mean_loss_want(w, x));
    double loss = CALL(trainer_mean_loss(t, examples));
    check_number(loss, want, CHECK_TOLERANCE, "the mean over the 5 rows that count");
    double zero = EXPECT(mean_loss_want(w, y));
    double no_loss = CALL(trainer_mean_loss(t, nothing));
    check_number(no_loss, zero, CHECK_TOLERANCE, "no target counts at all: 0");
    examples_end(some);
    examples_end(none);
    task_end(&task);
}

TEST(batches_leave_no_memory, .points = 2, .exercise = "08.4 trainer_mean_loss",
     .file = "held_out.c")
{
    Tensor *w = draw("w", SHAPE(4)), *x = draw("x", SHAPE(12, 4));
    Task task;
    Trainer *t = task_start(&task, w, x);
    Examples e = examples_of(x, 3);
    DataLoader *examples = e.loader;
    given("t", "loss mean((w - x)^2)");
    given("examples", "12 rows in 4 batches of 3");

    double want = EXPECT(mean_loss_want(w, x));
    double loss = CALL(trainer_mean_loss(t, examples));
    check_number(loss, want, CHECK_TOLERANCE, "the mean over 12 examples in 4 full batches");
    long bytes_more = (long)(task.used[3] - task.used[0]);
    check_at_most(bytes_more, 0, "the fourth batch finds as much memory in use as the first");
    examples_end(e);
    task_end(&task);
}

/* ---- 08.5 trainer_evaluate ------------------------------------------------------------------- */

/* What evaluate saw, and what it is to answer; what improved was told. */
typedef struct {
    Task task;
    const Tensor *answers; /* of the evaluations */
    long asked, improved;
    double told_loss, best_when_told;
    bool training, layer_training, recording;
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

static Trainer *watch_start(Watch *watch, double best_loss, const Tensor *answers)
{
    Tensor *w = draw("w", SHAPE(2)), *x = draw("x", SHAPE(1, 1, 2));
    *watch = (Watch){.answers = answers};
    Trainer *t = task_start(&watch->task, w, x);
    t->context = watch;
    t->evaluate = answer_next;
    t->improved = note_improved;
    t->best_loss = best_loss;
    return t;
}

/* While evaluate ran, and afterwards: does the model train, does its layer, is a graph recorded? */
static Tensor *switches_of(const Watch *w)
{
    Tensor *on = blank(SHAPE(2, 3));
    const bool now[] = {w->training,
                        w->layer_training,
                        w->recording,
                        w->task.row->module.training,
                        w->task.row->dropout->module.training,
                        grad_mode_is_on()};
    for (int i = 0; i < 6; i++)
        on->data[i] = now[i];
    return on;
}

TEST(nothing_dropped_and_nothing_recorded, .points = 4, .exercise = "08.5 trainer_evaluate",
     .file = "evaluate.c")
{
    Tensor *answers = draw_between("answers", SHAPE(1), 0.5, 1);
    Watch watch;
    Trainer *t = watch_start(&watch, INFINITY, answers);
    Examples e = examples_of(draw("x", SHAPE(5, 2)), 2);
    t->held_out = e.loader;
    t->last_loss = draw_double("last_loss", 2, 3);
    const double of_the_step = t->last_loss;
    given("t", "a model with dropout; evaluate gives the answer, and held_out is there, too");

    Tensor *want = EXPECT(switches_want());
    long before = (long)scope_bytes(scope_current());
    double loss = CALL(trainer_evaluate(t));
    long bytes_left = (long)scope_bytes(scope_current()) - before;
    Tensor *switches = switches_of(&watch);
    check_tensor(switches, want,
                 "model, its layer, recording: off while evaluate runs (row 0), on again "
                 "afterwards (row 1)");
    check_at_most(bytes_left, 0, "an evaluation leaves nothing behind");
    check_number(loss, (double)answers->data[0], CHECK_TOLERANCE, "the loss is returned");
    check_number(t->last_loss, of_the_step, 0, "last_loss stays: it is that of the last step");
    examples_end(e);
    task_end(&watch.task);
}

/* A row for each evaluation: t->best_loss, how often improved was called, the best_loss it saw. */
static Tensor *bests_of(Watch *watch, Trainer *t, Tensor *returned)
{
    long n = returned->shape[0];
    Tensor *bests = blank(SHAPE(n, 3));
    check_called("trainer_evaluate(t) for each of the answers");
    for (long i = 0; i < n; i++) {
        returned->data[i] = (real)trainer_evaluate(t);
        bests->data[3 * i] = (real)t->best_loss;
        bests->data[3 * i + 1] = (real)watch->improved;
        bests->data[3 * i + 2] = (real)watch->best_when_told;
    }
    return bests;
}

TEST(the_best_is_kept, .points = 3, .exercise = "08.5 trainer_evaluate", .file = "evaluate.c")
{
    double best = draw_double("best_loss", 0.6, 0.7);
    real low = (real)draw_double("low", 0.4, 0.5), lower = (real)draw_double("lower", 0.2, 0.3);
    Tensor *answers =
        input("answers", SHAPE(5), VALUES((real)best + lower, low, low, 3 * low, lower));
    Watch watch;
    Trainer *t = watch_start(&watch, best, answers); /* as in a run that is resumed */
    given("t", "it has this best_loss; evaluate gives the answers one by one");

    Tensor *want = EXPECT(best_want(best, answers, true));
    Tensor *losses = EXPECT(copy_of(answers));
    Tensor *returned = blank(SHAPE(5)), *bests = bests_of(&watch, t, returned);
    check_tensor(bests, want,
                 "a row per evaluation: t->best_loss, how often improved was called, the best_loss "
                 "it saw");
    check_tensor(returned, losses, "the loss that was just measured is returned");
    check_number(watch.told_loss, (double)lower, CHECK_TOLERANCE, "improved gets the new loss");
    task_end(&watch.task);
    t = watch_start(&watch, 0, answers);
    given("t", "the same with a best_loss of 0");
    Tensor *want_0 = EXPECT(best_want(0, answers, true));
    Tensor *bests_of_0 = bests_of(&watch, t, returned);
    check_tensor(bests_of_0, want_0, "no loss is below 0");
    task_end(&watch.task);
}

TEST(nan_is_no_improvement, .points = 1, .exercise = "08.5 trainer_evaluate", .file = "evaluate.c")
{
    double best = draw_double("best_loss", 0.6, 0.7);
    Tensor *answers = draw_between("answers", SHAPE(4), 0.2, 0.5);
    answers->data[0] += 1;
    answers->data[draw_long("place", 1, 2)] = (real)NAN;
    resealed(answers);
    Watch watch;
    Trainer *t = watch_start(&watch, best, answers);
    t->improved = NULL;
    given("t", "it has this best_loss, improved is NULL; evaluate gives the answers one by one");

    Tensor *want = EXPECT(best_want(best, answers, false));
    Tensor *returned = blank(SHAPE(4)), *bests = bests_of(&watch, t, returned);
    check_tensor(bests, want, "t->best_loss after each: NaN is not below it");
    task_end(&watch.task);
}

static void tell_nobody(void *context, const Trainer *t, double loss)
{
    (void)context, (void)t, (void)loss;
}

TEST(held_out_examples_in_place_of_evaluate, .points = 2, .exercise = "08.5 trainer_evaluate",
     .file = "evaluate.c")
{
    Tensor *w = draw("w", SHAPE(3)), *x = draw("x", SHAPE(7, 3));
    Task task;
    Trainer *t = task_start(&task, w, x);
    Examples e = examples_of(x, 3);
    t->held_out = e.loader;
    t->improved = tell_nobody;
    t->best_loss = INFINITY;
    given("t", "evaluate NULL, held_out 7 rows in batches of 3");

    double want = EXPECT(mean_loss_want(w, x));
    double loss = CALL(trainer_evaluate(t));
    check_number(loss, want, CHECK_TOLERANCE, "trainer_mean_loss of t->held_out");
    check_number(t->best_loss, want, CHECK_TOLERANCE, "the first is the best so far");
    examples_end(e);
    task_end(&task);
}
