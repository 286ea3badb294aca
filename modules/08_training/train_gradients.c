/* train_gradients.c - the gradient of a batch that is too large for memory, from micro-batches.
 *
 * Invariant: their number costs time and no memory, and changes nothing of the gradient but its rounding.
 */
#include "trainer.h"
#include "todo.h"

/* ---- 08.2 --------------------------------------------------------------------------------- */

double trainer_gradients(Trainer *t)
{
    /* TODO: leave in .grad of every parameter the gradient of the mean loss over all targets of n
     * micro-batches; return that mean.
     *
     * CONTRACT  n is t->micro_batches, and 0 means 1; n times a micro-batch is drawn. t->loss
     *           gives the mean over the targets of one; they may differ in size, and some targets
     *           may be ignored. One without any target counts as if it had not been drawn,
     *           whatever t->loss would say of it. What .grad held before is forgotten. Only one
     *           micro-batch's graph is in memory at a time, none behind the call. If there is no
     *           target at all: 0, and .grad is 0 or NULL.
     * EXAMPLE   losses 6 and 2 over 1 and 3 targets, with the gradients 4 and -1:
     *           .grad is 0.25, and 3 is returned
     * HOLDS     any cut of a batch into micro-batches gives what the whole gives, up to
     *           rounding.
     * YOU HAVE  parameters_zero_grad(t->parameters), scope_close, scope_open; t->draw(t->context,
     *           &batch) fills a Batch batch = {.size = 0}; t->loss(t->context, &batch), a scalar
     *           tensor (tensor_item); operations on whole tensors, tensor_backward;
     *           trainer_divide(t, n): .grad / n; trainer_targets(t, &batch), of how many targets
     *           it is the mean
     * THINK     backward adds to .grad: across steps that is a mistake, and here? What would the
     *           two micro-batches of the example leave there, if you did nothing else? */
    todo("08.2 trainer_gradients");
}
