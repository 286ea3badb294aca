/* schedule.c - the learning rate over time: rise, then fall.
 *
 * The first steps of Adam rest on few gradients, so the rate rises linearly over a warm-up; the
 * last ones should settle, so it falls. The cosine is that of SGDR (Loshchilov and Hutter 2016)
 * without its restarts.
 *
 * Invariant: plain functions of the step. Nothing to store, nothing to restore when resuming.
 */
#include "nn.h"
#include <math.h>

static const double pi = 3.14159265358979323846;

static double warm_up(long step, long warmup, double lr)
{
    return lr * (double)(step + 1) / (double)warmup;
}

/* How far between the end of the warm-up (0) and the end (1). */
static double progress(long step, long total, long warmup)
{
    return step >= total ? 1 : (double)(step - warmup) / (double)(total - warmup);
}

double schedule_cosine(long step, long total, long warmup, double lr, double lr_min)
{
    if (step < warmup)
        return warm_up(step, warmup, lr);
    return lr_min + (lr - lr_min) * 0.5 * (1 + cos(pi * progress(step, total, warmup)));
}

double schedule_linear(long step, long total, long warmup, double lr, double lr_min)
{
    if (step < warmup)
        return warm_up(step, warmup, lr);
    return lr + (lr_min - lr) * progress(step, total, warmup);
}

double schedule_step(long step, long every, double gamma, long warmup, double lr)
{
    if (every < 1)
        fail("schedule_step: every is %ld, expected at least 1", every);
    if (step < warmup)
        return warm_up(step, warmup, lr);
    return lr * pow(gamma, (double)((step - warmup) / every));
}
