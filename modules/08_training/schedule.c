/* schedule.c - the learning rate over time: rise, then fall.
 *
 * The cosine is that of SGDR (Loshchilov and Hutter 2016) without its restarts.
 *
 * Invariant: a plain function of the step. Nothing to store, nothing to restore when resuming.
 */
#include "optim.h"
#include "todo.h"
#include <math.h>

#define PI 3.14159265358979323846 /* given */

/* ---- 08.1 --------------------------------------------------------------------------------- */

double schedule_cosine(long step, long total, long warmup, double lr, double lr_min)
{
    /* TODO: warm up, then follow half a cosine from lr down to lr_min.
     *
     * CONTRACT  while step < warmup the run warms up. Behind that p says how far it is: at p = 0
     *           the rate is lr, at p = 1/2 in the middle, at 1 lr_min, and in between it falls as
     *           a cosine does on half a turn. A run may have no warm-up.
     * EXAMPLE   total = 110, warmup = 10, lr = 1, lr_min = 0.2:   step 10: 1     step 60: 0.6     step 110: 0.2
     * HOLDS     the rates at p and at 1 - p add up to lr + lr_min. From total on: lr_min.
     * YOU HAVE  schedule_warm_up(step, warmup, lr), the rate of a warm-up;
     *           schedule_progress(step, total, warmup), which is p; cos, PI
     * THINK     what does cos give at the two ends of half a turn, and what has the rate to be
     *           there? Which comparison calls the warm-up in a run that has none, and divides
     *           by 0? */
    todo("08.1 schedule_cosine");
}
