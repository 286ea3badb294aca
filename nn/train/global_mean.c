/* global_mean.c - the mean of a batch from the sums of its shares.
 *
 * Shares differ in how many targets count: in size, and in how many are ignored. So sums and counts
 * are added first, and one division comes last. A mean of the shares' means would give a target of
 * a small share more weight.
 *
 * Invariant: losses are added in the order of the shares, whichever rank they come from.
 */
#include "share_check.h"

EXERCISE
double global_mean(real *gradient, long n, const ShareSum *share, long shares)
{
    global_mean_check(n, share, shares);
    double loss = 0;
    long targets = 0;
    for (long i = 0; i < shares; i++) {
        loss += share[i].loss;
        targets += share[i].targets;
    }
    if (targets == 0)
        return 0;
    for (long j = 0; j < n; j++)
        gradient[j] /= (real)targets;
    return loss / (double)targets;
}
