/* adam_new.c - Adam and AdamW over all numbers of a parameter: adam.c and adam_decay.c, on threads.
 *
 * Invariant: a piece is so short that it stays in the cache from moments to step, which makes it
 * one pass over memory per parameter.
 */
#include "optim.h"

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
