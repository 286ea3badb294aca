/* evaluate.c - now and then, look up: the held-out loss, and whether it is the best so far. */
#include "trainer.h"

double trainer_evaluate(Trainer *t)
{
    double loss;

    module_train(t->model, false);
    Scope *scope = scope_open();
    grad_mode(false);
    if (t->evaluate != NULL)
        loss = t->evaluate(t->context);
    else
        loss = trainer_mean_loss(t, t->held_out);
    scope_close(scope); /* recording is on again */
    module_train(t->model, true);

    if (loss < t->best_loss) {
        t->best_loss = loss;
        if (t->improved != NULL)
            t->improved(t->context, t, loss);
    }
    return loss;
}
