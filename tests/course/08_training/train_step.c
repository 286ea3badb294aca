/* train_step.c - 08.5: the order of a step. */
#include "task.h"

/* ---- 08.5 trainer_step ----------------------------------------------------------------------- */

static double falling(void *context, long step)
{
    (void)context;
    return 0.4 - 0.05 * (double)step;
}

typedef enum {
    T_RIGHT,
    T_NO_SCHEDULE,
    T_AHEAD,
    T_LATE,
    T_NOT_COUNTED,
    T_STEP_FIRST,
    T_NO_CLIP,
    T_CLIP_ALL,
    T_CLIP_ONE,
    T_NO_STEP,
    T_TWO_STEPS
} Order;

static double rate_of(Order way, long step, bool scheduled)
{
    if (!scheduled || way == T_NO_SCHEDULE)
        return 0.5; /* of task_start */
    if (way == T_LATE)
        return step == 0 ? 0.5 : falling(NULL, step - 1);
    return falling(NULL, way == T_AHEAD ? step + 1 : way == T_NOT_COUNTED ? 0 : step);
}

/* (steps, D): the weights after every step, from a run's first step on. */
static Tensor *plain_steps(Order way, const Tensor *w, const Tensor *x, bool scheduled, double clip)
{
    long D = w->shape[0], steps = x->shape[0];
    double at[D_MOST], g[D_MOST], old[D_MOST] = {0};
    Tensor *out = blank(SHAPE(steps, D));
    for (long d = 0; d < D; d++)
        at[d] = (double)w->data[d];
    for (long s = 0; s < steps; s++) {
        double norm = 0, rate = rate_of(way, s, scheduled);
        memset(g, 0, sizeof g);
        for (long d = 0; way == T_STEP_FIRST && d < D; d++)
            at[d] -= rate * old[d];
        plain_batch(at, x, s, 1, g);
        for (long d = 0; d < D; d++)
            norm += g[d] * g[d];
        norm = sqrt(norm);
        double factor = clip > 0 && norm > clip ? clip / (norm + 1e-6) : 1;
        if (way == T_CLIP_ONE && norm > 1)
            factor = 1 / (norm + 1e-6);
        factor = way == T_NO_CLIP ? 1 : way == T_CLIP_ALL && clip == 0 ? 0 : factor;
        for (long d = 0; d < D; d++) {
            old[d] = factor * g[d];
            if (way != T_NO_STEP && way != T_STEP_FIRST)
                at[d] -= rate * old[d] * (way == T_TWO_STEPS ? 2 : 1);
            out->data[s * D + d] = (real)at[d];
        }
    }
    return out;
}

static inline void register_steps(const Tensor *w, const Tensor *x, bool scheduled, double clip)
{
    long steps = x->shape[0];
    MISTAKE(plain_steps(T_STEP_FIRST, w, x, scheduled, clip),
            "optimizer_step came before the gradients were there: they come first, the weights "
            "last");
    if (clip == 0)
        MISTAKE(
            plain_steps(T_CLIP_ALL, w, x, scheduled, clip),
            "nothing moves: clipped to 0? a clip_norm of 0 means no clipping; or optimizer_step "
            "is missing");
    else
        MISTAKE(plain_steps(T_NO_STEP, w, x, scheduled, clip),
                steps == 1 ? "the weight has not moved: optimizer_step is missing, or came before "
                             "the gradients"
                           : "the weights never moved: optimizer_step(t->optimizer)");
    MISTAKE(plain_steps(T_CLIP_ONE, w, x, scheduled, clip),
            "clipped to 1: the limit is t->clip_norm");
    MISTAKE(plain_steps(T_TWO_STEPS, w, x, scheduled, clip), "two steps in one");
    if (scheduled) {
        MISTAKE(plain_steps(T_NO_SCHEDULE, w, x, scheduled, clip),
                "the schedule was not asked: the rate of this step is t->schedule(t->context, "
                "t->step)");
        MISTAKE(plain_steps(T_AHEAD, w, x, scheduled, clip),
                "the schedule is one step ahead: it is asked before t->step is counted");
        MISTAKE(plain_steps(T_LATE, w, x, scheduled, clip),
                steps == 1 ? "the schedule came too late for its step, or what it returned was not "
                             "put into optimizer->lr: set the rate before optimizer_step"
                           : "the schedule came too late for its step: set the rate before "
                             "optimizer_step");
        MISTAKE(plain_steps(T_NOT_COUNTED, w, x, scheduled, clip),
                "the step was not counted, so the schedule stays in its first step: t->step grows "
                "by 1");
    }
    if (clip > 0)
        MISTAKE(plain_steps(T_NO_CLIP, w, x, scheduled, clip),
                "the gradients were not clipped, or too late: after backward, before the weights "
                "move");
}

