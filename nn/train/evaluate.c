/* evaluate.c - now and then, look up: the held-out loss, and whether it is the best so far.
 *
 * It is measured as the model will be used: no dropout, and no graph, since nobody goes backward.
 *
 * Invariant: afterwards the model trains and records as before; only the best loss may have
 * changed.
 */
#include "trainer.h"

EXERCISE
double trainer_evaluate(Trainer *t)
{
    Scope *scope = scope_open();
    grad_mode(false);
    module_train(t->model, false);
    double loss = t->evaluate != NULL ? t->evaluate(t->context) : trainer_mean_loss(t, t->held_out);
    module_train(t->model, true);
    scope_close(scope);
    if (loss < t->best_loss) {
        t->best_loss = loss;
        if (t->improved != NULL)
            t->improved(t->context, t, loss);
    }
    return loss;
}
