/* rows_want.c - two losses of a row in plain loops. */
#include "want.h"

/* ---- 04.1 row_target_loss ----------------------------------------------------------------------- */

double target_loss_want(const Tensor *x, LogSumExp z, int target)
{
    return (double)z.log_sum - ((double)x->data[target] - (double)z.shift);
}

/* ---- 04.2 row_even_loss ------------------------------------------------------------------------- */

double even_loss_want(const Tensor *x, LogSumExp z)
{
    double n = (double)x->shape[0], sum = 0;
    for (long i = 0; i < x->shape[0]; i++)
        sum += (double)x->data[i];
    return (double)z.log_sum - (sum / n - (double)z.shift);
}
