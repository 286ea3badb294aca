/* warm_up.c - the two halves of a schedule: how far up, and then how far along. */
#include "optim.h"

double schedule_warm_up(long step, long warmup, double lr)
{
    double stair = lr / warmup;
    return stair * (step + 1);
}

double schedule_progress(long step, long total, long warmup)
{
    if (step >= total)
        return 1;
    double behind = step - warmup;
    double whole = total - warmup;
    return behind / whole;
}