/* What steps leave behind: weights (steps, D), and rate, loss, norm of each. */
typedef struct {
    Tensor *weights, *rates, *losses, *norms;
} Trace;

static Tensor *take_steps(Task *task, long steps, Trace *trace)
{
    Trainer *t = &task->trainer;
    const Tensor *w = task->row->w;
    size_t row = (size_t)w->shape[0] * sizeof(real);
    *trace = (Trace){tensor_zeros(SHAPE(steps, w->shape[0])), tensor_zeros(SHAPE(steps)),
                     tensor_zeros(SHAPE(steps)), tensor_zeros(SHAPE(steps))};
    for (long s = 0; s < steps; s++) {
        trainer_step(t);
        memcpy(trace->weights->data + s * w->shape[0], w->data, row);
        trace->rates->data[s] = (real)t->optimizer->lr;
        trace->losses->data[s] = (real)t->last_loss;
        trace->norms->data[s] = (real)t->last_norm;
    }
    return trace->weights;
}

/* Losses and norms of the right steps. */
static inline Tensor *plain_figures(const Tensor *w, const Tensor *x, const Tensor *weights,
                                    bool norms, double clip)
{
    long D = w->shape[0], steps = x->shape[0];
    Tensor *out = blank(SHAPE(steps));
    for (long s = 0; s < steps; s++) {
        double at[D_MOST], g[D_MOST] = {0}, norm = 0;
        for (long d = 0; d < D; d++)
            at[d] = (double)(s == 0 ? w->data[d] : weights->data[(s - 1) * D + d]);
        double loss = plain_batch(at, x, s, 1, g);
        for (long d = 0; d < D; d++)
            norm += g[d] * g[d];
        norm = sqrt(norm);
        if (clip > 0 && norm > clip)
            norm *= clip / (norm + 1e-6);
        out->data[s] = (real)(norms ? norm : loss);
    }
    return out;
}

/* last_norm, last_loss, step after the step below. */
static inline void register_figures(void)
{
    MISTAKE(values(SHAPE(3), VALUES((real)(12 / (6 + 1e-6)), 9, 1)),
            "that is the norm after clipping: keep what clip_grad_norm returns");
    MISTAKE(values(SHAPE(3), VALUES(0, 9, 1)),
            "last_norm was not set: it is what clip_grad_norm returns");
    MISTAKE(values(SHAPE(3), VALUES(6, 0, 1)),
            "last_loss was not set: it is what trainer_gradients returns");
    MISTAKE(values(SHAPE(3), VALUES(6, 9, 0)), "the step was not counted: t->step grows by 1");
    MISTAKE(values(SHAPE(3), VALUES(6, 9, 2)), "the step was counted twice");
}

