/* train_ranks.c - where ranks stand: at the beginning, and after each step.
 *
 * Invariant: nobody takes a step that another rank does not take.
 */
#include "trainer.h"

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
