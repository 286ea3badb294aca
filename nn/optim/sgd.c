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
#include "sgd.h"

void sgd_plain(long n, real *w, const real *g, real lr, real decay)
{
    for (long i = 0; i < n; i++)
        w[i] -= lr * (g[i] + decay * w[i]);
}

void sgd_momentum(long n, real *w, real *buf, const real *g, real lr, real momentum, real decay)
{
    for (long i = 0; i < n; i++) {
        buf[i] = momentum * buf[i] + (g[i] + decay * w[i]);
        w[i] -= lr * buf[i];
    }
}
