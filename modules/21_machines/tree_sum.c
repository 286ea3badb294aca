/* tree_sum.c - the sum of S gradients in one order, whoever holds them.
 *
 * Invariant: neighbours are added first, so that what a rank has is a part of the tree, and its bits do not tell who added.
 */
#include "share_check.h"
#include "todo.h"

/* ---- 21.2 ---------------------------------------------------------------------------------------- */

void tree_sum(real *const leaf[], long leaves, long n)
{
    tree_sum_check(leaves, n); /* given: leaves >= 1, n >= 0 */

    /* TODO: add leaf[1] to leaf[leaves - 1], arrays of n numbers, to leaf[0], along a tree.
     *
     * CONTRACT  neighbours first: (0 + 1), (2 + 3), ...; then pairs of pairs; and so on. Who has
     *           no partner waits for a later round. The same order for any n. The other arrays
     *           may be used on the way; their contents afterwards do not matter. Each array has
     *           an address of its own.
     * EXAMPLE   five leaves: ((0 + 1) + (2 + 3)) + 4
     *           six:         ((0 + 1) + (2 + 3)) + (4 + 5)
     * HOLDS     two ranks with half of eight leaves each, and then their two sums: the same
     *           bits.
     * THINK     where does a partial sum stand until it is needed? What doubles from round to
     *           round? */
    todo("21.2 tree_sum");
}
