/* evaluate.c - now and then, look up: the held-out loss, and whether it is the best so far.
 *
 * It is measured as the model will be used: no dropout, and no graph, since nobody goes backward.
 *
 * Invariant: afterwards the model trains and records as before; only the best loss may have changed.
 */
#include "trainer.h"
#include "todo.h"

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
