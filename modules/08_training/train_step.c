/* train_step.c - one step of training: gradients, a look at them, then the weights.
 *
 * Invariant: weights change last, after rate, loss and norm have been found sound.
 */
#include "trainer.h"
#include "todo.h"
#include <math.h>

/* ---- 08.5 --------------------------------------------------------------------------------- */

bool trainer_step(Trainer *t)
{
    /* TODO: one whole step. The order is all there is to it.
     *
     * APPROACH
     *   1. If there is a schedule (t->schedule is not NULL), the optimizer's lr for this step is
     *      t->schedule(t->context, t->step). t->step is 0 in the first step.
     *      With a schedule or without: trainer_rate_is_sound(t, t->optimizer->lr) is false where
     *      the rate is NaN, infinite or negative. Then return false.
     *   2. t->last_loss = the mean loss, from trainer_gradients.
     *      If it is not finite, return false: trainer_is_sound(t, "the loss", t->last_loss).
     *   3. t->last_norm = what clip_grad_norm returns. It clips to t->clip_norm; where that is 0,
     *      nothing is clipped and the norm is wanted all the same: clip to INFINITY.
     *      If it is not finite, return false: trainer_is_sound(t, "the norm of the gradients", ...).
     *   4. optimizer_step(t->optimizer).
     *   5. Count the step: t->step. Return true.
     *
     * EXAMPLE
     *   one weight w = 3, loss = w * w, SGD, clip_norm = 2, a schedule that says 0.5 for step 0:
     *   lr = 0.5; loss 9, gradient 6; norm 6, clipped to 2; w = 3 - 0.5 * 2 = 2; step = 1
     *
     * HINT: an early return must come before anything that cannot be undone. */
    todo("08.5 trainer_step");
}
