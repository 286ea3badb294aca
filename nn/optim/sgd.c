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

EXERCISE
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
