/* held_out.c - the mean loss over examples that were not trained on. */
#include "trainer.h"

double trainer_mean_loss(const Trainer *t, DataLoader *examples)
{
    double total = 0;
    long counted = 0;

    loader_seek(examples, 0);
    long batches = loader_batches(examples);
    for (long k = 0; k < batches; k++) {
        Scope *scope = scope_open();
        Batch batch = {.size = 0};
        loader_next(examples, &batch);
        long targets = trainer_targets(t, &batch);
        if (targets > 0) {
            Tensor *loss = t->loss(t->context, &batch);
            total += (double)tensor_item(loss) * targets;
            counted += targets;
        }
        scope_close(scope);
    }
    if (counted == 0)
        return 0;
    return total / counted;
}
