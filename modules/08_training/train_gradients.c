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
#include "todo.h"

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
     *   3. Divide once, by the number of all targets: the gradients with trainer_divide(t, ...), and the
     *      sum of the losses.
     *   4. Return that mean; 0 if there was no target at all.
     *
     * EXAMPLE
     *   losses 6 and 2 over 1 and 3 targets, with the gradients 4 and -1:
     *   .grad is (1 * 4 + 3 * -1) / 4 = 0.25, and (1 * 6 + 3 * 2) / 4 = 3 is returned
     *
     * HINT: backward adds to .grad. That is a mistake across steps, and just right within one. */
    todo("08.4 trainer_gradients");
}
