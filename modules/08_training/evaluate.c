/* evaluate.c - now and then, look up: the held-out loss, and whether it is the best so far.
 */
#include "trainer.h"
#include "todo.h"

/* ---- 08.5 --------------------------------------------------------------------------------- */

double trainer_evaluate(Trainer *t)
{
    /* TODO: measure the held-out loss, put everything back, remember the best.
     *
     * CONTRACT  measured as the model will be used: what only learning needs does not happen, in
     *           any layer. The loss is t->evaluate(t->context), or 08.4 of t->held_out where there
     *           is no such function. If it is below t->best_loss it becomes that, and
     *           t->improved(t->context, t, loss), unless NULL, is told, and sees the new best and
     *           a model that learns. NaN is no improvement. You are called while the model learns,
     *           all of its layers; when you return, all is as it was but the best loss, and the
     *           place where t->held_out stands, which nobody asks for.
     * EXAMPLE   best_loss = 0.5; three evaluations give 0.7, 0.4, 0.4:
     *           best_loss is 0.5, 0.4, 0.4, and improved is called once, after the second
     * HOLDS     no weight, gradient, random stream or last_loss of the training has changed. Memory
     *           is as before.
     * YOU HAVE  trainer_mean_loss, t->model; what nn.h and autograd.h have for a model that is used
     * THINK     what does a model do, while it learns, that nobody needs while it is used? Make a
     *           list, from modules 03 and 06: what switches each off, and on again? */
    todo("08.5 trainer_evaluate");
}
