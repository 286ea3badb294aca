/* adam_want.c - the four parts of Adam in plain loops, right and with each of the mistakes people make. */
#include "want.h"

/* ---- 07.4 adam_moments ----------------------------------------------------------------------- */

typedef enum {
    M_RIGHT,
    M_SUM,
    V_SUM,
    V_NO_SQUARE,
    V_SIZE,
    SWAPPED,
    M_FORGETS,
    V_FORGETS,
    V_OF_M,
    V_REST1,
    TURNED,
    V_UNTOUCHED,
    FIRST_ONLY,
    MOMENT_SLIPS
} MomentSlip;

static const char *const said_of_moments[MOMENT_SLIPS] = {
    [M_SUM] = "m is a sum, not a mean: g enters with 1 - beta1",
    [V_SUM] = "v is a sum, not a mean: the square enters with 1 - beta2",
    [V_NO_SQUARE] = "v without the square: it is the mean of g * g",
    [V_SIZE] = "v is the mean of |g|: it is that of g * g",
    [SWAPPED] = "beta1 and beta2 are swapped: beta1 is for m, beta2 for v",
    [M_FORGETS] = "the old m is lost: keep beta1 of it",
    [V_FORGETS] = "the old v is lost: keep beta2 of it",
    [V_OF_M] = "v was fed with the square of m: it is that of the gradient",
    [V_REST1] = "the square enters v with 1 - beta1: v's rate is rest2",
    [TURNED] = "beta and 1 - beta have changed places: most of the old moment stays",
    [V_UNTOUCHED] = "v did not move: both moments do",
    [FIRST_ONLY] = "only the first weight's moments moved: there are n weights, walk over all",
};

static double next_m(MomentSlip slip, double b1, double b2, double m, double g)
{
    double beta = slip == SWAPPED ? b2 : slip == TURNED ? 1 - b1 : b1;
    return (slip == M_FORGETS ? 0 : beta * m) + (slip == M_SUM ? 1 : 1 - beta) * g;
}

/* m is the new one. */
static double next_v(MomentSlip slip, double b1, double b2, double v, double g, double m)
{
    double beta = slip == SWAPPED ? b1 : slip == TURNED ? 1 - b2 : b2;
    double rest = slip == V_SUM ? 1 : slip == V_REST1 ? 1 - b1 : 1 - beta;
    double square = slip == V_NO_SQUARE ? g
                    : slip == V_SIZE    ? fabs(g)
                    : slip == V_OF_M    ? m * m
                                        : g * g;
    if (slip == V_UNTOUCHED)
        return v;
    return (slip == V_FORGETS ? 0 : beta * v) + rest * square;
}

static Tensor *moments_with(MomentSlip slip, double b1, double b2, const Tensor *m, const Tensor *v,
                            const Tensor *g)
{
    long n = g->shape[0];
    Tensor *both = blank(SHAPE(2, n));
    for (long i = 0; i < n; i++) {
        double x = (double)g->data[i], mean = (double)m->data[i], square = (double)v->data[i];
        bool moves = i == 0 || slip != FIRST_ONLY;
        double next = next_m(slip, b1, b2, mean, x);
        both->data[i] = (real)(moves ? next : mean);
        both->data[n + i] = (real)(moves ? next_v(slip, b1, b2, square, x, next) : square);
    }
    return both;
}

Tensor *moments_want(double beta1, double beta2, const Tensor *m, const Tensor *v, const Tensor *g)
{
    for (MomentSlip slip = 1; slip < MOMENT_SLIPS; slip++)
        if (slip != FIRST_ONLY || g->shape[0] > 1)
            MISTAKE(moments_with(slip, beta1, beta2, m, v, g), said_of_moments[slip]);
    return moments_with(M_RIGHT, beta1, beta2, m, v, g);
}

/* ---- 07.5 adam_correct ----------------------------------------------------------------------- */

static Tensor *pair(double first, double second)
{
    return values(SHAPE(2), VALUES((real)first, (real)second));
}

/* Both factors, from what is taken off 1. */
static Tensor *factors(double lr, double off1, double off2)
{
    return pair(lr / (1 - off1), sqrt(1 - off2));
}

Tensor *correction_want(double lr, double beta1, double beta2, long t, long others)
{
    double n = (double)t, p1 = pow(beta1, n), p2 = pow(beta2, n);
    MISTAKE(pair(lr, 1), "the bias correction was forgotten: the moments start at 0, and early "
                         "ones are too small");
    MISTAKE(factors(lr, pow(beta1, n - 1), pow(beta2, n - 1)),
            "corrected with step - 1: o->step[i] is 1 in the first step, it has been counted "
            "already");
    MISTAKE(factors(lr, pow(beta1, n + 1), pow(beta2, n + 1)),
            "corrected with step + 1: o->step[i] has been counted already");
    MISTAKE(factors(lr, pow(beta1, (double)others), pow(beta2, (double)others)),
            "corrected with the count of another parameter: t is o->step[i]");
    MISTAKE(pair(lr / (1 - p1), 1 - p2), "root2 is the square root of 1 - beta2^t");
    MISTAKE(factors(lr, p2, p1),
            "beta1 and beta2 are swapped: beta1 corrects m (step_size), beta2 corrects v (root2)");
    MISTAKE(factors(lr, p1, p1), "root2 was computed from beta1: v runs with beta2");
    MISTAKE(factors(lr, beta1 * n, beta2 * n),
            "beta times t in place of beta to the power t: pow(beta, t)");
    MISTAKE(
        pair(lr * (1 - p1), sqrt(1 - p2)),
        "multiplied by 1 - beta1^t where a division belongs: early steps must grow, not shrink");
    MISTAKE(factors(1, p1, p2), "the learning rate is missing in step_size");
    MISTAKE(pair(lr / p1, sqrt(p2)), "beta^t in place of 1 - beta^t");
    MISTAKE(factors(lr, beta1, beta2),
            "1 - beta in every step: the correction fades with t, it is 1 - beta^t");
    return factors(lr, p1, p2);
}

