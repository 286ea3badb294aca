/* optim.h - the parts of optimizers and schedules, for their own files and tests.
 *
 * Numbers that are the same for all of a parameter are worked out once per step. What walks over a
 * parameter's numbers gets n neighbours in memory at a time, since large ones are shared out to
 * threads.
 */
#ifndef KINDLING_OPTIM_H
#define KINDLING_OPTIM_H

#include "nn.h"

/* ---- optimizer.c (07) ------------------------------------------------------------------------ */

/* Stops if parameters were added behind the optimizer's back, or if a gradient is a view. */
void optimizer_check_step(const Optimizer *o);
void optimizer_new_groups(Optimizer *o); /* every parameter as the options say */

/* ---- sgd.c (07) ------------------------------------------------------------------------------ */

typedef struct {
    real lr, momentum, decay;
} Sgd;

void sgd_step(const Sgd *s, long n, real *w, const real *g);                 /* downhill */
void momentum_step(const Sgd *s, long n, real *w, real *buf, const real *g); /* rolling downhill */

/* ---- adam.c (07) ----------------------------------------------------------------------------- */

typedef struct {
    real keep;  /* AdamW: what decay leaves of a weight; else 1 */
    real decay; /* Adam: added to the gradient, times the weight; else 0 */
    real rest1; /* 1 - beta1 */
    real beta2, rest2;
    real step_size; /* what undoes m's start at 0, with lr in it */
    real root2;     /* what undoes that of v */
    real eps;
} Adam;

void adam_moments(const Adam *a, long n, const real *g, real *m, real *v); /* m, v: one g further */
void adam_correct(Adam *a, const Optimizer *o, long i); /* step_size, root2 of parameter i */
void adam_step(const Adam *a, long n, real *w, const real *m,
               const real *v);                                     /* w: one step further */
void adam_decay(Adam *a, double lr, double decay, bool decoupled); /* sets keep and decay */

/* ---- own.c (07) ------------------------------------------------------------------------------ */

/* Step t, from 1 on, of an optimizer that keeps two numbers for each of n weights: a and b, zeros
 * before the first step. Losses are squares whose largest curvature is 1; their axes may lie in any
 * direction. Where all gradients were 0, w stays. */
void own_step(long t, long n, real *w, const real *g, real *a, real *b);

/* ---- schedule.c (08) ------------------------------------------------------------------------- */

double schedule_warm_up(long step, long warmup, double lr);   /* the rate while step < warmup */
double schedule_progress(long step, long total, long warmup); /* after it: from 0 to the end, 1 */

/* ---- clip.c (07) ----------------------------------------------------------------------------- */

double sum_of_squares(const Tensor *t); /* in double, in an order that does not depend on threads */
bool gradients_are_huge(
    const ParameterList *parameters); /* their squares may be more than a double holds */
double clip_huge(const ParameterList *parameters, double max_norm); /* clip_grad_norm of such */

#endif
