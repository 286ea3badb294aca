/* train_step_want.c - rates, weights and figures after each step, and steps in another order. */
#include "want.h"

typedef enum {
    T_RIGHT,
    T_NO_SCHEDULE,
    T_AHEAD,
    T_LATE,
    T_NOT_COUNTED,
    T_COUNTED_TWICE,
    T_STEP_FIRST,
    T_NO_CLIP,
    T_CLIP_ONE,
    T_NO_STEP,
    T_TWO_STEPS
} Order;

typedef struct {
    Order way;
    const char *sentence;
} Known;

/* ---- rates ------------------------------------------------------------------------------------------- */

/* What the optimizer has for its rate in a step. */
static double rate_of(Order way, long step, bool scheduled)
{
    if (!scheduled || way == T_NO_SCHEDULE || (way == T_LATE && step == 0))
        return 0.5; /* of task_start */
    long asked = way == T_AHEAD           ? step + 1
                 : way == T_LATE          ? step - 1
                 : way == T_NOT_COUNTED   ? 0
                 : way == T_COUNTED_TWICE ? 2 * step
                                          : step;
    return task_schedule(NULL, asked);
}

static Tensor *rates_of(Order way, long steps, bool scheduled)
{
    Tensor *rates = blank(SHAPE(steps));
    for (long s = 0; s < steps; s++)
        rates->data[s] = (real)rate_of(way, s, scheduled);
    return rates;
}

Tensor *rates_want(long steps, bool scheduled)
{
    static const Known known[] = {
        {T_NO_SCHEDULE, "the rate stayed what it was: either the schedule was not asked, or what "
                        "it returned was not put into optimizer->lr"},
        {T_AHEAD, "the schedule is one step ahead: it is asked before t->step is counted"},
        {T_NOT_COUNTED, "the step was not counted, so the schedule stays in its first step: "
                        "t->step grows by 1"},
        {T_COUNTED_TWICE, "the step was counted twice: t->step grows by 1"}};
    MISTAKE_MESSAGE("pointer that is NULL",
                    "t->schedule is NULL here: ask it only if it is not; else the rate stays");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        MISTAKE(rates_of(known[i].way, steps, scheduled), known[i].sentence);
    return rates_of(T_RIGHT, steps, scheduled);
}

/* ---- weights, and figures ---------------------------------------------------------------------------- */

static double norm_of(const double *g, long D)
{
    double sum = 0;
    for (long d = 0; d < D; d++)
        sum += g[d] * g[d];
    return sqrt(sum);
}

static double clipping(double norm, double clip)
{
    return clip > 0 && norm > clip ? clip / (norm + 1e-6) : 1;
}

/* By what a step multiplies the gradient, before the rate. */
static double factor_of(Order way, double norm, double clip)
{
    if (way == T_NO_CLIP)
        return 1;
    return clipping(norm, way == T_CLIP_ONE ? 1 : clip) * (way == T_TWO_STEPS ? 2 : 1);
}

/* (steps, D): the weights after each step; (steps, 2): norm and loss of each. */
static Tensor *steps_in_order(Order way, const Tensor *w, const Tensor *x, bool scheduled,
                              double clip, Tensor *norms_and_losses)
{
    long D = w->shape[0], steps = x->shape[0];
    double at[D_MOST], old[D_MOST] = {0};
    Tensor *weights = blank(SHAPE(steps, D));
    for (long d = 0; d < D; d++)
        at[d] = (double)w->data[d];
    for (long s = 0; s < steps; s++) {
        double rate = rate_of(way, s, scheduled), g[D_MOST] = {0};
        for (long d = 0; way == T_STEP_FIRST && d < D; d++)
            at[d] -= rate * old[d];
        double loss = plain_batch(at, x, s, 1, g), norm = norm_of(g, D);
        for (long d = 0; d < D; d++) {
            old[d] = factor_of(way, norm, clip) * g[d];
            if (way != T_NO_STEP && way != T_STEP_FIRST)
                at[d] -= rate * old[d];
            weights->data[s * D + d] = (real)at[d];
        }
        norms_and_losses->data[2 * s] = (real)norm;
        norms_and_losses->data[2 * s + 1] = (real)loss;
    }
    return weights;
}

