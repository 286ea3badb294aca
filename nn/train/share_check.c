/* share_check.c - what a caller of share.h can do wrong. */
#include "share.h"

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
