/* adam.c - 07.4 to 07.7: the moments, their correction, the step, and where decay goes. */
#include "plain_steps.h"
#include "fixtures/optimizers.h"
#include "optim.h"

/* ---- 07.4 adam_moments ----------------------------------------------------------------------- */

/* Rows m and v of n weights after all gradients g (steps, n), from the m and v given. */
static Tensor *moments_after(Tensor *g, real m, real v, double beta1, double beta2)
{
    Adam a = {.rest1 = (real)(1 - beta1), .beta2 = (real)beta2, .rest2 = (real)(1 - beta2)};
    long n = g->shape[1];
    Tensor *both = tensor_zeros(SHAPE(2, n));
    for (long i = 0; i < n; i++)
        both->data[i] = m, both->data[n + i] = v;
    for (long t = 0; t < g->shape[0]; t++)
        adam_moments(&a, n, g->data + t * n, both->data, both->data + n);
    return both;
}

typedef enum {
    M_RIGHT,
    M_WHOLE,
    M_V_WHOLE,
    M_NO_SQUARE,
    M_ABSOLUTE,
    M_SWAPPED,
    M_FORGETS,
    M_V_FORGETS,
    M_V_OF_M,
    M_REST1,
    M_TURNED,
    M_V_UNTOUCHED,
    M_FIRST_ONLY
} MomentWay;

static void one_weight(MomentWay way, const Tensor *g, long i, double b1, double b2, double *to_m,
                       double *to_v)
{
    double m = *to_m, v = *to_v;
    double r1 = 1 - b1, r2 = 1 - b2;
    if (way == M_SWAPPED || way == M_TURNED) {
        double b = b1;
        b1 = way == M_SWAPPED ? b2 : r1, b2 = way == M_SWAPPED ? b : r2;
        r1 = 1 - b1, r2 = 1 - b2;
    }
    for (long t = 0; t < g->shape[0] && (i == 0 || way != M_FIRST_ONLY); t++) {
        double x = (double)g->data[t * g->shape[1] + i], square = x * x, kept = v;
        m = way == M_WHOLE ? b1 * m + x : way == M_FORGETS ? r1 * x : b1 * m + r1 * x;
        square = way == M_NO_SQUARE  ? x
                 : way == M_ABSOLUTE ? fabs(x)
                 : way == M_V_OF_M   ? m * m
                                     : square;
        v = way == M_V_WHOLE     ? b2 * v + square
            : way == M_V_FORGETS ? r2 * square
                                 : b2 * v + r2 * square;
        if (way == M_REST1)
            v = b2 * kept + r1 * square;
        if (way == M_V_UNTOUCHED)
            v = kept;
    }
    *to_m = m, *to_v = v;
}

static Tensor *plain_moments(MomentWay way, const Tensor *g, double m, double v, double b1,
                             double b2)
{
    long n = g->shape[1];
    Tensor *both = blank(SHAPE(2, n));
    for (long i = 0; i < n; i++) {
        double mean = m, square = v;
        one_weight(way, g, i, b1, b2, &mean, &square);
        both->data[i] = (real)mean;
        both->data[n + i] = (real)square;
    }
    return both;
}

static inline void register_moments(const Tensor *g, double m, double v, double b1, double b2)
{
    MISTAKE(plain_moments(M_WHOLE, g, m, v, b1, b2),
            "m is a sum, not a mean: g enters with 1 - beta1");
    MISTAKE(plain_moments(M_V_WHOLE, g, m, v, b1, b2),
            "v is a sum, not a mean: the square enters with 1 - beta2");
    MISTAKE(plain_moments(M_NO_SQUARE, g, m, v, b1, b2),
            "v without the square: it is the mean of g * g");
    MISTAKE(plain_moments(M_ABSOLUTE, g, m, v, b1, b2),
            "v is the mean of |g|: it is that of g * g");
    MISTAKE(plain_moments(M_SWAPPED, g, m, v, b1, b2),
            "beta1 and beta2 are swapped: beta1 is for m, beta2 for v");
    MISTAKE(plain_moments(M_FORGETS, g, m, v, b1, b2), "the old m is lost: keep beta1 of it");
    MISTAKE(plain_moments(M_V_FORGETS, g, m, v, b1, b2), "the old v is lost: keep beta2 of it");
    MISTAKE(plain_moments(M_V_OF_M, g, m, v, b1, b2),
            "v was fed with the square of m: it is that of the gradient");
    MISTAKE(plain_moments(M_REST1, g, m, v, b1, b2),
            "the square enters v with 1 - beta1: v's rate is rest2");
    MISTAKE(plain_moments(M_TURNED, g, m, v, b1, b2),
            "beta and 1 - beta have changed places: most of the old moment stays");
    MISTAKE(plain_moments(M_V_UNTOUCHED, g, m, v, b1, b2), "v did not move: both moments do");
    if (g->shape[1] > 1)
        MISTAKE(plain_moments(M_FIRST_ONLY, g, m, v, b1, b2),
                "only the first weight's moments moved: there are n weights, walk over all");
}

