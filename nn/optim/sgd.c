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

enum { GRAIN = 1 << 15 }; /* numbers worth a thread */

typedef struct {
    real *w, *buf; /* buf is NULL without momentum */
    const real *g;
    real lr, momentum, decay;
} Sgd;

static void plain_range(long begin, long end, void *context)
{
    const Sgd *s = context;
    real *restrict w = s->w;
    const real *restrict g = s->g;
    real lr = s->lr, decay = s->decay;
    for (long i = begin; i < end; i++)
        w[i] -= lr * (g[i] + decay * w[i]);
}

static void momentum_range(long begin, long end, void *context)
{
    const Sgd *s = context;
    real *restrict w = s->w, *restrict buf = s->buf;
    const real *restrict g = s->g;
    real lr = s->lr, momentum = s->momentum, decay = s->decay;
    for (long i = begin; i < end; i++) {
        buf[i] = momentum * buf[i] + (g[i] + decay * w[i]);
        w[i] -= lr * buf[i];
    }
}

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
