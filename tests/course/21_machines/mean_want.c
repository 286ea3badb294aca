/* mean_want.c - all losses over all targets, and one division of the gradient. */
#include "want.h"

static double targets_of(const ShareSum *share, long shares)
{
    double sum = 0;
    for (long i = 0; i < shares; i++)
        sum += (double)share[i].targets;
    return sum;
}

double mean_loss_want(const ShareSum *share, long shares)
{
    double losses = 0, targets = targets_of(share, shares);
    for (long i = 0; i < shares; i++)
        losses += share[i].loss;
    return targets > 0 ? losses / targets : 0;
}

Tensor *mean_gradient_want(const Tensor *gradient, const ShareSum *share, long shares)
{
    double targets = targets_of(share, shares);
    return targets > 0 ? plain_scaled(gradient, 1 / targets) : copy_of(gradient);
}
