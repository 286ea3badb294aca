/* adam.c - steps of even size in every direction (Kingma and Ba 2014): Adam, and AdamW.
 *
 * Invariant: the order of operations is PyTorch's.
 */
#include "optim.h"
#include "vmath.h"

/* m = beta1 m + (1 - beta1) g, and v so of the square. */
EXERCISE
void adam_moments(const Adam *a, long n, const real *g, real *m, real *v)
{
    for (long i = 0; i < n; i++) {
        m[i] += a->rest1 * (g[i] - m[i]);
        v[i] = a->beta2 * v[i] + a->rest2 * g[i] * g[i];
    }
}

/* The powers undo that m and v start at zero; t counts the steps of this parameter alone, for its
 * moments have seen no others. */
EXERCISE
void adam_correct(Adam *a, const Optimizer *o, long i)
{
    double t = (double)o->step[i];
    a->step_size = (real)(o->lr / (1 - pow(o->beta1, t)));
    a->root2 = (real)sqrt(1 - pow(o->beta2, t));
}

/* w = w - lr / (1 - beta1^t)  m / (sqrt(v) / sqrt(1 - beta2^t) + eps) */
EXERCISE
void adam_step(const Adam *a, long n, real *w, const real *m, const real *v)
{
    for (long i = 0; i < n; i++)
        w[i] = a->keep * w[i] - a->step_size * (m[i] / (real_sqrt(v[i]) / a->root2 + a->eps));
}

/* Weight decay is the only difference between Adam and AdamW. Adam adds decay w to g, where it
 * is divided by sqrt(v), too; AdamW (Loshchilov and Hutter 2017) takes lr decay w off the
 * weight, beforehand. */
void adam_decay(Adam *a, double lr, double decay, bool decoupled)
{
    a->keep = decoupled ? (real)(1 - lr * decay) : 1;
    a->decay = decoupled ? 0 : (real)decay;
}

/* ---- all numbers of a parameter, on threads -------------------------------------------------- */

/* So short that a piece stays in the cache from moments to step: one pass over memory per
 * parameter. */
enum { PIECE = 1 << 9 };

typedef struct {
    Adam adam;
    real *w, *m, *v;
    real *largest; /* of all v so far: AMSGrad's, or NULL */
    const real *g;
} AdamSlice;

/* Written so that NaN is kept. Returns largest. */
static real *keep_largest(long n, real *largest, const real *v)
{
    for (long i = 0; i < n; i++)
        largest[i] = v[i] <= largest[i] ? largest[i] : v[i];
    return largest;
}

static void range(long begin, long end, void *context)
{
    const AdamSlice *p = context;
    real slope[PIECE];
    for (long at = begin; at < end; at += PIECE) {
        long n = end - at < PIECE ? end - at : PIECE;
        real *w = p->w + at, *m = p->m + at, *v = p->v + at;
        for (long i = 0; i < n; i++)
            slope[i] = p->g[at + i] + p->adam.decay * w[i];
        adam_moments(&p->adam, n, slope, m, v);
        if (p->largest != NULL)
            v = keep_largest(n, p->largest + at, v);
        adam_step(&p->adam, n, w, m, v);
    }
}

static void update(const Optimizer *all, long i, bool decoupled)
{
    if (all->state[0][i] == NULL)
        return; /* another rank keeps its moments, and updates it (train/shard_moments.c) */
    Optimizer here = *all, *o = &here; /* with the rate of this parameter */
    o->lr = optimizer_lr(all, i);
    Tensor *w = o->parameters->tensor[i];
    AdamSlice p = {
        .w = w->data, .m = o->state[0][i]->data, .v = o->state[1][i]->data, .g = w->grad->data};
    p.largest = o->amsgrad ? o->state[2][i]->data : NULL;
    p.adam = (Adam){.rest1 = (real)(1 - o->beta1),
                    .beta2 = (real)o->beta2,
                    .rest2 = (real)(1 - o->beta2),
                    .eps = (real)o->eps};
    adam_decay(&p.adam, o->lr, optimizer_decay(o, i), decoupled);
    adam_correct(&p.adam, o, i);
    parallel_for(tensor_numel(w), 1, range, &p);
    tensor_written(w, "optimizer_step");
}

static void update_adam(Optimizer *o, long i)
{
    update(o, i, false);
}

static void update_adamw(Optimizer *o, long i)
{
    update(o, i, true);
}

/* ---- making one ------------------------------------------------------------------------------ */

static Optimizer *with_moments(Optimizer *o)
{
    optimizer_add_state(o, "exp_avg");
    optimizer_add_state(o, "exp_avg_sq");
    if (o->amsgrad)
        optimizer_add_state(o, "max_exp_avg_sq");
    return o;
}

static void check_options(const char *kind, OptimizerOptions options)
{
    if (options.nesterov)
        fail("%s: nesterov is an option of SGD", kind);
}

Optimizer *adam_new(const ParameterList *parameters, OptimizerOptions options)
{
    check_options("Adam", options);
    UNDO_ON_FAIL;
    return with_moments(optimizer_new("Adam", update_adam, parameters, options));
}

Optimizer *adamw_new(const ParameterList *parameters, OptimizerOptions options)
{
    check_options("AdamW", options);
    UNDO_ON_FAIL;
    return with_moments(optimizer_new("AdamW", update_adamw, parameters, options));
}
