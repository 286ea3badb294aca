/* held_out.c - the loss on examples that were not trained on.
 *
 * It is measured as the model will be used: no dropout, and no graph, since nobody goes backward.
 *
 * Invariant: afterwards the model trains and records as before; only the best loss may have changed.
 */
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
     *      b. The loss of a batch, t->loss(t->context, &batch), is a tensor: tensor_item. It
     *         stands for trainer_targets(t, &batch) targets, which is batch.size unless the task
     *         says otherwise. Add up losses times targets, and targets.
     *   3. Return the sum of the losses over the number of targets; 0 if there are none.
     *
     * EXAMPLE
     *   batches of 4, 4 and 2 targets with the losses 1, 1 and 4:
     *   (4 * 1 + 4 * 1 + 2 * 4) / 10 = 1.6, while the mean of 1, 1 and 4 is 2
     *
     * HINT: collect in double, and read tensor_item before the scope closes. */
    todo("08.6 trainer_mean_loss");
}

/* ---- 08.7 --------------------------------------------------------------------------------- */

double trainer_evaluate(Trainer *t)
{
    /* TODO: measure the held-out loss, put everything back, remember the best.
     *
     * APPROACH
     *   1. Open a scope. In it, grad_mode(false): recording stops until the scope is closed.
     *   2. module_train(t->model, false): dropout stops, in all layers below, too.
     *   3. The loss is t->evaluate(t->context) if t->evaluate is not NULL, else
     *      trainer_mean_loss(t, t->held_out).
     *   4. module_train(t->model, true), and close the scope.
     *   5. If the loss is below t->best_loss: that is the new t->best_loss, and if t->improved is
     *      not NULL, call t->improved(t->context, t, loss).
     *   6. Return the loss.
     *
     * EXAMPLE
     *   best_loss = 0.5; three evaluations give 0.7, 0.4, 0.4:
     *   best_loss is 0.5, 0.4, 0.4, and improved is called once, after the second
     *
     * HINT: equal is not better. */
    todo("08.7 trainer_evaluate");
}
