/* row_loss.c - the loss of a row of logits, without ever forming a probability.
 *
 * A probability could round to 0 and have an infinite logarithm; this cannot. Invariant: no loss is NaN, and none loses
 * digits because its logits are large. The header tensor/kernels/cross_entropy.h says what the three pieces are.
 */
#include "cross_entropy.h"
#include "vmath.h"
#include "todo.h"

/* ---- 04.1 ---------------------------------------------------------------------------------------- */

real row_target_loss(const real *x, LogSumExp z, int target)
{
    /* TODO: -log of the probability that softmax gives to the class `target`.
     *
     * CONTRACT  from z = row_log_sum_exp of this row, given; target is a position, counted from 0.
     *           Logits of 100,000 cost no digits. An impossible class: infinity. At least one class
     *           is possible.
     * EXAMPLE   x = [0, log 3], shift = log 3, log_sum = log(4/3)
     *           target 1: probability 3/4, loss 0.2877
     *           target 0: probability 1/4, loss 1.3863
     * HOLDS     never negative. A number added to all x, and to shift, changes nothing. e^-loss
     *           of all targets add up to 1.
     * THINK     a loss of 0.3, and logits near 1,000,000: which of the numbers that may arise on
     *           the way has room for its digits, and which has not? */
    todo("04.1 row_target_loss");
}

/* ---- 04.2 ---------------------------------------------------------------------------------------- */

real row_even_loss(long n, const real *x, LogSumExp z)
{
    /* TODO: the cross-entropy against a target of which every class has 1/n.
     *
     * CONTRACT  as 04.1: large logits cost no digits, and one logit of -infinity makes it
     *           infinite.
     * EXAMPLE   x = [0, log 3], shift = log 3, log_sum = log(4/3)
     *           each class has 1/2: loss 0.8370
     * HOLDS     never below log n. All logits equal: log n.
     * THINK     in H(p, q), what does one class bring? How many exponentials does a row take, when
     *           z is there? */
    todo("04.2 row_even_loss");
}