TEST(moments_by_hand, .points = 4, .exercise = "07.4 adam_moments", .file = "adam.c",
     .hints = HINTS(
         "Both are running means: a large part of the old, a small part of the new.",
         "The new is g for m, and g * g for v.",
         "m[i] += a->rest1 * (g[i] - m[i]); v[i] = a->beta2 * v[i] + a->rest2 * g[i] * g[i];"))
{
    Tensor *g = input("g", SHAPE(1, 1), VALUES(3));
    given("m", "1"), given("v", "2"), given("beta1", "0.9"), given("beta2", "0.99");
    real m = 1, v = 2;
    double beta1 = 0.9, beta2 = 0.99;
    EXPECT(Tensor *want = values(SHAPE(2, 1), VALUES((real)1.2, (real)2.07)));
    EXPECT(register_moments(g, 1, 2, 0.9, 0.99););
    Tensor *moments = CALL(moments_after(g, m, v, beta1, beta2));
    check_tensor(moments, want, "m = 1 + 0.1 * (3 - 1) = 1.2, v = 0.99 * 2 + 0.01 * 9 = 2.07");
}

TEST(moments_of_many_gradients, .points = 7, .exercise = "07.4 adam_moments", .file = "adam.c",
     .hints = HINTS(
         "m and v are read and written: what a step leaves is where the next one starts.",
         "A negative gradient makes m smaller and v larger.",
         "m[i] += a->rest1 * (g[i] - m[i]); v[i] = a->beta2 * v[i] + a->rest2 * g[i] * g[i];"))
{
    Tensor *g = draw("g", SHAPE(6, 3));
    double beta1 = draw_double("beta1", 0.5, 0.8), beta2 = draw_double("beta2", 0.85, 0.95);
    real m = 0, v = 0;
    EXPECT(Tensor *want = plain_moments(M_RIGHT, g, 0, 0, beta1, beta2));
    EXPECT(register_moments(g, 0, 0, beta1, beta2););
    Tensor *moments = CALL(moments_after(g, m, v, beta1, beta2));
    check_tensor(moments, want, "m = beta1 m + (1 - beta1) g; v = beta2 v + (1 - beta2) g^2");
}

/* ---- 07.5 adam_correct ----------------------------------------------------------------------- */

enum { OTHERS = 30 }; /* steps that the parameters around it are ahead */

/* (steps, 2): step_size and root2 of the steps 1, 2, ... of parameter 1 */
static Tensor *corrections(double lr, double beta1, double beta2, long steps)
{
    Tensor *both = tensor_zeros(SHAPE(steps, 2));
    long taken[3];
    Optimizer o = {.lr = lr, .beta1 = beta1, .beta2 = beta2, .step = taken};
    for (long t = 1; t <= steps; t++) {
        Adam a = {.step_size = (real)NAN, .root2 = (real)NAN};
        taken[0] = taken[2] = t + OTHERS;
        taken[1] = t;
        adam_correct(&a, &o, 1);
        both->data[2 * (t - 1)] = a.step_size;
        both->data[2 * (t - 1) + 1] = a.root2;
    }
    return both;
}

