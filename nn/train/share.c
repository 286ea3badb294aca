/* share.c - a batch in shares: whose rows are whose, the sum of the gradients, and their mean.
 *
 * The same S shares for any number of ranks, added in one order: share.h says why.
 */
#include "share_check.h"

/* ---- what a caller can do wrong -------------------------------------------------------------- */

void share_check(long rows, long i, long shares)
{
    if (rows < 0)
        fail("share_of: there are %ld rows, expected at least 0", rows);
    if (shares < 1)
        fail("share_of: rows for %ld shares, expected at least 1", shares);
    if (i < 0 || i >= shares)
        fail("share_of: there is no share %ld of %ld. hint: they count from 0, the last one is %ld",
             i, shares, shares - 1);
}

void tree_sum_check(long leaves, long n)
{
    if (leaves < 1)
        fail("tree_sum: %ld leaves, expected at least 1", leaves);
    if (n < 0)
        fail("tree_sum: arrays of %ld numbers, expected at least 0", n);
}

void global_mean_check(long n, const ShareSum *share, long shares)
{
    if (n < 0)
        fail("global_mean: a gradient of %ld numbers, expected at least 0", n);
    if (shares < 1)
        fail("global_mean: %ld shares, expected at least 1", shares);
    for (long i = 0; i < shares; i++)
        if (share[i].targets < 0)
            fail("global_mean: share %ld counts %ld targets, expected at least 0", i,
                 share[i].targets);
}

/* ---- which rows are whose -------------------------------------------------------------------- */

/* Invariant: every row is in exactly one share, and rows keep their order. */
EXERCISE
Share share_of(long rows, long i, long shares)
{
    share_check(rows, i, shares);
    long least = rows / shares, larger = rows % shares;
    long before = i < larger ? i : larger; /* shares in front that have one row more */
    return (Share){.first = i * least + before, .count = least + (i < larger)};
}

/* ---- the sum of S arrays in one order, whoever holds them ------------------------------------ */

static void add_into(real *sum, const real *share, long n)
{
    for (long j = 0; j < n; j++)
        sum[j] += share[j];
}

/* Neighbours are added, then neighbouring pairs, then neighbouring fours; what has no neighbour
 * goes up as it is, so five are ((0 + 1) + (2 + 3)) + 4.
 *
 *     reach 1      0 += 1     2 += 3     4 += 5     6 += 7
 *     reach 2      0 += 2                4 += 6
 *     reach 4      0 += 4
 *
 * Invariant: before each round, leaf[i] with i a multiple of reach is the sum of the leaves i to i
 * + reach - 1. */
EXERCISE
void tree_sum(real *const leaf[], long leaves, long n)
{
    tree_sum_check(leaves, n);
    for (long reach = 1; reach < leaves; reach *= 2)
        for (long i = 0; i + reach < leaves; i += 2 * reach)
            add_into(leaf[i], leaf[i + reach], n);
}

/* ---- the mean of a batch --------------------------------------------------------------------- */

/* Shares differ in how many targets count: in size, and in how many are ignored. So sums and
 * counts are added first, and one division comes last. A mean of the shares' means would give a
 * target of a small share more weight. Invariant: losses are added in the order of the shares,
 * whichever rank they come from. */
EXERCISE
double global_mean(real *gradient, long n, const ShareSum *share, long shares)
{
    global_mean_check(n, share, shares);
    double loss = 0;
    long targets = 0;
    for (long i = 0; i < shares; i++) {
        loss += share[i].loss;
        targets += share[i].targets;
    }
    if (targets == 0)
        return 0;
    for (long j = 0; j < n; j++)
        gradient[j] /= (real)targets;
    return loss / (double)targets;
}
