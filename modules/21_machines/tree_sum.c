/* tree_sum.c - the sum of S gradients in one order, whoever holds them.
 *
 *     reach 1      0 += 1     2 += 3     4 += 5     6 += 7
 *     reach 2      0 += 2                4 += 6
 *     reach 4      0 += 4
 */
#include "share_check.h"
#include "todo.h"

/* ---- 21.2 ---------------------------------------------------------------------------------------- */

void tree_sum(real *const leaf[], long leaves, long n)
{
    tree_sum_check(leaves, n); /* given: leaves >= 1, n >= 0 */

    /* TODO: add leaf[1] to leaf[leaves - 1], arrays of n numbers, to leaf[0], along the tree. The other
     * arrays may be used on the way; what they hold afterwards is nobody's business.
     *
     * APPROACH
     *   1. reach is 1, then 2, then 4, as long as it is smaller than leaves.
     *   2. In each round the arrays 0, 2 reach, 4 reach, ... get the array that stands `reach` behind them,
     *      number by number. Is there none, nothing happens: that array waits for a later round.
     *
     * EXAMPLE
     *   five leaves: ((0 + 1) + (2 + 3)) + 4
     *   six:         ((0 + 1) + (2 + 3)) + (4 + 5)
     *
     * HINT: three loops, and the test of the middle one asks whether leaf[i + reach] is there. */
    todo("21.2 tree_sum");
}
