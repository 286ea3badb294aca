/* schedule.c - the learning rate over time: rise, then fall.
 *
 * The cosine is that of SGDR (Loshchilov and Hutter 2016) without its restarts.
 *
 * Invariant: a plain function of the step. Nothing to store, nothing to restore when resuming.
 */
#include "optim.h"
#include <math.h>

#define PI 3.14159265358979323846

EXERCISE
double schedule_cosine(long step, long total, long warmup, double lr, double lr_min)
{
    if (step < warmup)
        return schedule_warm_up(step, warmup, lr);
    return lr_min + (lr - lr_min) * 0.5 * (1 + cos(PI * schedule_progress(step, total, warmup)));
}
