/* held_out.c - the loss on examples that were not trained on.
 *
 * It is measured as the model will be used: no dropout, and no graph, since nobody goes backward.
 *
 * Invariant: afterwards the model trains and records as before; only the best loss may have changed.
 */
#include "trainer.h"

double trainer_mean_loss(const Trainer *t, DataLoader *examples)
{
    double sum = 0;
    long count = 0;
    loader_seek(examples, 0);
    for (long i = 0; i < loader_batches(examples); i++) {
        Scope *scope = scope_open();
        Batch batch;
        loader_next(examples, &batch);
        long targets = trainer_targets(t, &batch);
        sum += (double)targets * (double)tensor_item(t->loss(t->context, &batch));
        count += targets;
        scope_close(scope);
    }
    return count > 0 ? sum / (double)count : 0;
}

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
