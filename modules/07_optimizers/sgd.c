/* sgd.c - walk downhill; with momentum, roll downhill.
 *
 *     g   = gradient + weight_decay w
 *     buf = momentum buf + g               (buf starts as zeros, so the first buf is g)
 *     w   = w - lr buf
 *
 * The form of PyTorch: the learning rate is outside buf, so that changing it acts at once.
 *
 * Invariant: one pass over memory per parameter.
 */
#include "nn.h"
#include "todo.h"

enum { GRAIN = 1 << 15 }; /* numbers worth a thread */

typedef struct {
    real *w, *buf; /* buf is NULL without momentum */
    const real *g;
    real lr, momentum, decay;
} Sgd;

/* ---- 07.2 ---------------------------------------------------------------------------------- */

/* Both functions below get a range of a parameter's numbers, begin .. end - 1: a large parameter is
 * shared out to several threads. context is the Sgd above. */

static void plain_range(long begin, long end, void *context)
{
    /* TODO: one step downhill for the numbers begin .. end - 1.
     *
     * APPROACH
     *   1. const Sgd *s = context;  then s->w and s->g are arrays: the weights, the gradients.
     *   2. For each i: the slope is s->g[i] + s->decay * s->w[i].
     *   3. Take lr times the slope off the weight.
     *
     * EXAMPLE
     *   w = 2, g = 0.5, lr = 0.1, decay = 0.2:
     *   slope = 0.5 + 0.2 * 2 = 0.9        w = 2 - 0.1 * 0.9 = 1.91
     *
     * HINT: the gradient points uphill. Decay pulls a weight towards 0, whatever its sign. */
    todo("07.2 plain_range");
}

/* ---- 07.3 ---------------------------------------------------------------------------------- */

static void momentum_range(long begin, long end, void *context)
{
    /* TODO: the same, with a velocity: s->buf, one number per weight, zeros before the first step.
     *
     * APPROACH
     *   1. slope as in 07.2.
     *   2. buf[i] becomes momentum times the old buf[i], plus the slope.
     *   3. Take lr times the new buf[i] off the weight.
     *
     * EXAMPLE
     *   w = 1, g = 1 in both steps, lr = 0.1, momentum = 0.9, decay = 0:
     *   step 1: buf = 0.9 * 0 + 1 = 1       w = 1 - 0.1 * 1 = 0.9
     *   step 2: buf = 0.9 * 1 + 1 = 1.9     w = 0.9 - 0.1 * 1.9 = 0.71
     *
     * HINT: the slope enters whole, not times (1 - momentum): the first step is that of 07.2. */
    todo("07.3 momentum_range");
}

/* ---- given --------------------------------------------------------------------------------- */

static void update(Optimizer *o, long i)
{
    Tensor *w = o->parameters->tensor[i];
    Sgd s = {.w = w->data, .g = w->grad->data};
    s.buf = o->n_state > 0 ? o->state[0][i]->data : NULL;
    s.lr = (real)o->lr;
    s.momentum = (real)o->momentum;
    s.decay = (real)optimizer_decay(o, i);
    parallel_for(tensor_numel(w), GRAIN, s.buf != NULL ? momentum_range : plain_range, &s);
}

Optimizer *sgd_new(const ParameterList *parameters, OptimizerOptions options)
{
    UNDO_ON_FAIL;
    Optimizer *o = optimizer_new("SGD", update, parameters, options);
    if (o->momentum > 0)
        optimizer_add_state(o, "momentum_buffer");
    return o;
}