TEST(one_step_by_hand, .points = 4, .exercise = "08.5 trainer_step", .file = "train_step.c",
     .hints = HINTS("Rate, gradients, clip, weights, count: in this order.",
                    "t->optimizer->lr = t->schedule(t->context, t->step); then trainer_gradients.",
                    "t->last_norm = clip_grad_norm(t->parameters, t->clip_norm > 0 ? t->clip_norm "
                    ": INFINITY);"))
{
    Tensor *w = input("w", SHAPE(1), VALUES(3)), *x = input("x", SHAPE(1, 1, 1), VALUES(0));
    EXPECT(Tensor *want = values(SHAPE(1, 1), VALUES((real)(3 - 0.4 * 2 * 6 / (6 + 1e-6)))));
    EXPECT(register_steps(w, x, true, 2););
    Task task;
    Trace trace;
    Trainer *t = task_start(&task, w, x);
    t->schedule = falling;
    t->clip_norm = 2;
    given("task", "loss w * w, clip_norm 2, a schedule that says 0.4 for step 0");
    Tensor *weights = CALL(take_steps(&task, 1, &trace));
    check_tensor(weights, want, "loss 9, gradient 6, clipped to 2: w = 3 - 0.4 * 2 = 2.2");
    Tensor *figures = tensor_zeros(SHAPE(3));
    figures->data[0] = (real)t->last_norm;
    figures->data[1] = (real)t->last_loss;
    figures->data[2] = (real)t->step;
    EXPECT(register_figures(););
    EXPECT(Tensor *right = values(SHAPE(3), VALUES(6, 9, 1)));
    check_tensor(figures, right, "last_norm (before clipping), last_loss, step");
    task_end(&task);
}

TEST(many_steps_with_schedule_and_clip, .points = 4, .exercise = "08.5 trainer_step",
     .file = "train_step.c",
     .hints = HINTS("Work out two steps by hand: which rate, which gradient, which weights?",
                    "The schedule sees 0 in the first step, 1 in the second.",
                    "t->step++ is the last thing before return true."))
{
    Tensor *w = draw_between("w", SHAPE(3), 1, 2), *x = draw_between("x", SHAPE(5, 2, 3), -2, -1);
    double clip = draw_double("clip", 0.3, 0.7);
    EXPECT(Tensor *want = plain_steps(T_RIGHT, w, x, true, clip));
    EXPECT(Tensor *losses = plain_figures(w, x, want, false, 0));
    EXPECT(Tensor *norms = plain_figures(w, x, want, true, 0));
    EXPECT(register_steps(w, x, true, clip););
    Task task;
    Trace trace;
    Trainer *t = task_start(&task, w, x);
    t->schedule = falling;
    t->clip_norm = clip;
    given("task", "the rows of x are the batches, the schedule says 0.4 - 0.05 step");
    Tensor *weights = CALL(take_steps(&task, 5, &trace));
    check_tensor(weights, want, "the weights after each step");
    MISTAKE(plain_figures(w, x, want, true, clip),
            "these are the norms after clipping: keep what clip_grad_norm returns");
    check_tensor(trace.norms, norms, "last_norm of each step: before clipping");
    check_tensor(trace.losses, losses, "last_loss of each step");
    check_long(t->step, 5, "five steps were taken");
    check_long(t->optimizer->step[0], 5, "and five by the optimizer");
    task_end(&task);
}

TEST(no_schedule_and_no_clip, .points = 3, .exercise = "08.5 trainer_step", .file = "train_step.c",
     .hints = HINTS("schedule may be NULL: then the rate stays what it is.",
                    "clip_norm may be 0: then nothing is clipped, but the norm is still told.",
                    "clip_grad_norm(t->parameters, t->clip_norm > 0 ? t->clip_norm : INFINITY)"))
{
    Tensor *w = draw("w", SHAPE(4)), *x = draw("x", SHAPE(3, 2, 4));
    EXPECT(Tensor *want = plain_steps(T_RIGHT, w, x, false, 0));
    EXPECT(Tensor *norms = plain_figures(w, x, want, true, 0));
    EXPECT(register_steps(w, x, false, 0););
    Task task;
    Trace trace;
    task_start(&task, w, x);
    given("task", "schedule NULL, clip_norm 0, the rows of x are the batches");
    MISTAKE_MESSAGE("pointer that is NULL",
                    "t->schedule is NULL here: ask it only if it is not; else the rate stays");
    Tensor *weights = CALL(take_steps(&task, 3, &trace));
    check_tensor(weights, want, "w - 0.5 gradient, in each step");
    MISTAKE(blank(SHAPE(3)), "the norm was not measured: without a clip_norm, clip to INFINITY");
    check_tensor(trace.norms, norms, "last_norm is the norm of the gradients, clipped or not");
    task_end(&task);
}

