/* schedule.c - the learning rate over time: rise, then fall.
 *
 * The first steps of Adam rest on few gradients, so the rate rises linearly over a warm-up; the
 * last ones should settle, so it falls. The cosine is that of SGDR (Loshchilov and Hutter 2016)
 * without its restarts.
 *
 * Invariant: plain functions of the step. Nothing to store, nothing to restore when resuming.
 */
#include "nn.h"
#include "todo.h"
#include <math.h>

#define PI 3.14159265358979323846 /* given */

/* ---- 08.1 --------------------------------------------------------------------------------- */

static double warm_up(long step, long warmup, double lr)
{
    /* TODO: the rate in a step of the warm-up. Called only while step < warmup.
     *
     * APPROACH
     *   1. Steps count from 0, and the first one should already move: step 0 gets 1 / warmup of
     *      lr, step 1 gets 2 / warmup.
     *   2. Compute in double: both step and warmup are whole numbers.
     *
     * EXAMPLE
     *   warmup = 4, lr = 0.8:    step 0: 0.2    step 1: 0.4    step 2: 0.6    step 3: 0.8
     *
     * HINT: 1 / 4 is 0 in C, (double)1 / 4 is 0.25. */
    todo("08.1 warm_up");
}

/* ---- 08.2 --------------------------------------------------------------------------------- */

/* How far between the end of the warm-up (0) and the end (1). */
static double progress(long step, long total, long warmup)
{
    /* TODO: a number from 0 to 1. Called only when step >= warmup.
     *
     * APPROACH
     *   1. From `total` on it is 1, and stays 1: a run may go on longer than was planned.
     *   2. Before, it is the steps since the warm-up, over all steps that are not warm-up.
     *
     * EXAMPLE
     *   total = 110, warmup = 10:
     *   step 10: 0     step 35: 25 / 100 = 0.25     step 60: 0.5     step 110 and 500: 1
     *
     * HINT: ask for step >= total first. If total = warmup the division would be 0 / 0. */
    todo("08.2 progress");
}

/* ---- given: two schedules that use them --------------------------------------------------- */

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

/* ---- 08.3 --------------------------------------------------------------------------------- */

double schedule_cosine(long step, long total, long warmup, double lr, double lr_min)
{
    /* TODO: warm up, then follow half a cosine from lr down to lr_min.
     *
     * APPROACH
     *   1. While step < warmup: warm_up, as in schedule_linear above.
     *   2. p = progress(...) runs from 0 to 1, so cos(pi p) runs from 1 down to -1.
     *   3. (1 + cos(pi p)) / 2 runs from 1 down to 0: the share of the way from lr_min up to lr.
     *
     * EXAMPLE
     *   total = 110, warmup = 10, lr = 1, lr_min = 0.2:
     *   step 10: 1     step 60: 0.2 + 0.8 * (1 + 0) / 2 = 0.6     step 110: 0.2
     *
     * HINT: cos takes radians; half a turn is PI. */
    todo("08.3 schedule_cosine");
}
