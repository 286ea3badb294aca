/* train_ranks.c - a trainer on many ranks: where they stand, and the gradient of a batch from its
 * shares.
 *
 * Invariant: nobody takes a step that another rank does not take; every rank leaves with the same
 * gradients, loss and set of parameters that have a gradient.
 */
#include "trainer.h"
#include <string.h>

/* ---- at the beginning, and after each step --------------------------------------------------- */

static bool is_alone(const Trainer *t)
{
    return t->ranks == NULL || t->ranks->size == 1;
}

int trainer_sync_start(Trainer *t)
{
    if (is_alone(t))
        return 0;
    long step = t->step;
    if (ranks_broadcast(t->ranks, &step, sizeof step) != 0)
        return -1;
    t->step = step;
    return ranks_broadcast_parameters(t->ranks, t->parameters);
}

static bool compares(const Trainer *t, bool go_on)
{
    long every = t->compare_every > 0 ? t->compare_every : 100;
    return !go_on || t->step == 1 || t->step == t->steps || t->step % every == 0;
}

/* One that stops stops all. */
static int all_go_on(Ranks *r, bool *go_on)
{
    int size = ranks_size(r);
    Scope *scope = scope_open();
    size_t *first = scope_alloc(scope, (size_t)(size + 1) * sizeof *first);
    for (int i = 0; i <= size; i++)
        first[i] = (size_t)i * sizeof(bool);
    bool *each = scope_alloc(scope, (size_t)size * sizeof *each);
    each[ranks_rank(r)] = *go_on;
    int status = ranks_gather(r, each, first);
    for (int i = 0; status == 0 && i < size; i++)
        *go_on = *go_on && each[i];
    scope_close(scope);
    return status;
}

int trainer_all_continue(Trainer *t, bool *go_on)
{
    if (is_alone(t))
        return 0;
    if (all_go_on(t->ranks, go_on) != 0)
        return -1;
    return compares(t, *go_on) ? ranks_compare(t->ranks, t->parameters) : 0;
}

/* ---- gradients ------------------------------------------------------------------------------- */

/* As trainer_gradients does with micro-batches, but each share's gradient is kept apart and
 * added along one fixed tree. What a share is, and what it draws, follows from its number: so
 * weights are the same, bit for bit, for any number of ranks. */

/* The gradients in the list's order, 0 where there is none; has[i]: parameter i had one. */
static void flatten(const ParameterList *list, real *flat, char *has)
{
    for (long i = 0; i < list->count; i++) {
        Tensor *t = list->tensor[i];
        size_t bytes = (size_t)tensor_numel(t) * sizeof(real);
        if (t->grad != NULL) {
            memcpy(flat, t->grad->data, bytes);
            has[i] = 1;
        } else
            memset(flat, 0, bytes);
        flat += tensor_numel(t);
    }
}

static void unflatten(const ParameterList *list, const real *flat, const char *has)
{
    parameters_zero_grad(list);
    for (long i = 0; i < list->count; i++) {
        Tensor *t = list->tensor[i];
        if (has[i])
            memcpy(grad_buffer(t, NULL)->data, flat, (size_t)tensor_numel(t) * sizeof(real));
        flat += tensor_numel(t);
    }
}

static ShareSum one_share(Trainer *t, long i)
{
    const ParameterList *list = t->parameters;
    ShareSum sum = {.loss = 0};
    parameters_zero_grad(list);
    Scope *scope = scope_open();
    Batch batch = {.size = 0};
    t->draw_share(t->context, i, t->shares, &batch);
    if (batch.size > 0) {
        Tensor *mean = t->loss(t->context, &batch);
        sum.targets = trainer_targets(t, &batch);
        sum.loss = (double)sum.targets * (double)tensor_item(mean);
        tensor_backward(tensor_mul_scalar(mean, (real)sum.targets));
    }
    scope_close(scope);
    return sum;
}

/* What other ranks know of their shares: losses, counts, and which parameters had a gradient. */
static int gather(Trainer *t, ShareSum *sum, char *has)
{
    int size = ranks_size(t->ranks), rank = ranks_rank(t->ranks);
    long n = t->parameters->count;
    size_t *first = scope_alloc(scope_current(), (size_t)(size + 1) * sizeof *first);
    for (int i = 0; i < size; i++)
        first[i] = (size_t)share_of(t->shares, i, size).first * sizeof *sum;
    first[size] = (size_t)t->shares * sizeof *sum;
    if (ranks_gather(t->ranks, sum, first) != 0)
        return -1;
    char *all = scope_alloc(scope_current(), (size_t)(size * n + 1));
    memcpy(all + rank * n, has, (size_t)n);
    for (int i = 0; i <= size; i++)
        first[i] = (size_t)(i * n);
    if (ranks_gather(t->ranks, all, first) != 0)
        return -1;
    for (long i = 0; i < size * n; i++)
        has[i % n] |= all[i];
    return 0;
}

int trainer_share_gradients(Trainer *t, double *mean)
{
    Scope *scope = scope_open();
    Share mine = share_of(t->shares, ranks_rank(t->ranks), ranks_size(t->ranks));
    ShareSum *sum = scope_alloc(scope, (size_t)t->shares * sizeof *sum);
    char *has = scope_alloc(scope, (size_t)t->parameters->count + 1);
    memset(has, 0, (size_t)t->parameters->count);
    for (long i = mine.first; i < mine.first + mine.count; i++) {
        sum[i] = one_share(t, i);
        flatten(t->parameters, ranks_sum_next(t->sums), has);
        ranks_sum_add(t->sums);
    }
    real *flat = ranks_sum_end(t->sums);
    int status = flat != NULL ? gather(t, sum, has) : -1;
    if (status == 0) {
        *mean = global_mean(flat, parameters_numel(t->parameters), sum, t->shares);
        unflatten(t->parameters, flat, has);
    }
    scope_close(scope);
    return status;
}
