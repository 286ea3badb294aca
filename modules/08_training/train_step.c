/* train_step.c - one step of training, which bears a NaN. */
#include "trainer.h"
#include "todo.h"
#include <math.h>

/* ---- 08.3 --------------------------------------------------------------------------------- */

bool trainer_step(Trainer *t)
{
    /* TODO: one whole step: true, or false with no weight changed and nothing counted.
     *
     * CONTRACT  the schedule, if there is one, is asked with t->step (0 in the first step) for
     *           the optimizer's lr; without one lr is what it was. Rate, loss and norm must each
     *           be sound, in a run without a schedule, too: if one is not, false. Behind a true,
     *           t->last_loss and t->last_norm are those of this step, the norm as it was before
     *           the clip. (Behind a false, one that is not sound stands there as it was found;
     *           what comes after it may be that of the step before, and lr either rate.) Gradients
     *           are clipped to t->clip_norm; 0 clips nothing, and the norm is wanted all the same.
     *           A step without any target is a step like others: loss and norm are 0, the
     *           optimizer makes its step, and it counts.
     * EXAMPLE   one weight w = 3, loss = w * w, SGD, clip_norm = 2, a schedule that says 0.5 for step 0:
     *           true; w is 2, last_norm 6, last_loss 9, step 1. With clip_norm = 0: w is 0
     * HOLDS     false: every weight, every moment and t->step are as before.
     * YOU HAVE  clip_grad_norm(t->parameters, max), which returns the norm; INFINITY;
     *           optimizer_step; t->schedule(t->context, t->step); trainer_gradients;
     *           trainer_is_sound(t, "the loss", ...), the same with "the norm of the gradients";
     *           trainer_rate_is_sound(t, rate)
     * THINK     write the calls on cards. Take two neighbours of your order: what breaks if they
     *           change places? What does a clip to 0 make of a gradient? */
    todo("08.3 trainer_step");
}
