/* schedule_linear.c - two more ways down: in a line, and in steps. */
#include "optim.h"
#include <math.h>

double schedule_linear(long step, long total, long warmup, double lr, double lr_min)
{
    if (step < warmup)
        return schedule_warm_up(step, warmup, lr);
    return lr + (lr_min - lr) * schedule_progress(step, total, warmup);
}

double schedule_step(long step, long every, double gamma, long warmup, double lr)
{
    if (every < 1)
        fail("schedule_step: every is %ld, expected at least 1", every);
    if (step < warmup)
        return schedule_warm_up(step, warmup, lr);
    return lr * pow(gamma, (double)((step - warmup) / every));
}
