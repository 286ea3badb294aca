/* train_step.c - one step of training: gradients, a look at them, then the weights.
 *
 * A batch too large for memory is shared out to micro-batches. Gradients add up by themselves: each
 * mean times its number of targets is a sum, and the sum of those, divided once by the number of all
 * targets, is the gradient of the large batch. A mean of means would be another one where the
 * micro-batches differ in size, or in how many targets are ignored.
 *
 * Invariant: each micro-batch has a scope of its own, so their number costs time and no memory; and
 * weights change last, after rate, loss and norm have been found sound.
 */
#include "trainer.h"
#include <math.h>

long trainer_targets(const Trainer *t, const Batch *batch)
{
    return t->targets != NULL ? t->targets(t->context, batch) : batch->size;
}

/* Gradients of a sum over so many targets become those of their mean; of none, they are 0 already. */
static void divide_gradients(const ParameterList *parameters, long targets)
{
    for (long i = 0; i < parameters->count && targets > 0; i++) {
        Tensor *g = parameters->tensor[i]->grad;
        for (long j = 0, n = g != NULL ? tensor_numel(g) : 0; j < n; j++)
            g->data[j] /= (real)targets;
    }
}

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
    divide_gradients(t->parameters, count);
    return count > 0 ? sum / (double)count : 0;
}

/* A rate that is NaN, infinite or negative ruins the weights in one step. */
static bool is_rate(const Trainer *t, double lr)
{
    if (isfinite(lr) && lr >= 0)
        return true;
    kindling_set_error("trainer_run: the learning rate is %g in step %ld, expected a number of at "
                       "least 0. hint: look at what the schedule returns for %ld",
                       lr, t->step + 1, t->step);
    return false;
}

/* A loss or norm that is not finite ends the run before it reaches the weights. */
static bool is_sound(const Trainer *t, const char *what, double value)
{
    if (isfinite(value))
        return true;
    kindling_set_error("trainer_run: %s is %g in step %ld. hint: a lower learning rate, or "
                       "KINDLING_CHECK=1 to find the operation it began in",
                       what, value, t->step + 1);
    return false;
}

bool trainer_step(Trainer *t)
{
    Optimizer *o = t->optimizer;
    if (t->schedule != NULL)
        o->lr = t->schedule(t->context, t->step);
    if (!is_rate(t, o->lr))
        return false;
    t->last_loss = trainer_gradients(t);
    if (!is_sound(t, "the loss", t->last_loss))
        return false;
    t->last_norm = clip_grad_norm(t->parameters, t->clip_norm > 0 ? t->clip_norm : INFINITY);
    if (!is_sound(t, "the norm of the gradients", t->last_norm))
        return false;
    optimizer_step(o);
    t->step++;
    return true;
}
