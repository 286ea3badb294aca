/* want.h - what is right in module 21, and what known mistakes give: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "check.h"
#include "share.h"

/* share_want.c: (shares, 2), first and count of each */
Tensor *cut_want(long rows, long shares);
bool share_is_checked(void);

/* tree_want.c: the sum of the rows 0, step, 2 step, ... */
Tensor *tree_want(const Tensor *leaves, long count, long step);
Tensor *tree_of_ranks_want(const Tensor *leaves, long ranks);
Tensor *tree_in_pieces_want(const Tensor *leaves);
bool leaves_are_checked(void);

/* mean_want.c */
double mean_loss_want(const ShareSum *share, long shares);
Tensor *mean_gradient_want(const Tensor *gradient, const ShareSum *share, long shares);
bool counts_are_checked(void);

/* answers_want.c */
double first_row_want(void);
double batch_loss_want(void);
double bytes_sent_want(void);
double milliseconds_want(void);
double speed_up_want(void);
double hours_lost_want(void);

#endif
