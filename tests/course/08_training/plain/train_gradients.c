/* train_gradients.c - the gradient of a batch that is too large for memory, from micro-batches. */
#include "trainer.h"

double trainer_gradients(Trainer *t)
{
    long n = t->micro_batches;
    if (n == 0)
        n = 1;

    parameters_zero_grad(t->parameters);
    double sum = 0;
    long all = 0;
    for (long k = 0; k < n; k++) {
        Scope *scope = scope_open();
        Batch batch = {.size = 0};
        t->draw(t->context, &batch);
        long targets = trainer_targets(t, &batch);
        if (targets > 0) {
            Tensor *mean = t->loss(t->context, &batch);
            Tensor *total = tensor_mul_scalar(mean, (real)targets);
            tensor_backward(total);
            sum += (double)tensor_item(mean) * targets;
            all += targets;
        }
        scope_close(scope);
    }
    if (all == 0)
        return 0;
    trainer_divide(t, all);
    return sum / all;
}
