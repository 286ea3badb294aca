/* measure_check.h - the headers of nn/measure/, the sort, and what their functions look at first.
 * For their own files. */
#ifndef KINDLING_MEASURE_CHECK_H
#define KINDLING_MEASURE_CHECK_H

#include "costs.h"
#include "sort_numbers.h"
#include "timing.h"
#include "trace.h"

/* ---- timing.c, flops.c, roofline.c, trace.c, memory_trace.c (14): a caller's mistakes -------- */

/* Each fails, and returns if all is well. */

void measure_median_check(long warmup, long runs);
void percentile_check(const double *x, long n, double p);
void flops_matmul_check(const Closure *c); /* a matmul or a linear */
void intensity_check(double flops, double bytes);
void roofline_check(double intensity, double peak, double bandwidth);
void spans_check(const Span *spans, long n);
void events_check(const MemoryEvent *events, long n);

#endif
