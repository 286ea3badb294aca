/* train_step.c - one step of training: gradients, a look at them, then the weights.
 *
 * A batch too large for memory is shared out to micro-batches. Gradients add up by themselves; with
 * each loss divided by their number the sum is the gradient of the mean, that of the large batch.
 *
 * Invariant: each micro-batch has a scope of its own, so their number costs time and no memory; and
 * weights change last, after loss and norm have been found finite.
 */
#include "trainer.h"
#include <math.h>

double trainer_gradients(Trainer *t)
{
    long n = t->micro_batches > 1 ? t->micro_batches : 1;
    double mean = 0;
    parameters_zero_grad(t->parameters);
    for (long i = 0; i < n; i++) {
        Scope *scope = scope_open();
        Batch batch = {.size = 0};
        t->draw(t->context, &batch);
        Tensor *loss = t->loss(t->context, &batch);
        mean += (double)tensor_item(loss) / (double)n;
        tensor_backward(tensor_mul_scalar(loss, 1 / (real)n));
        scope_close(scope);
    }
    return mean;
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
