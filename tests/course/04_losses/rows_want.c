/* rows_want.c - log-sum-exp of a row and its two losses in plain loops. */
#include "want.h"

/* ---- 04.1 row_log_sum_exp ----------------------------------------------------------------------- */

double shift_want(const Tensor *x)
{
    double largest = -INFINITY;
    for (long i = 0; i < x->shape[0]; i++)
        largest = fmax(largest, (double)x->data[i]);
    return largest == -INFINITY ? 0 : largest;
}

double log_sum_want(const Tensor *x)
{
    double shift = shift_want(x), sum = 0;
    for (long i = 0; i < x->shape[0]; i++)
        sum += exp((double)x->data[i] - shift);
    return log(sum);
}

/* ---- 04.2 row_target_loss ----------------------------------------------------------------------- */

double target_loss_want(const Tensor *x, LogSumExp z, int target)
{
    return (double)z.log_sum - ((double)x->data[target] - (double)z.shift);
}

/* ---- 04.3 row_even_loss ------------------------------------------------------------------------- */

double even_loss_want(const Tensor *x, LogSumExp z)
{
    double n = (double)x->shape[0], sum = 0;
    for (long i = 0; i < x->shape[0]; i++)
        sum += (double)x->data[i];
    return (double)z.log_sum - (sum / n - (double)z.shift);
}
