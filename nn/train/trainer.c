/* trainer.c - the training loop: a step; now and then, look up at what was held out.
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

/* ---- how targets count, and which numbers end a run ------------------------------------------ */

long trainer_targets(const Trainer *t, const Batch *batch)
{
    return t->targets != NULL ? t->targets(t->context, batch) : batch->size;
}

void trainer_divide(Trainer *t, long targets)
{
    for (long i = 0; i < t->parameters->count && targets > 0; i++) {
        Tensor *g = t->parameters->tensor[i]->grad;
        for (long j = 0, n = g != NULL ? tensor_numel(g) : 0; j < n; j++)
            g->data[j] /= (real)targets;
    }
}

bool trainer_rate_is_sound(const Trainer *t, double lr)
{
    if (isfinite(lr) && lr >= 0)
        return true;
    kindling_set_error("trainer_run: the learning rate is %g in step %ld, expected a number of at "
                       "least 0. hint: look at what the schedule returns for %ld",
                       isnan(lr) ? fabs(lr) : lr, t->step + 1, t->step);
    return false;
}

bool trainer_is_sound(const Trainer *t, const char *what, double value)
{
    if (isfinite(value))
        return true;
    kindling_set_error("trainer_run: %s is %g in step %ld. hint: a lower learning rate, or "
                       "KINDLING_CHECK=1 to find the operation it began in",
                       what, isnan(value) ? fabs(value) : value, t->step + 1); /* never "-nan" */
    return false;
}

/* ---- a step: gradients, a look at them, then the weights ------------------------------------- */

/* A batch that is too large for memory comes as micro-batches. Gradients add up by themselves:
 * each mean times its number of targets is a sum, and the sum of those, divided once by the
 * number of all targets, is the gradient of the large batch. A mean of means would be another
 * one where the micro-batches differ in size, or in how many targets are ignored. Invariant:
 * each micro-batch has a scope of its own, so their number costs time and no memory. */
EXERCISE
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
    trainer_divide(t, count);
    return count > 0 ? sum / (double)count : 0;
}

/* Invariant: weights change last, after rate, loss and norm have been found sound. */
EXERCISE
bool trainer_step(Trainer *t)
{
    Optimizer *o = t->optimizer;
    if (t->schedule != NULL)
        o->lr = t->schedule(t->context, t->step);
    if (!trainer_rate_is_sound(t, o->lr))
        return false;
    if (t->shares == 0)
        t->last_loss = trainer_gradients(t);
    else if (trainer_share_gradients(t, &t->last_loss) != 0)
        return false;
    if (!trainer_is_sound(t, "the loss", t->last_loss))
        return false;
    t->last_norm = clip_grad_norm(t->parameters, t->clip_norm > 0 ? t->clip_norm : INFINITY);
    if (!trainer_is_sound(t, "the norm of the gradients", t->last_norm))
        return false;
    optimizer_step(o);
    t->step++;
    return true;
}

/* ---- the held-out loss ----------------------------------------------------------------------- */

/* Over examples that were not trained on: the mean over their targets. */
EXERCISE
double trainer_mean_loss(const Trainer *t, DataLoader *examples)
{
    double sum = 0;
    long count = 0;
    loader_seek(examples, 0);
    for (long i = 0; i < loader_batches(examples); i++) {
        Scope *scope = scope_open();
        Batch batch;
        loader_next(examples, &batch);
        long targets = trainer_targets(t, &batch);
        sum += (double)targets * (double)tensor_item(t->loss(t->context, &batch));
        count += targets;
        scope_close(scope);
    }
    return count > 0 ? sum / (double)count : 0;
}

/* Measured as the model will be used: no dropout, and no graph, since nobody goes backward.
 * Invariant: afterwards the model trains and records as before; only the best loss may have
 * changed. */
EXERCISE
double trainer_evaluate(Trainer *t)
{
    Scope *scope = scope_open();
    grad_mode(false);
    module_train(t->model, false);
    double loss = t->evaluate != NULL ? t->evaluate(t->context) : trainer_mean_loss(t, t->held_out);
    module_train(t->model, true);
    scope_close(scope);
    if (loss < t->best_loss) {
        t->best_loss = loss;
        if (t->improved != NULL)
            t->improved(t->context, t, loss);
    }
    return loss;
}

/* ---- the loop -------------------------------------------------------------------------------- */

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
    if (t->shard_moments && t->shares == 0)
        fail("trainer_run: shard_moments is for ranks, and shares is 0. hint: 8 shares");
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
        *sound = trainer_step(t) && trainer_send_weights(t) == 0;
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
    if (t->shard_moments)
        moments_shard(t->optimizer, t->ranks);
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
