/* sgd_new.c - makes the optimizer around sgd.c, and hands the numbers of a parameter to threads. */
#include "sgd.h"

typedef struct {
    real *w, *buf; /* buf is NULL without momentum */
    const real *g;
    real lr, momentum, decay;
} Sgd;

static void range(long begin, long end, void *context)
{
    const Sgd *s = context;
    real *w = s->w + begin;
    const real *g = s->g + begin;
    if (s->buf != NULL)
        sgd_momentum(end - begin, w, s->buf + begin, g, s->lr, s->momentum, s->decay);
    else
        sgd_plain(end - begin, w, g, s->lr, s->decay);
}

static void update(Optimizer *o, long i)
{
    Tensor *w = o->parameters->tensor[i];
    Sgd s = {.w = w->data, .g = w->grad->data};
    s.buf = o->n_state > 0 ? o->state[0][i]->data : NULL;
    s.lr = (real)o->lr;
    s.momentum = (real)o->momentum;
    s.decay = (real)optimizer_decay(o, i);
    parallel_for(tensor_numel(w), 1, range, &s);
}

Optimizer *sgd_new(const ParameterList *parameters, OptimizerOptions options)
{
    UNDO_ON_FAIL;
    Optimizer *o = optimizer_new("SGD", update, parameters, options);
    if (o->momentum > 0)
        optimizer_add_state(o, "momentum_buffer");
    return o;
}
