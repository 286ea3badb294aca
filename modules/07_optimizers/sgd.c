/* sgd.c - walk downhill; with momentum, roll downhill (Polyak 1964).
 *
 * Of several forms in books this is PyTorch's: a change of the learning rate acts at once.
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
     * CONTRACT  the slope of weight i is its gradient plus s->decay times the weight; w moves
     *           against it, by s->lr times as much. g is only read.
     * EXAMPLE   w = 2, g = 0.5, lr = 0.1, decay = 0.2: slope 0.9, w = 1.91
     * HOLDS     lr = 0 changes nothing. Without gradient, decay brings a weight nearer to 0,
     *           whatever its sign.
     * THINK     the gradient points uphill: which sign has the step? */
    todo("07.2 sgd_step");
}

/* ---- 07.3 ---------------------------------------------------------------------------------- */

void momentum_step(const Sgd *s, long n, real *w, real *buf, const real *g)
{
    /* TODO: the same, with a velocity: buf, one number per weight, zeros before the first step.
     *
     * CONTRACT  a slope (that of 07.2) counts whole in its own step, and in each later one less
     *           by the factor s->momentum. buf is what the weight moves by, but for lr, which is
     *           no part of it: a change of lr acts at once.
     * EXAMPLE   w = 1, g = 1 in both steps, lr = 0.1, momentum = 0.9, decay = 0:
     *           step 1: buf = 1, w = 0.9          step 2: buf = 1.9, w = 0.71
     * HOLDS     the first step is that of 07.2. momentum = 0: all steps are. Under a constant
     *           slope buf comes near slope / (1 - momentum).
     * THINK     two lines: which comes first? What would (1 - momentum) times the slope change
     *           in the example? */
    todo("07.3 momentum_step");
}
