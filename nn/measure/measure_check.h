/* measure_check.h - the headers of nn/measure/, the sort, what their functions look at first, and
 * where to begin. For their own files. */
#ifndef KINDLING_MEASURE_CHECK_H
#define KINDLING_MEASURE_CHECK_H

#include <stdbool.h>
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

/* ---- trace_advice.c (14): where to begin ----------------------------------------------------- */

/* What a span does by itself, without the spans in it. */
typedef struct {
    double flops, bytes;
} TraceWork;

typedef struct {
    const char *name; /* of the operation to make faster first; NULL: of none */
    double seconds;   /* what the step takes after it */
} TraceAdvice;

/* An operation is all spans of one name. Of a step of n spans the one after which the step is
 * shortest, if it is made as fast as `peak` flops and `bandwidth` bytes per second allow; of equal
 * ones the one that begins first, NULL where nothing gets shorter. Names are those of spans. */
TraceAdvice trace_advice(const Span *spans, const TraceWork *work, long n, double peak,
                         double bandwidth);
void trace_advice_check(const Span *spans, const TraceWork *work, long n, double peak,
                        double bandwidth);

/* ---- recompute_plan.c (14): less memory, some parts twice ------------------------------------ */

enum { RECOMPUTE_MOST = 20 };
/* A part of a forward pass, a block of a model: bytes that its closures keep, bytes of what it
 * hands on, and what it costs to make it again. */
typedef struct {
    double inside, result, flops;
} RecomputePart;
/* again[i]: tensor_recompute part i. Held are all results, what is inside of the parts that are
 * kept, and of the largest that is made again, since those come back one at a time: at most
 * `budget` bytes, and of all such choices one with the fewest flops done twice. Fails if none
 * fits. */
void recompute_plan(bool again[], long n, const RecomputePart *part, double budget);
void recompute_plan_check(long n, const RecomputePart *part, double budget);

#endif
