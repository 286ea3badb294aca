/* want.h - what is right in module 19: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "draws.h"

/* sample_want.c: of one p, of each; one number; flags, then their count */
double quantile_want(const Tensor *x, double p);
Tensor *quantiles_want(const Tensor *x, const Tensor *p);

/* interval_want.c: low, high */
Tensor *interval_want(const Tensor *x, Statistic of, double level, long resamples, Rng rng);

/* ranks_want.c */
Tensor *ranks_want(const Tensor *x);
double exact_want(const Tensor *a, const Tensor *b);

/* report_want.c: a mean; flags, then their count; queries */
Tensor *front_want(const Tensor *points, const bool *lower);
long queries_want(long over, double p, double d, double c);

/* turns_want.c: (n, rounds) seconds; who ran, warm-up included */
Tensor *turns_want(const Plan *plan, Rng rng);
Tensor *order_want(const Plan *plan, Rng rng);

/* decide_want.c: of each pair the smaller number, 0 where both are equal */
Tensor *faster_want(const Tensor *seconds);

/* answers_want.c */
double quantile_90_want(void);
double least_p_want(void);
double runs_per_side_want(void);
double speed_up_want(void);
double false_alarm_want(void);
double margin_percent_want(void);
double queries_want_answer(void);

#endif