typedef enum {
    C_RIGHT,
    C_NONE,
    C_EARLIER,
    C_LATER,
    C_NO_ROOT,
    C_SWAPPED,
    C_PRODUCT,
    C_MULTIPLIED,
    C_LR_FORGOTTEN,
    C_SAME_BETA,
    C_NOT_FROM_ONE,
    C_FIRST_ONLY,
    C_ONE_FOR_ALL
} CorrectWay;

static Tensor *plain_corrections(CorrectWay way, double lr, double b1, double b2, long steps)
{
    Tensor *both = blank(SHAPE(steps, 2));
    for (long t = 1; t <= steps; t++) {
        double n = (double)(t - (way == C_EARLIER) + (way == C_LATER) +
                            (way == C_ONE_FOR_ALL ? OTHERS : 0));
        double p1 = way == C_PRODUCT ? b1 * n
                                     : pow(way == C_SWAPPED ? b2 : b1, way == C_FIRST_ONLY ? 1 : n);
        double p2 = way == C_PRODUCT ? b2 * n
                                     : pow(way == C_SWAPPED || way == C_SAME_BETA ? b1 : b2,
                                           way == C_FIRST_ONLY ? 1 : n);
        double size = lr / (1 - p1), root = sqrt(1 - p2);
        size = way == C_NONE           ? lr
               : way == C_MULTIPLIED   ? lr * (1 - p1)
               : way == C_LR_FORGOTTEN ? 1 / (1 - p1)
                                       : size;
        size = way == C_NOT_FROM_ONE ? lr / p1 : size;
        root = way == C_NONE           ? 1
               : way == C_NO_ROOT      ? 1 - p2
               : way == C_NOT_FROM_ONE ? sqrt(p2)
                                       : root;
        both->data[2 * (t - 1)] = (real)size;
        both->data[2 * (t - 1) + 1] = (real)root;
    }
    return both;
}

static inline void register_corrections(double lr, double b1, double b2, long steps)
{
    MISTAKE(
        plain_corrections(C_NONE, lr, b1, b2, steps),
        "the bias correction was forgotten: the moments start at 0, and early ones are too small");
    MISTAKE(plain_corrections(C_EARLIER, lr, b1, b2, steps),
            "corrected with step - 1: o->step[i] is 1 in the first step, it has been counted "
            "already");
    MISTAKE(plain_corrections(C_LATER, lr, b1, b2, steps),
            "corrected with step + 1: o->step[i] has been counted already");
    MISTAKE(plain_corrections(C_ONE_FOR_ALL, lr, b1, b2, steps),
            "corrected with the count of another parameter: t is o->step[i]");
    MISTAKE(plain_corrections(C_NO_ROOT, lr, b1, b2, steps),
            "root2 is the square root of 1 - beta2^t");
    MISTAKE(plain_corrections(C_SWAPPED, lr, b1, b2, steps),
            "beta1 and beta2 are swapped: beta1 corrects m (step_size), beta2 corrects v (root2)");
    MISTAKE(plain_corrections(C_SAME_BETA, lr, b1, b2, steps),
            "root2 was computed from beta1: v runs with beta2");
    MISTAKE(plain_corrections(C_PRODUCT, lr, b1, b2, steps),
            "beta times t in place of beta to the power t: pow(beta, t)");
    MISTAKE(
        plain_corrections(C_MULTIPLIED, lr, b1, b2, steps),
        "multiplied by 1 - beta1^t where a division belongs: early steps must grow, not shrink");
    MISTAKE(plain_corrections(C_LR_FORGOTTEN, lr, b1, b2, steps),
            "the learning rate is missing in step_size");
    MISTAKE(plain_corrections(C_NOT_FROM_ONE, lr, b1, b2, steps), "beta^t in place of 1 - beta^t");
    MISTAKE(plain_corrections(C_FIRST_ONLY, lr, b1, b2, steps),
            "1 - beta in every step: the correction fades with t, it is 1 - beta^t");
}

