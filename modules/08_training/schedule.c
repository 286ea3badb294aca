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

/* ---- 08.3 --------------------------------------------------------------------------------- */

double schedule_cosine(long step, long total, long warmup, double lr, double lr_min)
{
    /* TODO: warm up, then follow half a cosine from lr down to lr_min.
     *
     * APPROACH
     *   1. While step < warmup: the rate of the warm-up (08.1).
     *   2. p, the progress (08.2), runs from 0 to 1, so cos(pi p) runs from 1 down to -1.
     *   3. (1 + cos(pi p)) / 2 runs from 1 down to 0: the share of the way from lr_min up to lr.
     *
     * EXAMPLE
     *   total = 110, warmup = 10, lr = 1, lr_min = 0.2:
     *   step 10: 1     step 60: 0.2 + 0.8 * (1 + 0) / 2 = 0.6     step 110: 0.2
     *
     * HINT: cos takes radians; half a turn is PI. */
    todo("08.3 schedule_cosine");
}
