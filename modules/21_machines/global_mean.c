/* global_mean.c - one mean for a batch that was cut into shares.
 *
 * Shares differ in how many targets count: in size, and in how many are ignored.
 */
#include "share_check.h"
#include "todo.h"

/* ---- 21.3 ---------------------------------------------------------------------------------------- */

double global_mean(real *gradient, long n, const ShareSum *share, long shares)
{
    global_mean_check(n, share, shares); /* given: no count is negative */

    /* TODO: the mean loss over all targets of all shares, which is returned; and its gradient.
     *
     * CONTRACT  gradient, n numbers, is that of all the losses together, and becomes that of what
     *           is returned. Every target weighs the same, in whichever share. Targets that
     *           are ignored have lost nothing, and change no number.
     * EXAMPLE   4 targets of one share lose 1.5 each, the only one of another 4, and a third has
     *           none: returns 2
     * HOLDS     another cut of the same targets into shares: the same. Without any target: 0.
     * THINK     each share has a mean of its own, or none. What would their mean be in the
     *           example, and who would count too much? */
    todo("21.3 global_mean");
}
