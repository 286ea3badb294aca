/* trainer.c - the training loop: a step (train_step.c); now and then, look up (evaluate.c).
 *
 * Everything special to a task comes in through functions of the caller: where batches come from,
 * what the loss is, how the rate changes, how a held-out loss is measured, what is written down
 * after a step and when it was the last.
 *
 * Invariant: a step leaves nothing behind but changed weights, and after the first ones none of
 * them allocates.
 */
#include "trainer.h"
#include "c_locale.h"
#include <math.h>

/* Of many ranks the first evaluates, reports and writes. */
static bool is_first(const Trainer *t)
{
    return t->ranks == NULL || t->ranks->rank == 0;
}

static bool is_due(const Trainer *t)
{
    if (t->evaluate == NULL && t->held_out == NULL)
        return false;
    return t->step == t->steps || (t->evaluate_every > 0 && t->step % t->evaluate_every == 0);
}

static void check_trainer(const Trainer *t)
{
    if (t->model == NULL || t->optimizer == NULL || t->parameters == NULL || t->loss == NULL ||
        (t->shares == 0 && t->draw == NULL))
        fail("trainer_run: model, optimizer, parameters, draw and loss must all be set");
    if (t->shares > 0 && t->draw_share == NULL)
        fail("trainer_run: there are %ld shares, but draw_share is not set", t->shares);
    int ranks = t->ranks != NULL ? t->ranks->size : 1;
    if (t->shares < 0 || (ranks > 1 && t->shares < ranks))
        fail(
            "trainer_run: %ld shares for %d ranks, expected at least one for each. hint: 8 of them "
            "serve 1 to 8 ranks, with the same weights",
            t->shares, ranks);
}

/* Steps until the last one, or until something ends the run; then *sound says whether that was in
 * order. */
static void run(Trainer *t, Progress *progress, bool *sound)
{
    char held_out[48] = "";
    bool go_on = true;
    while (go_on && t->step < t->steps) {
        Scope *scope = scope_open();
        *sound = trainer_step(t);
        scope_close(scope);
        if (!*sound)
            return;
        if (is_first(t)) {
            if (is_due(t))
                c_snprintf(held_out, sizeof held_out, "held-out %.4g", trainer_evaluate(t));
            progress_step(progress, t->step, t->last_loss, t->tokens_per_step,
                          held_out[0] != '\0' ? held_out : NULL);
            go_on = t->after_step == NULL || t->after_step(t->context, t);
        }
        go_on = go_on && (t->stopped == NULL || !t->stopped(t->context));
        *sound = trainer_all_continue(t, &go_on) == 0;
        go_on = go_on && *sound;
    }
}

int trainer_run(Trainer *t)
{
    check_trainer(t);
    if (t->step == 0)
        t->best_loss = INFINITY;
    module_train(t->model, true);
    if (t->shares > 0)
        t->sums = ranks_sum_new(t->ranks, t->shares, parameters_numel(t->parameters));
    bool sound = trainer_sync_start(t) == 0;
    Progress progress = progress_start(stderr, t->steps, t->always_log);
    progress.first = progress.done = t->step;
    if (sound)
        run(t, &progress, &sound);
    if (is_first(t))
        progress_end(&progress);
    ranks_sum_free(t->sums);
    t->sums = NULL;
    return sound ? 0 : -1;
}
