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
#include "todo.h"
#include <math.h>

enum { GRAIN = 1 << 14 }; /* numbers worth a thread */

/* given: sqrt for a real */
static inline real square_root(real x)
{
#ifdef KINDLING_DOUBLE
    return sqrt(x);
#else
    return sqrtf(x);
#endif
}

/* ---- 07.4 ---------------------------------------------------------------------------------- */

void adam_moments(const Adam *a, real g, real *m, real *v)
{
    /* TODO: let both running means move on by one gradient g.
     *
     * APPROACH
     *   1. *m is the mean of the gradients:       beta1 of the old one, and 1 - beta1 of g.
     *      a->rest1 is 1 - beta1. Move m a bit towards g:  m + rest1 (g - m)  is the same.
     *   2. *v is the mean of their squares:       beta2 of the old one, and 1 - beta2 of g squared.
     *      a->beta2 is beta2, a->rest2 is 1 - beta2.
     *
     * EXAMPLE
     *   beta1 = 0.9 (rest1 = 0.1), beta2 = 0.99 (rest2 = 0.01), m = 1, v = 2, g = 3:
     *   m = 1 + 0.1 * (3 - 1) = 1.2        v = 0.99 * 2 + 0.01 * 9 = 2.07
     *
     * HINT: m and v are pointers: *m reads and writes the number. */
    todo("07.4 adam_moments");
}

/* ---- 07.5 ---------------------------------------------------------------------------------- */

void adam_correct(Adam *a, const Optimizer *o, long i)
{
    /* TODO: the factors that undo the start at zero of parameter i's moments: a->step_size, a->root2.
     *
     * APPROACH
     *   1. t = o->step[i]: the steps of this parameter, 1 in its first (they are counted already).
     *   2. a->step_size = lr / (1 - beta1^t), with o->lr and o->beta1.
     *   3. a->root2 = the square root of 1 - beta2^t.
     *   4. Compute in double (pow, sqrt), and cast the results to real.
     *
     * EXAMPLE
     *   lr = 0.1, beta1 = 0.9, beta2 = 0.99
     *   t = 1: step_size = 0.1 / 0.1  = 1          root2 = sqrt(0.01)   = 0.1
     *   t = 2: step_size = 0.1 / 0.19 = 0.526316   root2 = sqrt(0.0199) = 0.141067
     *
     * HINT: after one gradient g, m is only (1 - beta1) g. Dividing by 1 - beta1^1 gives g. */
    todo("07.5 adam_correct");
}

/* ---- 07.6 ---------------------------------------------------------------------------------- */

real adam_step(const Adam *a, real w, real m, real v)
{
    /* TODO: the weight after the step, from its moments.
     *
     * APPROACH
     *   1. The denominator: square_root(v) / a->root2 + a->eps.
     *   2. The step: a->step_size times m over the denominator.
     *   3. Take it off what is kept of the weight: a->keep * w.
     *
     * EXAMPLE
     *   w = 2, keep = 1, m = 0.3, v = 0.09, step_size = 0.1, root2 = 0.5, eps = 0:
     *   denominator = 0.3 / 0.5 = 0.6       w = 2 - 0.1 * 0.3 / 0.6 = 1.95
     *
     * HINT: eps only guards against 0 / 0. It stands outside of the root. */
    todo("07.6 adam_step");
}

/* ---- 07.7 ---------------------------------------------------------------------------------- */

void adam_decay(Adam *a, double lr, double decay, bool decoupled)
{
    /* TODO: weight decay, in one of two places: a->keep and a->decay.
     *
     * APPROACH
     *   1. Not decoupled (Adam): a->decay is decay; it is added to the gradient, times the weight.
     *      All of the weight is kept: a->keep is 1.
     *   2. Decoupled (AdamW): the gradient stays clean, a->decay is 0. The weight loses the part
     *      lr decay of itself: a->keep is what is left of 1.
     *
     * EXAMPLE
     *   lr = 0.1, decay = 0.5
     *   Adam:  keep = 1,                   decay = 0.5
     *   AdamW: keep = 1 - 0.1 * 0.5 = 0.95, decay = 0
     *
     * HINT: set both, whatever decoupled is. */
    todo("07.7 adam_decay");
}

/* ---- given: all numbers of a parameter ----------------------------------------------------- */

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
