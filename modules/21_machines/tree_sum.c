/* tree_sum.c - the sum of S gradients in one order, whoever holds them.
 *
 * Invariant: what a rank has is a part of the order by itself, so the bits do not tell who added.
 */
#include "share_check.h"
#include "todo.h"

/* ---- 21.2 ---------------------------------------------------------------------------------------- */

void tree_sum(real *const leaf[], long leaves, long n)
{
    tree_sum_check(leaves, n); /* given: leaves >= 1, n >= 0 */

    /* TODO: add leaf[1] to leaf[leaves - 1], arrays of n numbers, to leaf[0], in one order.
     *
     * CONTRACT  the bits do not tell who added. Give each rank the next two leaves, the last rank
     *           what is left; let each add its own by this function, and then add what the ranks
     *           have by it: the same bits, for any number of leaves. So it is with four leaves a
     *           rank, with eight, with each power of two. The same order for any n. The other arrays may be
     *           used on the way; their contents afterwards do not matter. Each array has an
     *           address of its own.
     * EXAMPLE   in floats, 1e8, 1, -1e8, 1: 0, and not 1 as from left to right
     *           in floats, 1e8, 1, -1e8, 1, 1: 1, for what is left waits
     * HOLDS     two ranks with four of eight leaves each, and then their two sums: the same bits.
     * THINK     where does a partial sum stand until it is needed? What doubles from round to
     *           round? */
    todo("21.2 tree_sum");
}
