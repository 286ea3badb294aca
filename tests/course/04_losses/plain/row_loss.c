/* row_loss.c - the loss of a row of logits, without ever forming a probability. */
#include "cross_entropy.h"
#include "vmath.h"

real row_target_loss(const real *x, LogSumExp z, int target)
{
    real below = z.shift - x[target];
    return below + z.log_sum;
}

real row_even_loss(long n, const real *x, LogSumExp z)
{
    double total = 0;
    for (long i = 0; i < n; i++)
        total += row_target_loss(x, z, (int)i);
    return (real)(total / n);
}
