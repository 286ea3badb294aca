/* sgd_want.c - a step of SGD in plain loops. */
#include "want.h"

static double slope_of(const Sgd *s, const Tensor *w, const Tensor *g, long i)
{
    return (double)g->data[i] + (double)s->decay * (double)w->data[i];
}

/* Row 0 holds the weights, row 1 their velocities. */
Tensor *momentum_want(const Sgd *s, const Tensor *w, const Tensor *buf, const Tensor *g)
{
    long n = w->shape[0];
    Tensor *after = blank(SHAPE(2, n));
    for (long i = 0; i < n; i++) {
        double velocity = (double)s->momentum * (double)buf->data[i] + slope_of(s, w, g, i);
        after->data[i] = (real)((double)w->data[i] - (double)s->lr * velocity);
        after->data[n + i] = (real)velocity;
    }
    return after;
}
