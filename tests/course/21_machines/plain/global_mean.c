/* global_mean.c - sums first, one division at the end. */
#include "share_check.h"

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
    for (long k = 0; k < n; k++)
        gradient[k] = gradient[k] / (real)targets;
    return loss / (double)targets;
}
