/* schedule.c - the learning rate over time: rise, then fall.
 *
 * The first steps of Adam rest on few gradients, so the rate rises linearly over a warm-up; the
 * last ones should settle, so it falls on the way that is left: along half a cosine, that of SGDR
 * (Loshchilov and Hutter 2016) without its restarts, in a line, or in steps.
 *
 * Invariant: a plain function of the step. Nothing to store, nothing to restore when resuming.
 */
#include "optim.h"
#include <math.h>

double schedule_warm_up(long step, long warmup, double lr)
{
    return lr * (double)(step + 1) / (double)warmup;
}

double schedule_progress(long step, long total, long warmup)
{
    return step >= total ? 1 : (double)(step - warmup) / (double)(total - warmup);
}

#define PI 3.14159265358979323846

EXERCISE
double schedule_cosine(long step, long total, long warmup, double lr, double lr_min)
{
    if (step < warmup)
        return schedule_warm_up(step, warmup, lr);
    return lr_min + (lr - lr_min) * 0.5 * (1 + cos(PI * schedule_progress(step, total, warmup)));
}

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
