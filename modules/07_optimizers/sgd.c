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
#include "todo.h"

/* ---- 07.2 ---------------------------------------------------------------------------------- */

void sgd_plain(long n, real *w, const real *g, real lr, real decay)
{
    /* TODO: one step downhill for n weights w with the gradients g.
     *
     * APPROACH
     *   1. For each i < n: the slope is g[i] + decay * w[i].
     *   2. Take lr times the slope off the weight.
     *
     * EXAMPLE
     *   w = 2, g = 0.5, lr = 0.1, decay = 0.2:
     *   slope = 0.5 + 0.2 * 2 = 0.9        w = 2 - 0.1 * 0.9 = 1.91
     *
     * HINT: the gradient points uphill. Decay pulls a weight towards 0, whatever its sign. */
    todo("07.2 sgd_plain");
}

/* ---- 07.3 ---------------------------------------------------------------------------------- */

void sgd_momentum(long n, real *w, real *buf, const real *g, real lr, real momentum, real decay)
{
    /* TODO: the same, with a velocity: buf, one number per weight, zeros before the first step.
     *
     * APPROACH
     *   1. slope as in 07.2.
     *   2. buf[i] becomes momentum times the old buf[i], plus the slope.
     *   3. Take lr times the new buf[i] off the weight.
     *
     * EXAMPLE
     *   w = 1, g = 1 in both steps, lr = 0.1, momentum = 0.9, decay = 0:
     *   step 1: buf = 0.9 * 0 + 1 = 1       w = 1 - 0.1 * 1 = 0.9
     *   step 2: buf = 0.9 * 1 + 1 = 1.9     w = 0.9 - 0.1 * 1.9 = 0.71
     *
     * HINT: the slope enters whole, not times (1 - momentum): the first step is that of 07.2. */
    todo("07.3 sgd_momentum");
}
