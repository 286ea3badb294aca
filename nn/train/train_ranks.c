/* train_ranks.c - where ranks stand: at the beginning, and after each step.
 *
 * Invariant: nobody takes a step that rank 0 does not take.
 */
#include "trainer.h"

int trainer_meet(Trainer *t)
{
    if (ranks_size(t->ranks) == 1)
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

int trainer_agree(Trainer *t, bool *go_on)
{
    if (ranks_size(t->ranks) == 1)
        return 0;
    if (ranks_broadcast(t->ranks, go_on, sizeof *go_on) != 0)
        return -1;
    return compares(t, *go_on) ? ranks_compare(t->ranks, t->parameters) : 0;
}
