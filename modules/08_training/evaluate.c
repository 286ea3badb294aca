/* evaluate.c - now and then, look up: the held-out loss, and whether it is the best so far.
 *
 * It is measured as the model will be used: no dropout, and no graph, since nobody goes backward.
 *
 * Invariant: afterwards the model trains and records as before; only the best loss may have changed.
 */
#include "trainer.h"
#include "todo.h"

/* ---- 08.5 --------------------------------------------------------------------------------- */

double trainer_evaluate(Trainer *t)
{
    /* TODO: measure the held-out loss, put everything back, remember the best.
     *
     * CONTRACT  measured as the model will be used: nothing is dropped in any layer, nothing is
     *           recorded. When you are called all of its layers train, and when you return, too;
     *           all else is as before. The loss is t->evaluate(t->context), or
     *           08.4 of t->held_out where there is no such function. If it is below t->best_loss
     *           it becomes that, and t->improved(t->context, t, loss), unless NULL, is told, and
     *           sees the new best. NaN is no improvement.
     * EXAMPLE   best_loss = 0.5; three evaluations give 0.7, 0.4, 0.4:
     *           best_loss is 0.5, 0.4, 0.4, and improved is called once, after the second
     * HOLDS     no weight, gradient, random stream or last_loss of the training has changed. Memory
     *           is as before.
     * YOU HAVE  trainer_mean_loss, t->model; what nn.h and autograd.h have for a model that is used
     * THINK     in which order are the two switches set and put back? Would t->model->training =
     *           false do? */
    todo("08.5 trainer_evaluate");
}
