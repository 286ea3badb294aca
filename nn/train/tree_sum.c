/* tree_sum.c - the sum of S gradients in one order, whoever holds them.
 *
 *     reach 1      0 += 1     2 += 3     4 += 5     6 += 7
 *     reach 2      0 += 2                4 += 6
 *     reach 4      0 += 4
 *
 * Invariant: before each round, leaf[i] with i a multiple of reach is the sum of the leaves i to i
 * + reach - 1.
 */
#include "share_check.h"

static void add_into(real *sum, const real *share, long n)
{
    for (long j = 0; j < n; j++)
        sum[j] += share[j];
}

EXERCISE
void tree_sum(real *const leaf[], long leaves, long n)
{
    tree_sum_check(leaves, n);
    for (long reach = 1; reach < leaves; reach *= 2)
        for (long i = 0; i + reach < leaves; i += 2 * reach)
            add_into(leaf[i], leaf[i + reach], n);
}
