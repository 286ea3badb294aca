/* step_trace.h - one training step as spans, and its memory. */
#ifndef STEP_TRACE_H
#define STEP_TRACE_H

#include "../bench/bench.h"

typedef struct {
    double flops, bytes;
} Cost;

/* time[0] .. time[4]: the clock before and after forward, backward, update and zeros of a step that graph_timing has
 * watched. trace_free it. */
Trace *trace_of_step(Tensor *loss, const double *time);
int trace_write(const Trace *t,
                const char *path); /* as Chrome's JSON. 0, or -1 and kindling_error() */
/* Bytes that one more step holds at its fullest: values, closures, and gradients of values. */
double most_held(GptStep *s);
/* That, and what the machine has counted in so many steps, on stdout. */
void print_seen(double most_held, long steps, const Counter counted[COUNTERS]);

#endif
