/* share_check.h - share.h, what its functions look at first, and shares for ranks of unequal speed.
 * For their own files. */
#ifndef KINDLING_SHARE_CHECK_H
#define KINDLING_SHARE_CHECK_H

#include "share.h"

/* ---- share.c (21): what a caller can do wrong. Each fails, and returns if all is well -------- */

void share_check(long rows, long i, long shares);
void tree_sum_check(long leaves, long n);
void global_mean_check(long n, const ShareSum *share, long shares);

/* ---- deal_shares.c (21): who works on which share -------------------------------------------- */

/* Rank r gets the shares first[r] to first[r + 1] - 1; first has ranks + 1 entries, from 0 to
 * `shares`. A rank takes its rows over its speed, in rows a second, and 0 seconds for no rows: the
 * slowest takes as short as any such deal allows. A rank of speed 0 gets no rows. Fails: shares or
 * ranks < 1, rows < 0, a speed that is below 0 or no number, all of them 0. */
void deal_shares(const long *rows, long shares, const double *speed, long ranks, long *first);
void deal_check(const long *rows, long shares, const double *speed, long ranks);

#endif
