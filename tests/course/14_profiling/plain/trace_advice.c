/* trace_advice.c - every operation is tried: the step is added up as if it had reached its limit. */
#include <math.h>
#include <string.h>
#include "measure_check.h"

static double at_best(double own, TraceWork w, double peak, double bandwidth)
{
    double arithmetic = w.flops / peak;
    double memory = w.bytes / bandwidth;
    double limit = arithmetic > memory ? arithmetic : memory;
    if (own < limit)
        return own;
    return limit;
}

TraceAdvice trace_advice(const Span *spans, const TraceWork *work, long n, double peak,
                         double bandwidth)
{
    trace_advice_check(spans, work, n, peak, bandwidth);

    Scope *scope = scope_open();
    double *own = scope_alloc(scope, (size_t)n * sizeof *own + 1);
    self_times(spans, n, own);
    TraceAdvice best = {NULL, 0};
    for (long i = 0; i < n; i++)
        best.seconds += own[i];
    for (long i = 0; i < n; i++) {
        double seconds = 0;
        for (long j = 0; j < n; j++) {
            if (strcmp(spans[i].name, spans[j].name) == 0)
                seconds += at_best(own[j], work[j], peak, bandwidth);
            else
                seconds += own[j];
        }
        if (seconds < best.seconds) {
            best.seconds = seconds;
            best.name = spans[i].name;
        }
    }
    scope_close(scope);
    return best;
}
