/* sgd.c - with momentum, roll downhill (Polyak 1964).
 *
 * Of several forms in books this is PyTorch's: a change of the learning rate acts at once.
 * Invariant: the gradient is only read.
 */
#include "optim.h"
#include "todo.h"

/* It gets n neighbouring numbers of a parameter: a large one is shared out to threads. */

/* ---- 07.2 ---------------------------------------------------------------------------------- */

void momentum_step(const Sgd *s, long n, real *w, real *buf, const real *g)
{
    /* TODO: one step downhill for n weights w with the gradients g, with a velocity: buf, one number
     * per weight, zeros before the first step.
     *
     * CONTRACT  the slope of weight i is its gradient plus s->decay times the weight; w moves against
     *           it, and against what buf remembers of the slopes before: the more, the larger
     *           s->momentum is. lr is no part of buf: a change of lr acts at once, on all of the
     *           step.
     * EXAMPLE   w = 1, g = 1 in each step, momentum = 0.9, decay = 0; lr = 0.1, 0.1, then 0.2:
     *           w = 0.9, 0.71, 0.168
     * HOLDS     the first step is that of sgd_step, given, and leaves the slope in buf. momentum =
     *           0: all steps are.
     * THINK     two lines: which comes first? What would (1 - momentum) times the slope change
     *           in the example? */
    todo("07.2 momentum_step");
}