TEST(the_first_two_corrections, .points = 4, .exercise = "07.5 adam_correct", .file = "adam.c",
     .hints = HINTS("The first step needs the largest correction; it fades.",
                    "pow(o->beta1, (double)o->step[i]) is beta1 to the power t.",
                    "a->step_size = (real)(o->lr / (1 - pow(o->beta1, (double)o->step[i])));"))
{
    given("lr", "0.1"), given("beta1", "0.9"), given("beta2", "0.99");
    given("i", "1; the parameters 0 and 2 are 30 steps ahead");
    double lr = 0.1, beta1 = 0.9, beta2 = 0.99;
    EXPECT(Tensor *want =
               values(SHAPE(2, 2), VALUES(1, (real)0.1, (real)(0.1 / 0.19), (real)sqrt(0.0199))));
    EXPECT(register_corrections(lr, beta1, beta2, 2););
    Tensor *factors = CALL(corrections(lr, beta1, beta2, 2));
    check_tensor(factors, want, "rows are t = 1, 2: lr / (1 - beta1^t) and sqrt(1 - beta2^t)");
}

TEST(corrections_fade, .points = 7, .exercise = "07.5 adam_correct", .file = "adam.c",
     .hints = HINTS("After many steps step_size is nearly lr, and root2 nearly 1.",
                    "Which beta belongs to which factor? m runs with beta1, v with beta2.",
                    "a->root2 = (real)sqrt(1 - pow(o->beta2, (double)o->step[i]));"))
{
    double lr = draw_double("lr", 0.01, 0.4), beta1 = draw_double("beta1", 0.5, 0.8);
    double beta2 = draw_double("beta2", 0.85, 0.97);
    EXPECT(Tensor *want = plain_corrections(C_RIGHT, lr, beta1, beta2, 6));
    EXPECT(register_corrections(lr, beta1, beta2, 6););
    Tensor *factors = CALL(corrections(lr, beta1, beta2, 6));
    check_tensor(factors, want, "rows are t = 1 to 6: lr / (1 - beta1^t) and sqrt(1 - beta2^t)");
}

/* ---- 07.6 adam_step -------------------------------------------------------------------------- */

static Tensor *step_all(Tensor *w, Tensor *m, Tensor *v, Adam a)
{
    Tensor *after = tensor_zeros(w->ndim, w->shape);
    memcpy(after->data, w->data, (size_t)tensor_numel(w) * sizeof(real));
    adam_step(&a, tensor_numel(w), after->data, m->data, v->data);
    return after;
}

typedef enum {
    S_RIGHT,
    S_UPHILL,
    S_EPS_INSIDE,
    S_EPS_EARLY,
    S_NO_EPS,
    S_NO_ROOT,
    S_ROOT2_TIMES,
    S_NO_ROOT2,
    S_NO_KEEP,
    S_KEEP_LATE,
    S_NO_V,
    S_NO_STEP_SIZE,
    S_EPS_INSIDE_CORRECTED
} StepWay;

static double one_step(StepWay way, double w, double m, double v, const Adam *a)
{
    double eps = (double)a->eps, root2 = (double)a->root2, size = (double)a->step_size,
           keep = (double)a->keep;
    double below = sqrt(v) / root2 + eps;
    if (way == S_EPS_INSIDE)
        below = sqrt(v + eps) / root2;
    if (way == S_EPS_INSIDE_CORRECTED)
        below = sqrt(v / (root2 * root2) + eps);
    if (way == S_EPS_EARLY)
        below = (sqrt(v) + eps) / root2;
    if (way == S_NO_EPS)
        below = sqrt(v) / root2;
    if (way == S_NO_ROOT)
        below = v / root2 + eps;
    if (way == S_ROOT2_TIMES)
        below = sqrt(v) * root2 + eps;
    if (way == S_NO_ROOT2)
        below = sqrt(v) + eps;
    if (way == S_NO_V)
        below = 1;
    double step = (way == S_NO_STEP_SIZE ? 1 : size) * m / below;
    if (way == S_UPHILL)
        return keep * w + step;
    if (way == S_NO_KEEP)
        return w - step;
    return way == S_KEEP_LATE ? keep * (w - step) : keep * w - step;
}

static Tensor *plain_steps(StepWay way, const Tensor *w, const Tensor *m, const Tensor *v, Adam a)
{
    Tensor *after = copy_of(w);
    for (long i = 0; i < tensor_numel(w); i++)
        after->data[i] =
            (real)one_step(way, (double)w->data[i], (double)m->data[i], (double)v->data[i], &a);
    return after;
}

