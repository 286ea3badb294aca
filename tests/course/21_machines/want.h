/* want.h - what is right in module 21: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "check.h"
#include "share_check.h"

/* share_want.c: (shares, 2), first and count of each */
Tensor *cut_want(long rows, long shares);
Tensor *share_want(long rows, long i, long shares);

/* tree_want.c: the sum of the rows 0, step, 2 step, ... */
Tensor *tree_want(const Tensor *leaves, long count, long step);

/* mean_want.c */
double mean_loss_want(const ShareSum *share, long shares);
Tensor *mean_gradient_want(const Tensor *gradient, const ShareSum *share, long shares);

/* deal_want.c: seconds of the slowest rank, (deals); if rows could be cut anywhere */
Tensor *best_deals_want(const IntTensor *rows, const Tensor *speed);
Tensor *bound_want(const IntTensor *rows, const Tensor *speed);

/* answers_want.c */
double first_row_want(void);
double batch_loss_want(void);
double rank_bytes_want(long ranks, long parameters);
double milliseconds_want(void);
double speed_up_want(void);
double hours_lost_want(void);

#endif
