/* want.h - what is right in module 04: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "check.h"
#include "cross_entropy.h"
#include "op.h"

/* rows_want.c */
double target_loss_want(const Tensor *x, LogSumExp z, int target);
double even_loss_want(const Tensor *x, LogSumExp z);

/* batch_want.c: smoothing is s */
Tensor *losses_want(const Tensor *logits, const IntTensor *targets, int ignore, double s);
Tensor *lse_want(const Tensor *logits);
long counted_want(const IntTensor *targets, int ignore);
Tensor *mean_want(const Tensor *logits, const IntTensor *targets, int ignore);

/* numbers_want.c */
Tensor *bce_want(const Tensor *x, const Tensor *t);
Tensor *bce_of_e_want(const Tensor *x, const Tensor *t); /* times |x| e^|x| */
Tensor *bce_mean_want(const Tensor *x, const Tensor *t);

/* stars_want.c: nats NULL: zeros */
Tensor *stars_want(const Tensor *step, OR_NULL const Tensor *nats);

/* answers_want.c */
double loss_of_a_guess_want(void);
double largest_logit_want(void);
double smoothed_floor_want(void);
double padded_mean_want(void);
double logits_bytes_want(void);

#endif
