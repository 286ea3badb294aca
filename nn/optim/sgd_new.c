/* sgd_new.c - SGD over all numbers of a parameter, on threads. */
#include "optim.h"

enum { GRAIN = 1 << 15 }; /* numbers worth a thread */

typedef struct {
    Sgd sgd;
    real *w, *buf; /* buf is NULL without momentum */
    const real *g;
} Parameter;

static void range(long begin, long end, void *context)
{
    const Parameter *p = context;
    if (p->buf != NULL)
        momentum_step(&p->sgd, end - begin, p->w + begin, p->buf + begin, p->g + begin);
    else
        sgd_step(&p->sgd, end - begin, p->w + begin, p->g + begin);
}

static void update(Optimizer *o, long i)
{
    Tensor *w = o->parameters->tensor[i];
    Parameter p = {.w = w->data, .g = w->grad->data};
    p.buf = o->n_state > 0 ? o->state[0][i]->data : NULL;
    p.sgd = (Sgd){(real)o->lr, (real)o->momentum, (real)optimizer_decay(o, i)};
    parallel_for(tensor_numel(w), GRAIN, range, &p);
}

Optimizer *sgd_new(const ParameterList *parameters, OptimizerOptions options)
{
    UNDO_ON_FAIL;
    Optimizer *o = optimizer_new("SGD", update, parameters, options);
    if (o->momentum > 0)
        optimizer_add_state(o, "momentum_buffer");
    return o;
}
