/* train_step.c - 08.3: the order of a step. */
#include "want.h"

/* ---- 08.3 trainer_step ----------------------------------------------------------------------- */

/* What steps leave behind, a row for each. */
typedef struct {
    Tensor *rates, *weights, *figures; /* figures: last_norm, last_loss, step */
    long taken;
} StepTrace;

static StepTrace steps_of(Task *task, long steps)
{
    Trainer *t = &task->trainer;
    const Tensor *w = task->row->w;
    long D = w->shape[0];
    StepTrace trace = {blank(SHAPE(steps)), blank(SHAPE(steps, D)), blank(SHAPE(steps, 3)), 0};
    check_called(steps == 1 ? "trainer_step(t)" : "trainer_step(t) for every batch");
    for (long s = 0; s < steps; s++) {
        trace.taken += trainer_step(t);
        const double figures[] = {t->last_norm, t->last_loss, (double)t->step};
        trace.rates->data[s] = (real)t->optimizer->lr;
        memcpy(trace.weights->data + s * D, w->data, (size_t)D * sizeof(real));
        for (int i = 0; i < 3; i++)
            trace.figures->data[3 * s + i] = (real)figures[i];
    }
    return trace;
}

TEST(one_step_by_hand, .points = 1, .exercise = "08.3 trainer_step", .file = "train_step.c")
{
    Tensor *w = input("w", SHAPE(1), VALUES(3)), *x = input("x", SHAPE(1, 1, 1), VALUES(0));
    Task task;
    Trainer *t = task_start(&task, w, x);
    t->schedule = task_schedule;
    t->clip_norm = 2;
    given("t", "loss w * w at w = 3, clip_norm 2, and a schedule that says 0.4 for step 0");

    Tensor *rates = EXPECT(rates_want(1, true)), *want = EXPECT(weights_want(w, x, true, 2)),
           *figures = EXPECT(figures_want(w, x, true, 2));
    StepTrace trace = steps_of(&task, 1);
    check_tensor(trace.rates, rates, "optimizer->lr is what the schedule says for step 0");
    check_tensor(trace.weights, want, "loss 9, gradient 6, clipped to 2: w = 3 - 0.4 * 2 = 2.2");
    check_tensor(trace.figures, figures, "last_norm (before clipping), last_loss, step");
    task_end(&task);
}

TEST(many_steps_with_schedule_and_clip, .points = 7, .exercise = "08.3 trainer_step",
     .file = "train_step.c")
{
    Tensor *w = draw_between("w", SHAPE(2), 1, 2), *x = draw_between("x", SHAPE(5, 3, 2), -2, -1);
    double clip = draw_double("clip", 0.3, 0.7);
    Task task;
    Trainer *t = task_start(&task, w, x);
    t->schedule = task_schedule;
    t->clip_norm = clip;
    given("t", "5 batches of 3 rows, clip_norm %.3g, a schedule that says 0.4 - 0.05 step", clip);

    Tensor *rates = EXPECT(rates_want(5, true)), *want = EXPECT(weights_want(w, x, true, clip)),
           *figures = EXPECT(figures_want(w, x, true, clip));
    StepTrace trace = steps_of(&task, 5);
    check_tensor(trace.rates, rates,
                 "optimizer->lr after each step: the schedule sees 0, 1, 2, ..");
    check_tensor(trace.weights, want, "the weights after each step");
    check_tensor(trace.figures, figures, "last_norm (before clipping), last_loss, step");
    task_end(&task);
}

TEST(no_schedule_and_no_clip, .points = 3, .exercise = "08.3 trainer_step", .file = "train_step.c")
{
    Tensor *w = draw_between("w", SHAPE(2), 1, 2),
           *x = draw_between("x", SHAPE(3, 4, 2), -2e7, -1e7);
    Task task;
    task_start(&task, w, x)->steps = 3;
    given("t", "3 batches of 4 rows, steps 3, schedule NULL, clip_norm 0, optimizer->lr 0.5");

    Tensor *rates = EXPECT(rates_want(3, false)), *want = EXPECT(weights_want(w, x, false, 0)),
           *figures = EXPECT(figures_want(w, x, false, 0));
    StepTrace trace = steps_of(&task, 3);
    check_tensor(trace.rates, rates, "nobody sets another rate: it stays at 0.5");
    check_tensor(trace.weights, want, "w - 0.5 gradient, in each step");
    check_tensor(trace.figures, figures, "last_norm (clipped or not), last_loss, step");
    check_long(trace.taken, 3, "true: the step was taken, the last of the run as well");
    task_end(&task);
}

/* ---- what must not happen ------------------------------------------------------------------------------ */

/* Which of loss and norm are numbers of some size? (A rate that is none may have reached the optimizer, or not.) */
static Tensor *finite_of(const Trainer *t)
{
    Tensor *finite = blank(SHAPE(2));
    finite->data[0] = isfinite(t->last_loss) ? 1 : 0;
    finite->data[1] = isfinite(t->last_norm) ? 1 : 0;
    return finite;
}

/* A step, number 3, that meets something that is not finite. */
static void check_stops(Task *task, Endless endless)
{
    static const char *const rules[] = {"false: the rate is not finite",
                                        "false: the loss is not finite",
                                        "false: the norm of the gradients is not finite"};
    Trainer *t = &task->trainer;
    const Tensor *weights = task->row->w;
    t->step = 3;

    Tensor *want = EXPECT(finite_want(endless)), *kept = EXPECT(copy_of(weights));
    bool went_on = CALL(trainer_step(t));
    check_long(went_on, 0, rules[endless]);
    Tensor *finite = finite_of(t);
    check_tensor(finite, want, "is it finite, 1 or 0: last_loss, last_norm");
    check_tensor(weights, kept, "the weights are those from before the step");
    check_long(t->step, 3, "a step that was not taken does not count");
    task_end(task);
}

static double infinite_rate(void *context, long step)
{
    (void)context, (void)step;
    return (double)INFINITY;
}

TEST(a_rate_that_is_infinite_stops, .points = 1, .exercise = "08.3 trainer_step",
     .file = "train_step.c")
{
    Tensor *w = draw("w", SHAPE(2)), *x = draw("x", SHAPE(1, 3, 2));
    Task task;
    task_start(&task, w, x);
    bool taken = CALL(trainer_step(&task.trainer));
    check_long(taken, 1, "true: this rate is sound");
    task.trainer.schedule = infinite_rate;
    given("t", "behind a sound step the schedule says INFINITY; step 3");
    check_stops(&task, RATE);
}

TEST(a_loss_that_is_infinite_stops, .points = 2, .exercise = "08.3 trainer_step",
     .file = "train_step.c")
{
    Tensor *w = draw("w", SHAPE(2)), *x = draw("x", SHAPE(1, 3, 2));
    Task task;
    task_start(&task, w, x);
    task.infinite_loss = 1;
    given("t", "the loss is infinite, its gradient is not; step 3");
    check_stops(&task, LOSS);
}

TEST(a_norm_that_is_not_finite_stops, .points = 2, .exercise = "08.3 trainer_step",
     .file = "train_step.c")
{
    Tensor *w = draw("w", SHAPE(2)), *x = draw("x", SHAPE(1, 3, 2));
    Task task;
    task_start(&task, w, x);
    task.infinite_slope = 1;
    given("t", "the loss is finite, its gradient is not; step 3");
    check_stops(&task, NORM);
}
