/* trace_advice.c - where to begin: which operation, at its limit, makes a step shortest.
 *
 * Neither the longest nor the least efficient one: what counts is how much shorter the step can
 * get, and no span gets shorter than its flops and bytes allow.
 */
#include <math.h>
#include <string.h>
#include "engine.h"
#include "measure_check.h"

void trace_advice_check(const Span *spans, const TraceWork *work, long n, double peak,
                        double bandwidth)
{
    spans_check(spans, n);
    roofline_check(0, peak, bandwidth);
    for (long i = 0; i < n; i++) {
        if (spans[i].name == NULL)
            fail("trace_advice: span %ld has no name", i);
        if (!(work[i].flops >= 0 && work[i].bytes >= 0))
            fail("trace_advice: span %ld does %g flops and moves %g bytes, expected at least 0 of "
                 "each",
                 i, work[i].flops, work[i].bytes);
    }
}

/* Seconds that a span can be shorter. Some are faster than the memory: they found a cache. */
static double to_gain(double own, TraceWork w, double peak, double bandwidth)
{
    double least = fmax(w.flops / peak, w.bytes / bandwidth);
    return own > least ? own - least : 0;
}

EXERCISE
TraceAdvice trace_advice(const Span *spans, const TraceWork *work, long n, double peak,
                         double bandwidth)
{
    trace_advice_check(spans, work, n, peak, bandwidth);
    Scope *scratch = scope_open();
    double *own = scope_alloc(scratch, (size_t)(n + 1) * sizeof *own);
    double step = 0, most = 0;
    const char *first = NULL;
    self_times(spans, n, own);
    for (long i = 0; i < n; i++) {
        double gain = 0;
        for (long j = 0; j < n; j++)
            if (strcmp(spans[j].name, spans[i].name) == 0)
                gain += to_gain(own[j], work[j], peak, bandwidth);
        if (gain > most) {
            most = gain;
            first = spans[i].name;
        }
        step += own[i];
    }
    scope_close(scratch);
    return (TraceAdvice){first, step - most};
}
