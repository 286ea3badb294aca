/* train_step.c - one step of training: gradients, a look at them, then the weights.
 *
 * Invariant: weights change last, after rate, loss and norm have been found sound.
 */
#include "trainer.h"
#include <math.h>

EXERCISE
bool trainer_step(Trainer *t)
{
    Optimizer *o = t->optimizer;
    if (t->schedule != NULL)
        o->lr = t->schedule(t->context, t->step);
    if (!trainer_rate_is_sound(t, o->lr))
        return false;
    if (t->shares == 0)
        t->last_loss = trainer_gradients(t);
    else if (trainer_share_gradients(t, &t->last_loss) != 0)
        return false;
    if (!trainer_is_sound(t, "the loss", t->last_loss))
        return false;
    t->last_norm = clip_grad_norm(t->parameters, t->clip_norm > 0 ? t->clip_norm : INFINITY);
    if (!trainer_is_sound(t, "the norm of the gradients", t->last_norm))
        return false;
    optimizer_step(o);
    t->step++;
    return true;
}
