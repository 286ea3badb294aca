/* want.h - what is right in module 14, and what known mistakes give: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "draws.h"

/* timing_want.c: of a clock that will be asked for the first time */
Tensor *samples_want(const Play *clock, long warmup, long runs);
double median_want(const Play *clock, long warmup, long runs);
long looks_want(long warmup, long runs);
long calls_want(long warmup, long runs);
bool runs_are_checked(void);

/* percentile_want.c */
double percentile_want(const double *x, long n, double p);
long unchanged_want(void);
bool percents_are_checked(void);

/* parameters_want.c: of registrations, whose numbers these are */
long parameters_want(const Registered *r);

/* flops_want.c */
double matmul_want(const Product *p);
bool products_are_checked(void);
double forward_want(const GraphSizes *g);
double gradients_want(const Product *p);
double backward_want(const GraphSizes *g);

/* bytes_want.c: numbers of elements */
double moved_want(const Moved *m);

/* roofline_want.c */
double intensity_want(double flops, double bytes);
double roof_want(double intensity, double peak, double bandwidth);
bool intensity_is_checked(void);
bool roof_is_checked(void);

/* self_want.c, peak_want.c */
Tensor *self_want(const Span *spans, long n);
Tensor *around_want(const Span *spans, long n, double before);
bool spans_are_checked(void);
long peak_want(const MemoryEvent *events, long n);
bool events_are_checked(void);

/* answers_want.c */
double add_intensity_want(void);
double gemm_intensity_want(void);
double ridge_want(void);
double token_want(void);
double timer_want(void);
double rank_want(void);

#endif
