/* row_loss.c - the loss of a row of logits, without ever forming a probability.
 *
 *     -log softmax(x)[target] = lse - x[target],  lse = log sum e^x = m + log sum e^(x - m)
 *
 * A probability could round to 0 and have an infinite logarithm; this cannot. The header
 * tensor/kernels/cross_entropy.h says what the three pieces are.
 */
#include "cross_entropy.h"
#include "clones.h"
#include "vmath.h"

EXERCISE
KINDLING_CLONES LogSumExp row_log_sum_exp(long n, const real *x)
{
    real shift = (real)-INFINITY, sum = 0;
#pragma omp simd reduction(max : shift)
    for (long i = 0; i < n; i++)
        shift = x[i] > shift ? x[i] : shift;
    if (shift == (real)-INFINITY)
        shift = 0;
#pragma omp simd reduction(+ : sum)
    for (long i = 0; i < n; i++)
        sum += real_exp(x[i] - shift);
    return (LogSumExp){.shift = shift, .log_sum = real_log(sum)};
}

/* Relative to the maximum, as lse - x would cancel for large logits. */
EXERCISE
real row_target_loss(const real *x, LogSumExp z, int target)
{
    return z.log_sum - (x[target] - z.shift);
}

EXERCISE
KINDLING_CLONES real row_even_loss(long n, const real *x, LogSumExp z)
{
    real sum = 0;
#pragma omp simd reduction(+ : sum)
    for (long i = 0; i < n; i++)
        sum += x[i];
    return z.log_sum - (sum / (real)n - z.shift);
}
