/* train_step.c - one step of training: gradients, a look at them, then the weights.
 *
 * A batch too large for memory is shared out to micro-batches. Gradients add up by themselves: each
 * mean times its number of targets is a sum, and the sum of those, divided once by the number of all
 * targets, is the gradient of the large batch. A mean of means would be another one where the
 * micro-batches differ in size, or in how many targets are ignored.
 *
 * Invariant: each micro-batch has a scope of its own, so their number costs time and no memory; and
 * weights change last, after loss and norm have been found finite.
 */
#include "trainer.h"
#include "todo.h"
#include <math.h>

/* ---- given -------------------------------------------------------------------------------- */

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

/* ---- 08.4 --------------------------------------------------------------------------------- */

double trainer_gradients(Trainer *t)
{
    /* TODO: leave in .grad of every parameter the gradient of the mean loss over all targets of n
     * micro-batches, and return that mean. The micro-batches may differ in size.
     *
     * APPROACH
     *   0. n is t->micro_batches; but 0 means 1.
     *   1. Forget the gradients of the step before: parameters_zero_grad(t->parameters), once.
     *   2. n times:
     *      a. Scope *scope = scope_open();
     *      b. Batch batch = {.size = 0};  t->draw(t->context, &batch) fills it.
     *      c. Tensor *loss = t->loss(t->context, &batch): a scalar, the mean over as many targets
     *         as trainer_targets(t, &batch) says. Times that number it is a sum: add the sums
     *         up (tensor_item(loss) is the number in it), and the targets.
     *      d. tensor_backward of the sum: tensor_mul_scalar(loss, (real)targets).
     *      e. scope_close(scope): the graph of this micro-batch goes, the gradients stay.
     *   3. Divide once, by the number of all targets: divide_gradients, and the sum of the losses.
     *   4. Return that mean; 0 if there was no target at all.
     *
     * EXAMPLE
     *   losses 6 and 2 over 1 and 3 targets, with the gradients 4 and -1:
     *   .grad is (1 * 4 + 3 * -1) / 4 = 0.25, and (1 * 6 + 3 * 2) / 4 = 3 is returned
     *
     * HINT: backward adds to .grad. That is a mistake across steps, and just right within one. */
    todo("08.4 trainer_gradients");
}

/* ---- given -------------------------------------------------------------------------------- */

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

/* ---- 08.5 --------------------------------------------------------------------------------- */

bool trainer_step(Trainer *t)
{
    /* TODO: one whole step. The order is all there is to it.
     *
     * APPROACH
     *   1. If there is a schedule (t->schedule is not NULL), the optimizer's lr for this step is
     *      t->schedule(t->context, t->step). t->step is 0 in the first step.
     *   2. t->last_loss = the mean loss, from trainer_gradients.
     *      If it is not finite, return false: is_sound(t, "the loss", t->last_loss).
     *   3. t->last_norm = what clip_grad_norm returns. It clips to t->clip_norm; where that is 0,
     *      nothing is clipped and the norm is wanted all the same: clip to INFINITY.
     *      If it is not finite, return false: is_sound(t, "the norm of the gradients", ...).
     *   4. optimizer_step(t->optimizer).
     *   5. Count the step: t->step. Return true.
     *
     * EXAMPLE
     *   one weight w = 3, loss = w * w, SGD, clip_norm = 2, a schedule that says 0.5 for step 0:
     *   lr = 0.5; loss 9, gradient 6; norm 6, clipped to 2; w = 3 - 0.5 * 2 = 2; step = 1
     *
     * HINT: an early return must come before anything that cannot be undone. */
    todo("08.5 trainer_step");
}
