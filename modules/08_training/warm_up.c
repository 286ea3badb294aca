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
     * APPROACH
     *   1. Steps count from 0, and the first one should already move: step 0 gets 1 / warmup of
     *      lr, step 1 gets 2 / warmup.
     *   2. Compute in double: both step and warmup are whole numbers.
     *
     * EXAMPLE
     *   warmup = 4, lr = 0.8:    step 0: 0.2    step 1: 0.4    step 2: 0.6    step 3: 0.8
     *
     * HINT: 1 / 4 is 0 in C, (double)1 / 4 is 0.25. */
    todo("08.1 schedule_warm_up");
}

/* ---- 08.2 --------------------------------------------------------------------------------- */

double schedule_progress(long step, long total, long warmup)
{
    /* TODO: how far between the end of the warm-up, 0, and the end of all steps, 1. Called only when
     * step >= warmup.
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
    todo("08.2 schedule_progress");
}
