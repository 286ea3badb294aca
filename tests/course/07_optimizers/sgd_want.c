/* sgd_want.c - a step of SGD in plain loops. */
#include "want.h"

static double slope_of(const Sgd *s, const Tensor *w, const Tensor *g, long i)
{
    return (double)g->data[i] + (double)s->decay * (double)w->data[i];
}

Tensor *sgd_want(const Sgd *s, const Tensor *w, const Tensor *g)
{
    Tensor *after = copy_of(w);
    for (long i = 0; i < shape_numel(w->ndim, w->shape); i++)
        after->data[i] -= (real)((double)s->lr * slope_of(s, w, g, i));
    return after;
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

/* w after step 0, 1 or 2. */
Tensor *uncleared_want(int step, double first, double slope)
{
    static const int shares[] = {1, 3, 6}; /* 1, 1 + 2, 1 + 2 + 3 */
    return values(SHAPE(1), VALUES((real)(first - 0.1 * slope * shares[step])));
}
