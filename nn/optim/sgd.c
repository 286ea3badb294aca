/* sgd.c - walk downhill; with momentum, roll downhill (Polyak 1964).
 *
 *     slope = gradient + decay w
 *     buf   = momentum buf + slope         (buf starts as zeros, so the first buf is the slope)
 *     w     = w - lr buf
 *
 * The form of PyTorch: the learning rate is outside buf, so that changing it acts at once.
 * Invariant: the gradient is only read.
 */
#include "optim.h"

void sgd_step(const Sgd *s, long n, real *w, const real *g)
{
    for (long i = 0; i < n; i++)
        w[i] -= s->lr * (g[i] + s->decay * w[i]);
}

EXERCISE
void momentum_step(const Sgd *s, long n, real *w, real *buf, const real *g)
{
    for (long i = 0; i < n; i++) {
        buf[i] = s->momentum * buf[i] + (g[i] + s->decay * w[i]);
        w[i] -= s->lr * buf[i];
    }
}

/* Nesterov's momentum takes the step that momentum would take from where it arrives: in the form
 * of PyTorch, slope + momentum buf in place of buf. */
static void nesterov_step(const Sgd *s, long n, real *w, real *buf, const real *g)
{
    for (long i = 0; i < n; i++) {
        real slope = g[i] + s->decay * w[i];
        buf[i] = s->momentum * buf[i] + slope;
        w[i] -= s->lr * (slope + s->momentum * buf[i]);
    }
}

/* ---- all numbers of a parameter, on threads -------------------------------------------------- */

typedef struct {
    Sgd sgd;
    bool nesterov;
    real *w, *buf; /* buf is NULL without momentum */
    const real *g;
} SgdSlice;

static void range(long begin, long end, void *context)
{
    const SgdSlice *p = context;
    if (p->nesterov)
        nesterov_step(&p->sgd, end - begin, p->w + begin, p->buf + begin, p->g + begin);
    else if (p->buf != NULL)
        momentum_step(&p->sgd, end - begin, p->w + begin, p->buf + begin, p->g + begin);
    else
        sgd_step(&p->sgd, end - begin, p->w + begin, p->g + begin);
}

static void update(Optimizer *o, long i)
{
    Tensor *w = o->parameters->tensor[i];
    SgdSlice p = {.nesterov = o->nesterov, .w = w->data, .g = w->grad->data};
    p.buf = o->n_state > 0 ? o->state[0][i]->data : NULL;
    p.sgd = (Sgd){(real)optimizer_lr(o, i), (real)o->momentum, (real)optimizer_decay(o, i)};
    parallel_for(tensor_numel(w), 1, range, &p);
    tensor_written(w, "optimizer_step");
}

/* ---- making one ------------------------------------------------------------------------------ */

static void check_options(OptimizerOptions options)
{
    if (options.amsgrad)
        fail("SGD: amsgrad is an option of Adam and AdamW");
    if (options.nesterov && !(options.momentum > 0))
        fail("SGD: nesterov needs a momentum above 0, got %g", options.momentum);
}

Optimizer *sgd_new(const ParameterList *parameters, OptimizerOptions options)
{
    check_options(options);
    UNDO_ON_FAIL;
    Optimizer *o = optimizer_new("SGD", update, parameters, options);
    if (o->momentum > 0)
        optimizer_add_state(o, "momentum_buffer");
    return o;
}
