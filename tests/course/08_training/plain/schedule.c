/* schedule.c - the learning rate over time: rise, then fall. */
#include "optim.h"
#include <math.h>

#define PI 3.14159265358979323846

double schedule_cosine(long step, long total, long warmup, double lr, double lr_min)
{
    if (step < warmup)
        return schedule_warm_up(step, warmup, lr);

    double p = schedule_progress(step, total, warmup);
    double height = (1 + cos(PI * p)) / 2; /* from 1 to 0 */
    return height * lr + (1 - height) * lr_min;
}
