/* train_gradients.c - the gradient of a batch that is too large for memory, from micro-batches.
 *
 * Gradients add up by themselves: each mean times its number of targets is a sum, and the sum of
 * those, divided once by the number of all targets, is the gradient of the large batch. A mean of
 * means would be another one where the micro-batches differ in size, or in how many targets are
 * ignored.
 *
 * Invariant: each micro-batch has a scope of its own, so their number costs time and no memory.
 */
#include "trainer.h"

EXERCISE
double trainer_gradients(Trainer *t)
{
    long n = t->micro_batches > 1 ? t->micro_batches : 1, count = 0;
    double sum = 0;
    parameters_zero_grad(t->parameters);
    for (long i = 0; i < n; i++) {
        Scope *scope = scope_open();
        Batch batch = {.size = 0};
        t->draw(t->context, &batch);
        Tensor *loss = t->loss(t->context, &batch);
        long targets = trainer_targets(t, &batch);
        sum += (double)targets * (double)tensor_item(loss);
        count += targets;
        tensor_backward(tensor_mul_scalar(loss, (real)targets));
        scope_close(scope);
    }
    trainer_divide(t, count);
    return count > 0 ? sum / (double)count : 0;
}
