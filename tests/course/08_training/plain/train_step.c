/* train_step.c - one step of training: gradients, a look at them, then the weights. */
#include "trainer.h"
#include <math.h>

bool trainer_step(Trainer *t)
{
    double rate = t->optimizer->lr;
    if (t->schedule != NULL)
        rate = t->schedule(t->context, t->step);
    if (!trainer_rate_is_sound(t, rate))
        return false;
    t->optimizer->lr = rate;

    t->last_loss = trainer_gradients(t);
    if (!trainer_is_sound(t, "the loss", t->last_loss))
        return false;

    double most = INFINITY;
    if (t->clip_norm != 0)
        most = t->clip_norm;
    t->last_norm = clip_grad_norm(t->parameters, most);
    if (!trainer_is_sound(t, "the norm of the gradients", t->last_norm))
        return false;

    optimizer_step(t->optimizer);
    t->step = t->step + 1;
    return true;
}
