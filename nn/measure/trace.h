/* trace.h - where time and memory go: spans with names inside each other, and blocks taken and
 * given back.
 *
 *     spans      begin and end, and the span around it    self_times, trace_chrome, trace_folded
 *     events     bytes taken, bytes given back            peak_bytes
 *
 * Source: Gregg 2016, "The Flame Graph" (folded stacks); "Trace Event Format" (Chrome).
 */
#ifndef KINDLING_TRACE_H
#define KINDLING_TRACE_H

#include "../layers/module.h"
#include "clock.h"

#pragma GCC visibility push(default)

/* ---- trace.c (14): times without those of what lies inside ----------------------------------- */

/* A piece of work with a name, in seconds. */
typedef struct {
    const char *name;
    long parent; /* the span that it lies in: an earlier one; -1: in none */
    double begin, end;
} Span;

/* self[i], the time of span i that is its own: the self times of a span and of all that lies in it,
 * however deep, add up to its time, which is end - begin.
 * Fails: a parent that is not -1 .. i - 1, an end before its begin. */
void self_times(const Span *spans, long n, double *self);

/* ---- memory_trace.c (14): the most that was held at once ------------------------------------- */

/* Memory taken (bytes > 0) or given back (bytes < 0), in the order in which it happened. */
typedef struct {
    const char *what; /* who did it: "matmul", "backward of matmul" */
    long bytes;
} MemoryEvent;

/* The most that was held at once: the largest of the sums of the first 0, 1, ... n events. Nothing
 * is held at first. Fails where more is given back than is held. */
long peak_bytes(const MemoryEvent *events, long n);

/* ---- trace.c (14): spans as they happen ------------------------------------------------------ */

/* Spans that are being taken: a list, and which of them are open. */
typedef struct Trace Trace;
/* Owned: free it by trace_free. */
Trace *trace_new(Clock clock);     /* without a span yet; its times are those of the clock */
void trace_free(OR_NULL Trace *t); /* its spans with it */
/* A span from here to its trace_end, inside of the innermost open one. The name is copied. */
void trace_begin(Trace *t, const char *name);
void trace_end(Trace *t); /* of the innermost open one; none open fails */
/* All spans so far, parents before what lies in them; they stay the trace's. An open one ends where
 * it begins. */
const Span *trace_spans(const Trace *t, long *count);
/* What graph_timing has measured, as spans one behind the other from `begin` on, inside of the
 * innermost open span, and in spans for the regions of the graph: the forward pass, or the walk
 * back. Returns where the last one ends. */
double trace_graph(Trace *t, Tensor *root, bool backward, double begin);

/* ---- trace_write.c (15): for other programs -------------------------------------------------- */

/* JSON of the Trace Event Format, one complete event ("ph": "X", microseconds) each:
 * chrome://tracing, Perfetto. */
void trace_chrome(FILE *stream, const Span *spans, long n);
/* A line "outer;inner microseconds" for each span that has time of its own, in whole microseconds:
 * flamegraph.pl, speedscope. */
void trace_folded(FILE *stream, const Span *spans, long n);

/* ---- memory_trace.c (14): the memory of a step ----------------------------------------------- */

/* From memory_trace_start on, each operation that takes or gives back memory of the innermost open
 * scope, and each turn of a walk back, becomes an event; this thread only. stop returns them: they
 * live in the scope that is then open. One at a time: a second start fails, and a stop without one.
 * When that scope closes, the trace ends with it. */
void memory_trace_start(void);
const MemoryEvent *memory_trace_stop(long *count);

#pragma GCC visibility pop
#endif
