/* train_step_want.c - rates, weights and figures after each step. */
#include "want.h"

/* What the optimizer has for its rate in a step: 0.5 is that of task_start. */
static double rate_of(long step, bool scheduled)
{
    return scheduled ? task_schedule(NULL, step) : 0.5;
}

Tensor *rates_want(long steps, bool scheduled)
{
    Tensor *rates = blank(SHAPE(steps));
    for (long s = 0; s < steps; s++)
        rates->data[s] = (real)rate_of(s, scheduled);
    return rates;
}

static double norm_of(const double *g, long D)
{
    double sum = 0;
    for (long d = 0; d < D; d++)
        sum += g[d] * g[d];
    return sqrt(sum);
}

/* (steps, D): the weights after each step; (steps, 3): last_norm, last_loss and step of each. */
static Tensor *steps_in_order(const Tensor *w, const Tensor *x, bool scheduled, double clip,
                              Tensor *figures)
{
    long D = w->shape[0], steps = x->shape[0];
    double at[D_MOST];
    Tensor *weights = blank(SHAPE(steps, D));
    for (long d = 0; d < D; d++)
        at[d] = (double)w->data[d];
    for (long s = 0; s < steps; s++) {
        double g[D_MOST] = {0}, loss = plain_batch(at, x, s, 1, g), norm = norm_of(g, D);
        double factor = clip > 0 && norm > clip ? clip / (norm + 1e-6) : 1;
        for (long d = 0; d < D; d++) {
            at[d] -= rate_of(s, scheduled) * factor * g[d];
            weights->data[s * D + d] = (real)at[d];
        }
        figures->data[3 * s] = (real)norm;
        figures->data[3 * s + 1] = (real)loss;
        figures->data[3 * s + 2] = (real)(s + 1);
    }
    return weights;
}

Tensor *weights_want(const Tensor *w, const Tensor *x, bool scheduled, double clip)
{
    return steps_in_order(w, x, scheduled, clip, blank(SHAPE(x->shape[0], 3)));
}

Tensor *figures_want(const Tensor *w, const Tensor *x, bool scheduled, double clip)
{
    Tensor *figures = blank(SHAPE(x->shape[0], 3));
    steps_in_order(w, x, scheduled, clip, figures);
    return figures;
}

/* ---- what must not happen ------------------------------------------------------------------------------ */

Tensor *finite_want(Endless endless)
{
    return values(SHAPE(2), VALUES(endless != LOSS, endless != NORM));
}
