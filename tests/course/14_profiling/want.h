/* want.h - what is right in module 14: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "draws.h"

/* timing_want.c: of a clock that will be asked for the first time */
Tensor *samples_want(const Play *clock, long warmup, long runs);
double median_want(const Play *clock, long warmup, long runs);

/* percentile_want.c */
double percentile_want(const double *x, long n, double p);

/* parameters_want.c: of registrations, whose numbers these are */
long parameters_want(const Registered *r);

/* flops_want.c */
double matmul_want(const Product *p);
double gradients_want(const Product *p);
double backward_want(const GraphSizes *g);

/* bytes_want.c: numbers of elements */
double moved_want(const Moved *m);

/* roofline_want.c */
double roof_want(double intensity, double peak, double bandwidth);

/* self_want.c */
Tensor *self_want(const Span *spans, long n);

/* advice_want.c: the name, or "nothing" */
const char *best_want(const Step *s);

/* recompute_want.c */
double fewest_want(const Parts *p);

/* answers_want.c */
double add_intensity_want(void);
double gemm_intensity_want(void);
double step_flops_want(long K, long M, long N);
double ridge_want(void);
double token_ms_want(void);
double timer_percent_want(void);
double rank_99_want(void);

#endif
