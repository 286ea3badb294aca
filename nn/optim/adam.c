/* adam.c - steps of even size in every direction (Kingma and Ba 2014).
 *
 *     m = beta1 m + (1 - beta1) g          running mean of the gradient
 *     v = beta2 v + (1 - beta2) g^2        running mean of its square
 *     w = w - lr / (1 - beta1^t)  m / (sqrt(v) / sqrt(1 - beta2^t) + eps)
 *
 * The powers undo that m and v start at zero; t counts the steps of this parameter alone, for its
 * moments have seen no others. Weight decay is the only difference between the two:
 * Adam adds decay w to g, where the division by sqrt(v) bends it; AdamW (Loshchilov and Hutter
 * 2017) takes lr decay w off the weight, beforehand.
 *
 * Invariant: one pass over memory per parameter, in the order of operations of PyTorch.
 */
#include "adam.h"
#include <math.h>

enum { GRAIN = 1 << 14 }; /* numbers worth a thread */

static inline real square_root(real x)
{
#ifdef KINDLING_DOUBLE
    return sqrt(x);
#else
    return sqrtf(x);
#endif
}

/* ---- the parts of a step ------------------------------------------------------------------- */

void adam_moments(const Adam *a, real g, real *m, real *v)
{
    *m += a->rest1 * (g - *m);
    *v = a->beta2 * *v + a->rest2 * g * g;
}

void adam_correct(Adam *a, const Optimizer *o, long i)
{
    double t = (double)o->step[i];
    a->step_size = (real)(o->lr / (1 - pow(o->beta1, t)));
    a->root2 = (real)sqrt(1 - pow(o->beta2, t));
}

real adam_step(const Adam *a, real w, real m, real v)
{
    return a->keep * w - a->step_size * (m / (square_root(v) / a->root2 + a->eps));
}

void adam_decay(Adam *a, double lr, double decay, bool decoupled)
{
    a->keep = decoupled ? (real)(1 - lr * decay) : 1;
    a->decay = decoupled ? 0 : (real)decay;
}

/* ---- all numbers of a parameter ------------------------------------------------------------ */

static void range(long begin, long end, void *context)
{
    const Adam a = *(const Adam *)context;
    real *restrict w = a.w, *restrict m = a.m, *restrict v = a.v;
    const real *restrict g = a.g;
    for (long i = begin; i < end; i++) {
        real mean = m[i], square = v[i];
        adam_moments(&a, g[i] + a.decay * w[i], &mean, &square);
        w[i] = adam_step(&a, w[i], mean, square);
        m[i] = mean;
        v[i] = square;
    }
}

static void update(Optimizer *o, long i, bool decoupled)
{
    Tensor *w = o->parameters->tensor[i];
    Adam a = {
        .w = w->data, .m = o->state[0][i]->data, .v = o->state[1][i]->data, .g = w->grad->data};
    a.rest1 = (real)(1 - o->beta1);
    a.beta2 = (real)o->beta2;
    a.rest2 = (real)(1 - o->beta2);
    a.eps = (real)o->eps;
    adam_decay(&a, o->lr, optimizer_decay(o, i), decoupled);
    adam_correct(&a, o, i);
    parallel_for(tensor_numel(w), GRAIN, range, &a);
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
    return o;
}

Optimizer *adam_new(const ParameterList *parameters, OptimizerOptions options)
{
    UNDO_ON_FAIL;
    return with_moments(optimizer_new("Adam", update_adam, parameters, options));
}

Optimizer *adamw_new(const ParameterList *parameters, OptimizerOptions options)
{
    UNDO_ON_FAIL;
    return with_moments(optimizer_new("AdamW", update_adamw, parameters, options));
}
