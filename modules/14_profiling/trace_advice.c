/* trace_advice.c - where to begin, when a step is to take less time. */
#include <math.h>
#include <string.h>
#include "measure_check.h"
#include "todo.h"

/* ---- 14.9 ---------------------------------------------------------------------------------------- */

TraceAdvice trace_advice(const Span *spans, const TraceWork *work, long n, double peak,
                         double bandwidth)
{
    trace_advice_check(spans, work, n, peak, bandwidth); /* given */

    /* TODO: which operation is to be made faster first, and what the step takes then. By which
     *       rule you choose is your decision.
     *
     * CONTRACT  an operation is all spans of one name. work[i] is what span i does by itself,
     *           without the spans in it. The step takes what the spans that lie in none take
     *           together. Somebody will make one operation as fast as the machine allows: each of
     *           its spans then takes, by itself, no longer than its work needs if `peak` flops and
     *           `bandwidth` bytes per second are done side by side, so no time at all where there
     *           is no work; and none takes longer than now. Name the operation after which the
     *           step is shortest, of equal ones the one that begins first, and NULL if nothing
     *           gets shorter.
     * BUDGET    an operation of spans that lie in none, and within 5 percent what the step takes
     *           after it: 2 points. The best one, of spans in spans: 4 more. Names that come
     *           again, spans without work, equal ones: the last 6.
     * EXAMPLE   4 flops and 2 bytes per second. "linear" takes 10 s for 36 flops and 4 bytes,
     *           "copy" 4 s for 2 bytes: "copy", and 11 s
     * HOLDS     the order of operations makes no difference, but for equal ones.
     * YOU HAVE  the functions of this module; strcmp, fmax; scope_open, scope_alloc, scope_close
     * THINK     the longest operation; the one furthest from its limit in percent; the one that
     *           comes most often: for each of these rules, which step is it wrong for? What is a
     *           span that takes time, and does nothing? */
    todo("14.9 trace_advice");
    return (TraceAdvice){0};
}
