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
#include "todo.h"

/* Both functions get n neighbouring numbers of a parameter: a large one is shared out to threads. */

/* ---- 07.2 ---------------------------------------------------------------------------------- */

void sgd_step(const Sgd *s, long n, real *w, const real *g)
{
    /* TODO: one step downhill for n weights w with the gradients g.
     *
     * APPROACH
     *   1. The same for all: s->lr, the learning rate, and s->decay, the weight decay.
     *   2. The slope of weight i is its gradient plus decay times the weight.
     *   3. Take lr times the slope off the weight.
     *
     * EXAMPLE
     *   w = 2, g = 0.5, lr = 0.1, decay = 0.2:
     *   slope = 0.5 + 0.2 * 2 = 0.9        w = 2 - 0.1 * 0.9 = 1.91
     *
     * HINT: the gradient points uphill. Decay pulls a weight towards 0, whatever its sign. */
    todo("07.2 sgd_step");
}

/* ---- 07.3 ---------------------------------------------------------------------------------- */

void momentum_step(const Sgd *s, long n, real *w, real *buf, const real *g)
{
    /* TODO: the same, with a velocity: buf, one number per weight, zeros before the first step.
     *
     * APPROACH
     *   1. slope as in 07.2; s->momentum is how much of the velocity is kept.
     *   2. buf[i] becomes momentum times the old buf[i], plus the slope.
     *   3. Take lr times the new buf[i] off the weight.
     *
     * EXAMPLE
     *   w = 1, g = 1 in both steps, lr = 0.1, momentum = 0.9, decay = 0:
     *   step 1: buf = 0.9 * 0 + 1 = 1       w = 1 - 0.1 * 1 = 0.9
     *   step 2: buf = 0.9 * 1 + 1 = 1.9     w = 0.9 - 0.1 * 1.9 = 0.71
     *
     * HINT: the slope enters whole, not times (1 - momentum): the first step is that of 07.2. */
    todo("07.3 momentum_step");
}
