/* trainer.c - the training loop: draw, forward, backward, clip, update; now and then, look up.
 *
 * Everything special to a task comes in through functions of the caller: where batches come from,
 * what the loss is, how the rate changes, how a held-out loss is measured.
 *
 * Invariant: each step has a scope of its own, closed whatever happens, so a step leaves nothing
 * behind but changed weights, and after the first ones none of them allocates.
 */
#include "nn.h"
#include <math.h>

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

/* Gradients, then weights. false: something was not finite, and the weights are as before. */
static bool take_step(Trainer *t)
{
    Optimizer *o = t->optimizer;
    Batch batch = {.size = 0};
    if (t->schedule != NULL)
        o->lr = t->schedule(t->context, t->step);
    t->draw(t->context, &batch);
    parameters_zero_grad(t->parameters);
    Tensor *loss = t->loss(t->context, &batch);
    t->last_loss = (double)tensor_item(loss);
    if (!is_sound(t, "the loss", t->last_loss))
        return false;
    tensor_backward(loss);
    t->last_norm = clip_grad_norm(t->parameters, t->clip_norm > 0 ? t->clip_norm : INFINITY);
    if (!is_sound(t, "the norm of the gradients", t->last_norm))
        return false;
    optimizer_step(o);
    t->step++;
    return true;
}

/* The held-out loss: nothing recorded, nothing dropped out. */
static double evaluate(Trainer *t)
{
    Scope *scope = scope_open();
    grad_mode(false);
    module_train(t->model, false);
    double loss = t->evaluate(t->context);
    module_train(t->model, true);
    scope_close(scope);
    if (loss < t->best_loss) {
        t->best_loss = loss;
        if (t->improved != NULL)
            t->improved(t->context, t, loss);
    }
    return loss;
}

static bool is_due(const Trainer *t)
{
    if (t->evaluate == NULL)
        return false;
    return t->step == t->steps || (t->evaluate_every > 0 && t->step % t->evaluate_every == 0);
}

static void write_log(const Trainer *t)
{
    if (t->log != NULL)
        fprintf(t->log, "%ld %.9g %.9g %.9g\n", t->step, t->last_loss, t->optimizer->lr,
                t->last_norm);
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
    bool sound = true;
    while (sound && t->step < t->steps) {
        Scope *scope = scope_open();
        sound = take_step(t);
        scope_close(scope);
        if (!sound)
            break;
        write_log(t);
        if (is_due(t))
            snprintf(held_out, sizeof held_out, "held-out %.4g", evaluate(t));
        progress_step(&progress, t->step, t->last_loss, t->tokens_per_step,
                      held_out[0] != '\0' ? held_out : NULL);
    }
    progress_end(&progress);
    t->seconds = wall_seconds() - progress.started;
    return sound ? 0 : -1;
}
