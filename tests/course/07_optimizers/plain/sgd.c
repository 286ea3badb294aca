/* sgd.c - walk downhill; with momentum, roll downhill. */
#include "optim.h"

void momentum_step(const Sgd *s, long n, real *w, real *buf, const real *g)
{
    for (long i = 0; i < n; i++) {
        real slope = g[i] + s->decay * w[i];
        buf[i] = s->momentum * buf[i] + slope;
        w[i] = w[i] - s->lr * buf[i];
    }
}
