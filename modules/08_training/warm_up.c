/* warm_up.c - the two halves of a schedule: how far up, and then how far along.
 *
 * The first steps of Adam rest on few gradients, so the rate rises linearly over a warm-up; the last
 * ones should settle, so it falls on the way that is left.
 */
#include "optim.h"
#include "todo.h"

/* ---- 08.1 --------------------------------------------------------------------------------- */

double schedule_warm_up(long step, long warmup, double lr)
{
    /* TODO: the rate in a step of the warm-up. Called only while step < warmup.
     *
     * CONTRACT  steps count from 0. The first one already moves, the last one of the warm-up has
     *           the whole rate lr, and each is as much above the one before.
     * EXAMPLE   warmup = 4, lr = 0.8:    step 0: 0.2    step 1: 0.4    step 2: 0.6    step 3: 0.8
     * HOLDS     twice lr, twice the rate. warmup = 1: lr.
     * THINK     four stairs of the same height: on which one does step 0 stand? What is 1 / 4 in
     *           whole numbers of C? */
    todo("08.1 schedule_warm_up");
}

/* ---- 08.2 --------------------------------------------------------------------------------- */

double schedule_progress(long step, long total, long warmup)
{
    /* TODO: how far between the end of the warm-up, 0, and the end of all steps, 1. Called only
     * when step >= warmup.
     *
     * CONTRACT  it grows evenly. From step `total` on it is 1 and stays 1, for every warmup.
     * EXAMPLE   total = 110, warmup = 10:
     *           step 10: 0     step 35: 0.25     step 60: 0.5     step 110 and 500: 1
     * HOLDS     never above 1, never NaN.
     * THINK     a share of a way: what lies behind, over what? When is that 0 / 0? */
    todo("08.2 schedule_progress");
}
