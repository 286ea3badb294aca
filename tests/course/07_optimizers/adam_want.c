/* adam_want.c - the four parts of Adam in plain loops. */
#include "want.h"

/* ---- 07.3 adam_moments ----------------------------------------------------------------------- */

Tensor *moments_want(double beta1, double beta2, const Tensor *m, const Tensor *v, const Tensor *g)
{
    long n = g->shape[0];
    Tensor *both = blank(SHAPE(2, n));
    for (long i = 0; i < n; i++) {
        double x = (double)g->data[i];
        both->data[i] = (real)(beta1 * (double)m->data[i] + (1 - beta1) * x);
        both->data[n + i] = (real)(beta2 * (double)v->data[i] + (1 - beta2) * x * x);
    }
    return both;
}

/* ---- 07.4 adam_correct ----------------------------------------------------------------------- */

static Tensor *pair(double first, double second)
{
    return values(SHAPE(2), VALUES((real)first, (real)second));
}

Tensor *correction_want(double lr, double beta1, double beta2, long t)
{
    return pair(lr / (1 - pow(beta1, (double)t)), sqrt(1 - pow(beta2, (double)t)));
}

/* ---- 07.5 adam_step -------------------------------------------------------------------------- */

Tensor *adam_step_want(const Adam *a, const Tensor *w, const Tensor *m, const Tensor *v)
{
    Tensor *after = copy_of(w);
    for (long i = 0; i < w->shape[0]; i++) {
        double root = sqrt((double)v->data[i]) / (double)a->root2 + (double)a->eps;
        double step = (double)a->step_size * (double)m->data[i] / root;
        after->data[i] = (real)((double)a->keep * (double)w->data[i] - step);
    }
    return after;
}
