/* share_check.h - share.h, and what its functions look at first. For their own files. */
#ifndef KINDLING_SHARE_CHECK_H
#define KINDLING_SHARE_CHECK_H

#include "share.h"

/* ---- share.c (21): what a caller can do wrong. Each fails, and returns if all is well -------- */

void share_check(long rows, long i, long shares);
void tree_sum_check(long leaves, long n);
void global_mean_check(long n, const ShareSum *share, long shares);

#endif
