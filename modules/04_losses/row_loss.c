/* row_loss.c - the loss of a row of logits, without ever forming a probability.
 *
 *     -log softmax(x)[target] = lse - x[target],  lse = log sum e^x = m + log sum e^(x - m)
 *
 * A probability could round to 0 and have an infinite logarithm; this cannot. The header
 * tensor/kernels/cross_entropy.h says what the three pieces are.
 */
#include "cross_entropy.h"
#include "vmath.h"
#include "todo.h"

/* ---- 04.1 ---------------------------------------------------------------------------------------- */

LogSumExp row_log_sum_exp(long n, const real *x)
{
    /* TODO: log sum e^x of n neighbours in memory, in two parts: the largest, and the rest.
     *
     * APPROACH
     *   1. shift: the largest of x[0] .. x[n - 1]. Start from (real)-INFINITY, not from 0.
     *   2. If it is still -infinity, let shift be 0: -inf - -inf would be NaN.
     *   3. Add up real_exp(x[i] - shift): no term exceeds 1, and the largest gives exactly 1.
     *   4. return (LogSumExp){.shift = shift, .log_sum = real_log(sum)};
     *
     * EXAMPLE
     *   x = [0, log 3]: shift = log 3, sum = 1/3 + 1 = 4/3, log_sum = log(4/3)
     *   together log 3 + log(4/3) = log 4, and indeed e^0 + e^(log 3) = 4
     *
     * HINT: real_log is the natural logarithm. real_log(0) is -infinity, which is right here. */
    todo("04.1 row_log_sum_exp");
}

/* ---- 04.2 ---------------------------------------------------------------------------------------- */

real row_target_loss(const real *x, LogSumExp z, int target)
{
    /* TODO: -log of the probability that softmax gives to the class `target`.
     *
     * APPROACH
     *   1. target is a position in the row: the logit of the right class is x[target].
     *   2. -log softmax(x)[target] = lse - x[target], where lse = z.shift + z.log_sum.
     *   3. Take the shift off the logit, do not add it to log_sum: two large numbers that nearly
     *      cancel would leave only rounding errors.
     *
     * EXAMPLE
     *   x = [0, log 3], shift = log 3, log_sum = log(4/3)
     *   target 1: probability 3/4, loss log(4/3) = 0.2877
     *   target 0: probability 1/4, loss log(4/3) - (0 - log 3) = log 4 = 1.3863
     *
     * HINT: one line. A loss is never negative. */
    todo("04.2 row_target_loss");
}

/* ---- 04.3 ---------------------------------------------------------------------------------------- */

real row_even_loss(long n, const real *x, LogSumExp z)
{
    /* TODO: the average of row_target_loss over all n classes.
     *
     * APPROACH
     *   1. Only x[target] differs from class to class: the average is log_sum - (mean - shift).
     *   2. mean: add up the n logits, divide by n as a real.
     *
     * EXAMPLE
     *   x = [0, log 3], shift = log 3, log_sum = log(4/3)
     *   the two losses are log 4 = 1.3863 and log(4/3) = 0.2877; their average is 0.8370
     *
     * HINT: all n classes count, the right one too. */
    todo("04.3 row_even_loss");
}