/* Two steps of which the second meets something that is not finite. */
static bool second_step(Task *task, Tensor *after_one)
{
    trainer_step(&task->trainer);
    memcpy(after_one->data, task->row->w->data, (size_t)task->row->w->shape[0] * sizeof(real));
    return trainer_step(&task->trainer);
}

static inline void register_went_on(void)
{
    MISTAKE_NUMBER(1, "it went on: a loss or a norm that is not finite must end in return false");
}

static double infinite_in_step_1(void *context, long step)
{
    (void)context;
    return step == 1 ? (double)INFINITY : 0.5;
}

TEST(a_rate_that_is_infinite_stops, .points = 1, .exercise = "08.5 trainer_step",
     .file = "train_step.c",
     .hints = HINTS("One step with a rate of NaN or INFINITY, and no weight is a number any more.",
                    "Ask trainer_rate_is_sound, which is given, before anything moves.",
                    "if (!trainer_rate_is_sound(t, t->optimizer->lr)) return false;"))
{
    Tensor *w = draw("w", SHAPE(2)), *x = draw("x", SHAPE(2, 1, 2));
    Task task;
    Trainer *t = task_start(&task, w, x);
    t->schedule = infinite_in_step_1;
    Tensor *after_one = tensor_zeros(SHAPE(2));
    given("task", "the schedule says 0.5 for step 0, and INFINITY for step 1");
    EXPECT(MISTAKE_NUMBER(1, "it went on: a rate that is not finite must end in return false"););
    bool went_on = CALL(second_step(&task, after_one));
    check_long(went_on, 0, "false: the rate was not finite");
    EXPECT(Tensor *kept = copy_of(after_one));
    Tensor *weights = task.row->w;
    check_tensor(weights, kept, "the weights are those from before the step");
    check_long(t->step, 1, "only the first step counts");
    task_end(&task);
}

TEST(a_loss_that_is_infinite_stops, .points = 2, .exercise = "08.5 trainer_step",
     .file = "train_step.c",
     .hints = HINTS("A run whose loss is NaN or infinite has gone astray, whatever its gradients.",
                    "if (!trainer_is_sound(t, \"the loss\", t->last_loss)) return false;",
                    "The check comes right after trainer_gradients."))
{
    Tensor *w = draw("w", SHAPE(2)), *x = draw("x", SHAPE(2, 1, 2));
    Task task;
    Trainer *t = task_start(&task, w, x);
    task.infinite_loss = 2;
    Tensor *after_one = tensor_zeros(SHAPE(2));
    given("task", "the second loss is infinite, its gradient is not");
    EXPECT(register_went_on(););
    bool went_on = CALL(second_step(&task, after_one));
    check_long(went_on, 0, "false: the loss was not finite");
    EXPECT(Tensor *kept = copy_of(after_one));
    Tensor *weights = task.row->w;
    check_tensor(weights, kept, "the weights are those from before the step");
    MISTAKE_NUMBER(2, "the step was counted, though it was not taken");
    check_long(t->step, 1, "only the first step counts");
    task_end(&task);
}

TEST(a_norm_that_is_not_finite_stops, .points = 2, .exercise = "08.5 trainer_step",
     .file = "train_step.c",
     .hints = HINTS(
         "The loss may be finite, and its slope infinite: sqrt(0).",
         "The norm gets a check of its own, before optimizer_step.",
         "if (!trainer_is_sound(t, \"the norm of the gradients\", t->last_norm)) return false;"))
{
    Tensor *w = draw("w", SHAPE(2)), *x = draw("x", SHAPE(2, 1, 2));
    Task task;
    Trainer *t = task_start(&task, w, x);
    task.infinite_slope = 2;
    Tensor *after_one = tensor_zeros(SHAPE(2));
    given("task", "the second loss is finite, its gradient is not");
    EXPECT(register_went_on(););
    bool went_on = CALL(second_step(&task, after_one));
    check_long(went_on, 0, "false: the norm of the gradients was not finite");
    EXPECT(Tensor *kept = copy_of(after_one));
    Tensor *weights = task.row->w;
    check_tensor(weights, kept, "the weights are those from before the step");
    MISTAKE_NUMBER(2, "the step was counted, though it was not taken");
    check_long(t->step, 1, "only the first step counts");
    task_end(&task);
}
