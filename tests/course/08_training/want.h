/* want.h - what is right in module 08: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "task.h"

enum { D_MOST = 8 }; /* numbers in a row of the task */

/* schedule_want.c: a rate, or a share, for each step from `first` on */
Tensor *cosine_want(long n, long total, long warmup, double lr, double lr_min);

/* task_want.c. plain_rows: how many rows of batch i are below a mark; with ABSENT its size, with IGNORED
 * what counts in it. plain_batch: the loss of batch i; its gradient, times factor, is added to g. */
long plain_rows(const Tensor *x, long i, int mark);
double plain_batch(const double *w, const Tensor *x, long i, double factor, double *g);

/* gradients_want.c: of n micro-batches of x */
Tensor *gradients_want(const Tensor *w, const Tensor *x, long n);
double mean_of_losses_want(const Tensor *w, const Tensor *x, long n);

/* train_step_want.c: a row for each step, whose batch is x[s] */
Tensor *rates_want(long steps, bool scheduled);
Tensor *weights_want(const Tensor *w, const Tensor *x, bool scheduled, double clip);
Tensor *figures_want(const Tensor *w, const Tensor *x, bool scheduled, double clip);
typedef enum { RATE, LOSS, NORM } Endless; /* which of them is not finite */
Tensor *finite_want(Endless endless);

/* held_out_want.c */
double mean_loss_want(const Tensor *w, const Tensor *x);
Tensor *switches_want(void);
Tensor *best_want(double best, const Tensor *answers, bool told);

/* checkpoint_want.c */
Tensor *tensors_want(long n, long first);
const char *moments_outside_want(void);
Tensor *counts_want(long first, long second);

/* cause_want.c: as numbers */
Tensor *causes_want(const long *causes, long n);

/* answers_want.c */
double cosine_half_way_want(void);
double held_out_loss_want(void);
double forgotten_mean_want(void);
double checkpoint_bytes_want(void);
double steps_per_epoch_want(void);

#endif