static inline void register_steps(const Tensor *w, const Tensor *m, const Tensor *v, Adam a)
{
    MISTAKE(plain_steps(S_UPHILL, w, m, v, a),
            "uphill: m points where the loss grows, so take the step off the weight");
    MISTAKE(plain_steps(S_NO_ROOT, w, m, v, a),
            "divided by v itself: m is measured against the square root of v");
    MISTAKE(plain_steps(S_ROOT2_TIMES, w, m, v, a),
            "the root was multiplied by root2: v is too small, divide by root2");
    MISTAKE(plain_steps(S_NO_ROOT2, w, m, v, a),
            "root2 is missing: v starts at 0 and is corrected by it");
    MISTAKE(plain_steps(S_NO_V, w, m, v, a),
            "not divided by the root of v: without it this is only momentum");
    MISTAKE(plain_steps(S_NO_STEP_SIZE, w, m, v, a), "step_size is missing");
    if (a.eps != 0) {
        MISTAKE(plain_steps(S_EPS_INSIDE, w, m, v, a),
                "eps is inside the root: it is added after the root is taken");
        MISTAKE(plain_steps(S_EPS_INSIDE_CORRECTED, w, m, v, a),
                "eps is inside the root: it is added after the root is taken");
        MISTAKE(plain_steps(S_EPS_EARLY, w, m, v, a),
                "eps was divided by root2, too: it is added after the correction");
        MISTAKE(plain_steps(S_NO_EPS, w, m, v, a), "eps is missing: where v is 0, this is 0 / 0");
    }
    if (a.keep != 1) {
        MISTAKE(plain_steps(S_NO_KEEP, w, m, v, a), "keep is not used: AdamW's decay gets lost");
        MISTAKE(plain_steps(S_KEEP_LATE, w, m, v, a),
                "keep was applied after the step: it shrinks the weight beforehand, not the step");
    }
}

TEST(step_by_hand, .points = 4, .exercise = "07.6 adam_step", .file = "adam.c",
     .hints = HINTS(
         "The step is the mean gradient, measured in units of the typical gradient.",
         "The typical gradient is the root of v, corrected: real_sqrt(v[i]) / a->root2.",
         "w[i] = a->keep * w[i] - a->step_size * (m[i] / (real_sqrt(v[i]) / a->root2 + a->eps));"))
{
    Tensor *w = input("w", SHAPE(1), VALUES(2)), *m = input("m", SHAPE(1), VALUES((real)0.3));
    Tensor *v = input("v", SHAPE(1), VALUES((real)0.09));
    given("a", "keep 1, step_size 0.1, root2 0.5, eps 0");
    Adam a = {.keep = 1, .step_size = (real)0.1, .root2 = (real)0.5, .eps = 0};
    EXPECT(Tensor *want = values(SHAPE(1), VALUES((real)1.95)));
    EXPECT(register_steps(w, m, v, a););
    Tensor *after = CALL(step_all(w, m, v, a));
    check_tensor(after, want, "2 - 0.1 * 0.3 / (0.3 / 0.5) = 1.95");
}

TEST(steps_with_a_large_eps, .points = 5, .exercise = "07.6 adam_step", .file = "adam.c",
     .hints = HINTS(
         "The place of eps is seen best when eps is large.",
         "Root first, then the correction, then + eps.",
         "w[i] = a->keep * w[i] - a->step_size * (m[i] / (real_sqrt(v[i]) / a->root2 + a->eps));"))
{
    Tensor *w = draw("w", SHAPE(8)), *m = draw("m", SHAPE(8)),
           *v = draw_between("v", SHAPE(8), 0.1, 3);
    double eps = draw_double("eps", 0.2, 0.9), root2 = draw_double("root2", 0.2, 0.8);
    double keep = draw_double("keep", 0.3, 0.9), step_size = draw_double("step_size", 0.1, 0.9);
    given("a", "eps %.4g, root2 %.4g, keep %.4g, step_size %.4g", eps, root2, keep, step_size);
    Adam a = {
        .keep = (real)keep, .step_size = (real)step_size, .root2 = (real)root2, .eps = (real)eps};
    EXPECT(Tensor *want = plain_steps(S_RIGHT, w, m, v, a));
    EXPECT(register_steps(w, m, v, a););
    Tensor *after = CALL(step_all(w, m, v, a));
    check_tensor(after, want, "keep w - step_size m / (sqrt(v) / root2 + eps)");
}

