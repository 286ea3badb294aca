/* trainer.c - the training loop: a step (train_step.c); now and then, look up (evaluate.c).
 *
 * Everything special to a task comes in through functions of the caller: where batches come from,
 * what the loss is, how the rate changes, how a held-out loss is measured, what is written down
 * after a step and when it was the last.
 *
 * Invariant: a step leaves nothing behind but changed weights, and after the first ones none of them
 * allocates.
 */
#include "trainer.h"
#include <math.h>

static bool is_due(const Trainer *t)
{
    if (t->evaluate == NULL && t->held_out == NULL)
        return false;
    return t->step == t->steps || (t->evaluate_every > 0 && t->step % t->evaluate_every == 0);
}

static void check_trainer(const Trainer *t)
{
    if (t->model == NULL || t->optimizer == NULL || t->parameters == NULL || t->draw == NULL ||
        t->loss == NULL)
        fail("trainer_run: model, optimizer, parameters, draw and loss must all be set");
}

int trainer_run(Trainer *t)
{
    check_trainer(t);
    if (t->step == 0)
        t->best_loss = INFINITY;
    module_train(t->model, true);
    Progress progress = progress_start(stderr, t->steps, t->always_log);
    progress.first = progress.done = t->step;
    char held_out[48] = "";
    bool sound = true, go_on = true;
    while (go_on && t->step < t->steps) {
        Scope *scope = scope_open();
        sound = trainer_step(t);
        scope_close(scope);
        if (!sound)
            break;
        if (is_due(t))
            snprintf(held_out, sizeof held_out, "held-out %.4g", trainer_evaluate(t));
        progress_step(&progress, t->step, t->last_loss, t->tokens_per_step,
                      held_out[0] != '\0' ? held_out : NULL);
        go_on = t->after_step == NULL || t->after_step(t->context, t);
    }
    progress_end(&progress);
    return sound ? 0 : -1;
}
