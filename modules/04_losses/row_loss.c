/* row_loss.c - the loss of a row of logits, without ever forming a probability.
 *
 * A probability could round to 0 and have an infinite logarithm; this cannot. Invariant: no loss is NaN, and none loses
 * digits because its logits are large. The header tensor/kernels/cross_entropy.h says what the three pieces are.
 */
#include "cross_entropy.h"
#include "vmath.h"
#include "todo.h"

/* ---- 04.1 ---------------------------------------------------------------------------------------- */

LogSumExp row_log_sum_exp(long n, const real *x)
{
    /* TODO: log sum e^x of n neighbours in memory, in two parts: shift, the largest, and log_sum,
     * the rest.
     *
     * CONTRACT  shift + log_sum is the logarithm, for logits of any size: 1000, -1000, and among
     *           them -infinity (a class that cannot be). A row of -infinity alone has shift 0
     *           and log_sum -infinity.
     * EXAMPLE   x = [0, log 3]: shift = log 3, log_sum = log(4/3); together log 4, and indeed e^0 + e^(log 3) = 4
     * HOLDS     a number added to all x is added to shift, and log_sum stays. log_sum is between
     *           0 and log n.
     * YOU HAVE  real_exp, real_log (the natural one); (LogSumExp){.shift = ..., .log_sum = ...}
     * THINK     e^1000 is infinite in every format C has: what must be done *before* e^? Where
     *           do you begin to look for the largest of a row that lies below 0? What is
     *           -infinity - -infinity? */
    todo("04.1 row_log_sum_exp");
}

/* ---- 04.2 ---------------------------------------------------------------------------------------- */

real row_target_loss(const real *x, LogSumExp z, int target)
{
    /* TODO: -log of the probability that softmax gives to the class `target`.
     *
     * CONTRACT  from z = 04.1 of this row; target is a position, counted from 0. Logits of
     *           100,000 cost no digits. An impossible class: infinity.
     * EXAMPLE   x = [0, log 3], shift = log 3, log_sum = log(4/3)
     *           target 1: probability 3/4, loss 0.2877
     *           target 0: probability 1/4, loss 1.3863
     * HOLDS     never negative. A number added to all x, and to shift, changes nothing. e^-loss
     *           of all targets add up to 1.
     * THINK     three numbers: shift, log_sum, x[target]. Two may be huge, and nearly equal.
     *           Which two do you subtract first? */
    todo("04.2 row_target_loss");
}

/* ---- 04.3 ---------------------------------------------------------------------------------------- */

real row_even_loss(long n, const real *x, LogSumExp z)
{
    /* TODO: the average of row_target_loss over all n classes, the right one too.
     *
     * CONTRACT  as 04.2: large logits cost no digits, and one logit of -infinity makes it
     *           infinite.
     * EXAMPLE   x = [0, log 3], shift = log 3, log_sum = log(4/3)
     *           the two losses are 1.3863 and 0.2877; their average is 0.8370
     * HOLDS     never below log n. All logits equal: log n.
     * THINK     of what 04.2 computes, which part changes from class to class? Then what is
     *           there to average? */
    todo("04.3 row_even_loss");
}
