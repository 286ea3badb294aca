/* init_want.c - the loss that training begins with. */
#include "want.h"

double untrained_loss_want(long V)
{
    return log((double)V);
}
