/* init_want.c - how far starting values spread, in units of 0.02, and the loss they begin with. */
#include "want.h"

double branch_std_want(const Gpt *g)
{
    return 1 / sqrt(2 * (double)g->options.num_layers);
}

double untrained_loss_want(long V)
{
    return log((double)V);
}
