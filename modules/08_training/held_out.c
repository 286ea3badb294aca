/* held_out.c - the mean loss over examples that were not trained on. */
#include "trainer.h"
#include "todo.h"

/* ---- 08.6 --------------------------------------------------------------------------------- */

double trainer_mean_loss(const Trainer *t, DataLoader *examples)
{
    /* TODO: the mean of t->loss over all targets of the loader. t->loss gives the mean over those
     * of a batch. The last batch is often smaller than the others, and some targets may be ignored.
     *
     * APPROACH
     *   1. loader_seek(examples, 0): from the first batch on, wherever it stood.
     *   2. loader_batches(examples) times, in a scope of its own each time:
     *      a. loader_next(examples, &batch) fills a Batch.
     *      b. It has trainer_targets(t, &batch) targets, which is batch.size unless the task says
     *         otherwise. Its loss, t->loss(t->context, &batch), is a tensor: tensor_item. Add up
     *         targets times losses, and targets.
     *   3. Return the sum of the losses over the number of targets; 0 if there are none.
     *
     * EXAMPLE
     *   batches of 4, 4 and 2 targets with the losses 1, 1 and 4:
     *   (4 * 1 + 4 * 1 + 2 * 4) / 10 = 1.6, while the mean of 1, 1 and 4 is 2
     *
     * HINT: collect in double, and read tensor_item before the scope closes. */
    todo("08.6 trainer_mean_loss");
}
