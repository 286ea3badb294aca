/* warm_up.c - the two halves of a schedule: how far up, and then how far along.
 *
 * The first steps of Adam rest on few gradients, so the rate rises linearly over a warm-up; the
 * last ones should settle, so it falls on the way that is left.
 */
#include "optim.h"

EXERCISE
double schedule_warm_up(long step, long warmup, double lr)
{
    return lr * (double)(step + 1) / (double)warmup;
}

EXERCISE
double schedule_progress(long step, long total, long warmup)
{
    return step >= total ? 1 : (double)(step - warmup) / (double)(total - warmup);
}