TEST(no_gradient_so_far_no_step, .points = 4, .exercise = "07.6 adam_step", .file = "adam.c",
     .hints = HINTS("If all gradients were 0, m and v are 0, and 0 / 0 is NaN.",
                    "That is what eps is for.", "m[i] / (real_sqrt(v[i]) / a->root2 + a->eps)"))
{
    Tensor *w = draw("w", SHAPE(3)), *m = input("m", SHAPE(3), VALUES(0, 0, 0));
    Tensor *v = input("v", SHAPE(3), VALUES(0, 0, 0));
    given("a", "keep 0.5, step_size 0.1, root2 0.5, eps 1e-8");
    Adam a = {.keep = (real)0.5, .step_size = (real)0.1, .root2 = (real)0.5, .eps = (real)1e-8};
    EXPECT(Tensor *want = plain_scaled(w, 0.5));
    MISTAKE(copy_of(w), "keep is not used: AdamW's decay gets lost");
    MISTAKE(plain_scaled(w, NAN), "eps is missing: where v is 0, this is 0 / 0");
    Tensor *after = CALL(step_all(w, m, v, a));
    check_tensor(after, want, "m = 0 makes no step; only decay (keep) is left");
}

/* ---- 07.7 adam_decay ------------------------------------------------------------------------- */

/* (2, 2): keep and decay, of Adam and of AdamW. */
static Tensor *decays(double lr, double decay)
{
    Tensor *t = tensor_zeros(SHAPE(2, 2));
    for (int decoupled = 0; decoupled < 2; decoupled++) {
        Adam a = {.keep = (real)NAN, .decay = (real)NAN};
        adam_decay(&a, lr, decay, decoupled);
        t->data[2 * decoupled] = a.keep;
        t->data[2 * decoupled + 1] = a.decay;
    }
    return t;
}

static inline Tensor *table(double keep, double decay, double keep_w, double decay_w)
{
    return values(SHAPE(2, 2), VALUES((real)keep, (real)decay, (real)keep_w, (real)decay_w));
}

TEST(decay_in_one_of_two_places, .points = 4, .exercise = "07.7 adam_decay", .file = "adam_decay.c",
     .hints = HINTS("Adam adds decay to the gradient; AdamW shrinks the weight.",
                    "What is left of 1 after lr * decay is taken off?",
                    "a->keep = decoupled ? (real)(1 - lr * decay) : 1; a->decay = decoupled ? 0 : "
                    "(real)decay;"))
{
    double lr = draw_double("lr", 0.01, 0.3), decay = draw_double("decay", 0.2, 0.8);
    EXPECT(Tensor *want = table(1, decay, 1 - lr * decay, 0));
    EXPECT(double keep = 1 - lr * decay);
    MISTAKE(table(1, decay, 1, decay),
            "AdamW's decay was added to the gradient: that is Adam; AdamW shrinks the weight");
    MISTAKE(table(1, decay, keep, decay),
            "AdamW decays twice: its gradient stays clean, a->decay is 0");
    MISTAKE(table(1, decay, 1 - decay, 0),
            "the learning rate is missing in the decay: keep is 1 - lr decay");
    MISTAKE(table(1, decay, lr * decay, 0),
            "keep is what is left of the weight: 1 - lr decay, not lr decay");
    MISTAKE(table(1, decay, 1 + lr * decay, 0), "the decay has the wrong sign: the weights grow");
    MISTAKE(table(1, lr * decay, keep, 0),
            "Adam's decay is added to the gradient, and lr comes with the step: not here");
    MISTAKE(table(keep, 0, 1, decay), "Adam and AdamW are swapped: decoupled means AdamW");
    MISTAKE(table(0, decay, keep, 0), "Adam keeps all of the weight: keep is 1, not 0");
    Tensor *both = CALL(decays(lr, decay));
    check_tensor(both, want, "rows: Adam (keep 1, decay), AdamW (keep 1 - lr decay, 0)");
}

