/* global_mean.c - the mean of a batch from the sums of its shares.
 *
 * Shares differ in how many targets count: in size, and in how many are ignored.
 */
#include "share_check.h"
#include "todo.h"

/* ---- 21.3 ---------------------------------------------------------------------------------------- */

double global_mean(real *gradient, long n, const ShareSum *share, long shares)
{
    global_mean_check(n, share, shares); /* given: no count is negative */

    /* TODO: the mean loss over all targets of all shares, which is returned; and gradient, n numbers that are
     * the sum over the same targets, becomes the gradient of that mean.
     *
     * APPROACH
     *   1. Add the losses of all shares, and their targets.
     *   2. Divide every number of the gradient, and the loss, by the number of targets. Once.
     *   3. If no target counts, there is nothing to divide: return 0, and leave the gradient alone.
     *
     * EXAMPLE
     *   shares {loss 12, 3 targets}, {0, 0}, {2, 1}, gradient {8, -4}
     *   returns 14 / 4 = 3.5, gradient {2, -1}
     *
     * HINT: the three means are 4, none and 2. What would their mean be? */
    todo("21.3 global_mean");
}