/* ---- 07.6 adam_step -------------------------------------------------------------------------- */

typedef enum {
    S_RIGHT,
    UPHILL,
    NO_ROOT,
    ROOT2_TIMES,
    NO_ROOT2,
    NO_V,
    NO_STEP_SIZE,
    EPS_INSIDE,
    EPS_INSIDE_CORRECTED,
    EPS_EARLY,
    NO_EPS,
    NO_KEEP,
    KEEP_LATE,
    STEP_SLIPS
} StepSlip;

static const char *const said_of_steps[STEP_SLIPS] = {
    [UPHILL] = "uphill: m points where the loss grows, so take the step off the weight",
    [NO_ROOT] = "divided by v itself: m is measured against the square root of v",
    [ROOT2_TIMES] = "the root was multiplied by root2: v is too small, divide by root2",
    [NO_ROOT2] = "root2 is missing: v starts at 0 and is corrected by it",
    [NO_V] = "not divided by the root of v: without it this is only momentum",
    [NO_STEP_SIZE] = "step_size is missing",
    [EPS_INSIDE] = "eps is inside the root: it is added after the root is taken",
    [EPS_INSIDE_CORRECTED] = "eps is inside the root: it is added after the root is taken",
    [EPS_EARLY] = "eps was divided by root2, too: it is added after the correction",
    [NO_EPS] = "eps is missing: where v is 0, this is 0 / 0",
    [NO_KEEP] = "keep is not used: AdamW's decay gets lost",
    [KEEP_LATE] = "keep was applied after the step: it shrinks the weight beforehand, not the step",
};

/* What m is divided by. */
static double below(StepSlip slip, double v, double root2, double eps)
{
    switch (slip) {
    case EPS_INSIDE:
        return sqrt(v + eps) / root2;
    case EPS_INSIDE_CORRECTED:
        return sqrt(v / (root2 * root2) + eps);
    case EPS_EARLY:
        return (sqrt(v) + eps) / root2;
    case NO_EPS:
        return sqrt(v) / root2;
    case NO_ROOT:
        return v / root2 + eps;
    case ROOT2_TIMES:
        return sqrt(v) * root2 + eps;
    case NO_ROOT2:
        return sqrt(v) + eps;
    case NO_V:
        return 1;
    default:
        return sqrt(v) / root2 + eps;
    }
}

static Tensor *stepped(StepSlip slip, const Adam *a, const Tensor *w, const Tensor *m,
                       const Tensor *v)
{
    Tensor *after = copy_of(w);
    double keep = slip == NO_KEEP ? 1 : (double)a->keep;
    double size = slip == NO_STEP_SIZE ? 1 : (double)a->step_size;
    for (long i = 0; i < w->shape[0]; i++) {
        double root = below(slip, (double)v->data[i], (double)a->root2, (double)a->eps);
        double x = (double)w->data[i], step = size * (double)m->data[i] / root;
        after->data[i] = (real)(slip == UPHILL      ? keep * x + step
                                : slip == KEEP_LATE ? keep * (x - step)
                                                    : keep * x - step);
    }
    return after;
}

Tensor *adam_step_want(const Adam *a, const Tensor *w, const Tensor *m, const Tensor *v)
{
    for (StepSlip slip = 1; slip < STEP_SLIPS; slip++)
        MISTAKE(stepped(slip, a, w, m, v), said_of_steps[slip]);
    return stepped(S_RIGHT, a, w, m, v);
}

/* ---- 07.7 adam_decay ------------------------------------------------------------------------- */

Tensor *decay_want(double lr, double decay, bool decoupled)
{
    double keep = 1 - lr * decay;
    if (!decoupled) {
        MISTAKE(pair(1, lr * decay),
                "Adam's decay is added to the gradient, and lr comes with the step: not here");
        MISTAKE(pair(keep, 0), "this is AdamW's decay: Adam and AdamW are swapped, or both are "
                               "AdamW. decoupled means AdamW");
        MISTAKE(pair(keep, decay), "Adam decays twice: it keeps all of the weight, keep is 1");
        MISTAKE(pair(0, decay), "Adam keeps all of the weight: keep is 1, not 0");
        MISTAKE(pair(NAN, decay), "keep was not set: Adam keeps all of the weight, keep is 1");
        return pair(1, decay);
    }
    MISTAKE(pair(1, decay),
            "AdamW's decay was added to the gradient: that is Adam; AdamW shrinks the weight");
    MISTAKE(pair(keep, decay), "AdamW decays twice: its gradient stays clean, a->decay is 0");
    MISTAKE(pair(1 - decay, 0), "the learning rate is missing in the decay: keep is 1 - lr decay");
    MISTAKE(pair(lr * decay, 0), "keep is what is left of the weight: 1 - lr decay, not lr decay");
    MISTAKE(pair(1 + lr * decay, 0), "the decay has the wrong sign: the weights grow");
    MISTAKE(pair(keep, NAN), "decay was not set: AdamW's gradient stays clean, a->decay is 0");
    MISTAKE(pair(1, 0), "AdamW does not decay: keep is 1 - lr decay");
    return pair(keep, 0);
}