static Tensor *after_adam(Tensor *w, Tensor *g, Tensor *lr, OptimizerOptions options)
{
    return steps_of(adam_new, w, g, lr, options);
}

static Tensor *after_adamw(Tensor *w, Tensor *g, Tensor *lr, OptimizerOptions options)
{
    return steps_of(adamw_new, w, g, lr, options);
}

TEST(the_steps_of_torch_adam, .points = 3, .exercise = "07.7 adam_decay", .file = "adam_decay.c",
     .hints = HINTS("Five steps of PyTorch: all four parts must be right.",
                    "Make the tests of 07.4, 07.5 and 07.6 pass first.",
                    "See decay_in_one_of_two_places."))
{
    Tensor *w = torch_weights(), *g = torch_gradients(), *lr = torch_rates();
    OptimizerOptions none = {0}, decay = {.weight_decay = 0.1};
    OptimizerOptions other = {.beta1 = 0.7, .beta2 = 0.95, .eps = 1e-3};
    EXPECT(Tensor *plain = after_five(adam_steps), *coupled = after_five(adam_decay_steps));
    EXPECT(Tensor *options = after_five(adam_options_steps), *decoupled = after_five(adamw_steps));
    check_tensor(CALL(after_adam(w, g, lr, none)), plain,
                 "torch.optim.Adam(lr=0.05) after five steps");
    check_tensor(CALL(after_adam(w, g, lr, other)), options,
                 "Adam(lr=0.05, betas=(0.7, 0.95), eps=1e-3)");
    MISTAKE(after_five(adam_steps), "there is no weight decay at all");
    MISTAKE(after_five(adamw_steps), "this is AdamW: Adam adds its decay to the gradient");
    check_tensor(CALL(after_adam(w, g, lr, decay)), coupled, "Adam(lr=0.05, weight_decay=0.1)");
    MISTAKE(after_five(adam_decay_steps),
            "this is Adam: AdamW's decay is not added to the gradient");
    check_tensor(CALL(after_adamw(w, g, lr, decay)), decoupled, "AdamW(lr=0.05, weight_decay=0.1)");
}

/* Steps on (x^2 + 100 y^2) / 2 from (1, 1) until the loss is a millionth; at most 1000. */
static long steps_down(Optimizer *(*make)(const ParameterList *, OptimizerOptions),
                       OptimizerOptions options)
{
    Tensor *w = parameter(tensor_ones(SHAPE(2)));
    ParameterList *list = parameters_new();
    parameters_add(list, "w", w);
    Optimizer *o = make(list, options);
    double start = 50.5, loss = start;
    while (loss > 1e-6 * start && o->step[0] < 1000) {
        real beta, *g = grad_buffer(w, &beta)->data;
        g[0] = w->data[0];
        g[1] = 100 * w->data[1];
        o->step[0]++;
        o->update(o, 0);
        double x = (double)w->data[0], y = (double)w->data[1];
        loss = (x * x + 100 * y * y) / 2;
    }
    long steps = o->step[0];
    optimizer_free(o);
    parameters_free(list);
    return steps;
}

TEST(steps_that_the_lesson_names, .points = 2, .exercise = "07.7 adam_decay",
     .file = "adam_decay.c",
     .hints = HINTS("346 steps of SGD, 58 with momentum, 46 of Adam: see Measure it.",
                    "This needs 07.2 to 07.7.", "Make the other tests pass first."))
{
    double momentum = 81.0 / 121; /* ((10 - 1) / (10 + 1))^2 */
    OptimizerOptions plain = {.lr = 2.0 / 101}, rolling = {.lr = 4.0 / 121, .momentum = momentum},
                     adam = {.lr = 0.03};
    long of_sgd = CALL(steps_down(sgd_new, plain));
    check_number((double)of_sgd, 346, 0.01, "plain SGD, lr 2/101");
    long of_momentum = CALL(steps_down(sgd_new, rolling));
    check_number((double)of_momentum, 58, 0.02, "SGD with momentum, lr 4/121");
    long of_adam = CALL(steps_down(adam_new, adam));
    check_number((double)of_adam, 46, 0.03, "Adam, lr 0.03");
}