Tensor *weights_want(const Tensor *w, const Tensor *x, bool scheduled, double clip)
{
    static const Known known[] = {
        {T_STEP_FIRST, "optimizer_step came before the gradients were there: they come first, the "
                       "weights last"},
        {T_CLIP_ONE, "clipped to 1: the limit is t->clip_norm, and 0 means none"},
        {T_TWO_STEPS, "two steps in one"},
        {T_LATE, "the schedule came too late for its step: set the rate before optimizer_step"},
        {T_NO_CLIP, "the gradients were not clipped, or too late: after backward, before the "
                    "weights move"}};
    Tensor *unused = blank(SHAPE(x->shape[0], 2));
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        MISTAKE(steps_in_order(known[i].way, w, x, scheduled, clip, unused), known[i].sentence);
    MISTAKE(steps_in_order(T_NO_STEP, w, x, scheduled, clip, unused),
            clip > 0 ? "the weights never moved: optimizer_step is missing, or found no gradients"
                     : "the weights never moved: optimizer_step is missing, or found no gradients; "
                       "a clip_norm of 0 means no clipping");
    return steps_in_order(T_RIGHT, w, x, scheduled, clip, unused);
}

/* (steps, 3): last_norm, last_loss, step; each in so many parts of what is right. */
static Tensor *figures(const Tensor *norms_and_losses, double norm_part, double loss_part,
                       double count_part)
{
    long steps = norms_and_losses->shape[0];
    Tensor *out = blank(SHAPE(steps, 3));
    for (long s = 0; s < steps; s++) {
        out->data[3 * s] = (real)(norm_part * (double)norms_and_losses->data[2 * s]);
        out->data[3 * s + 1] = (real)(loss_part * (double)norms_and_losses->data[2 * s + 1]);
        out->data[3 * s + 2] = (real)(count_part * (double)(s + 1));
    }
    return out;
}

Tensor *figures_want(const Tensor *w, const Tensor *x, bool scheduled, double clip)
{
    Tensor *right = blank(SHAPE(x->shape[0], 2));
    steps_in_order(T_RIGHT, w, x, scheduled, clip, right);
    Tensor *clipped = figures(right, 1, 1, 1);
    for (long s = 0; s < x->shape[0]; s++)
        clipped->data[3 * s] *= (real)clipping((double)right->data[2 * s], clip);
    MISTAKE(clipped, "that is the norm after clipping: keep what clip_grad_norm returns");
    MISTAKE(figures(right, 0, 1, 1),
            "last_norm was not set: it is what clip_grad_norm returns, which without a clip_norm "
            "is called with INFINITY");
    MISTAKE(figures(right, 1, 0, 1), "last_loss was not set: it is what trainer_gradients returns");
    MISTAKE(figures(right, 1, 1, 0), "the step was not counted: t->step grows by 1");
    MISTAKE(figures(right, 1, 1, 2), "the step was counted twice: t->step grows by 1");
    return figures(right, 1, 1, 1);
}

/* ---- what must not happen ------------------------------------------------------------------------------ */

Tensor *finite_want(Endless endless)
{
    Tensor *finite = values(SHAPE(3), VALUES(1, 1, 1));
    finite->data[endless] = 0;
    return finite;
}

Tensor *kept_want(const Tensor *w, const Tensor *x, Endless endless)
{
    const double rate[] = {INFINITY, 0.5, NAN};
    double at[D_MOST], g[D_MOST] = {0};
    Tensor *moved = copy_of(w);
    for (long d = 0; d < w->shape[0]; d++)
        at[d] = (double)w->data[d];
    plain_batch(at, x, 0, 1, g);
    for (long d = 0; d < w->shape[0]; d++)
        moved->data[d] -= (real)(rate[endless] * g[d]);
    MISTAKE(moved, "the weights moved first: optimizer_step comes after every return false");
    MISTAKE_NUMBER(1, "it went on: a rate, a loss or a norm that is not finite must end in return "
                      "false");
    MISTAKE_NUMBER(4, "the step was counted, though it was not taken");
    return copy_of(w);
}
