/* held_out.c - the mean loss over examples that were not trained on. */
#include "trainer.h"

EXERCISE
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
