/* self_times.c - time of its own: a span's, less that of the spans directly in it. */
#include "measure_check.h"
#include "todo.h"

/* ---- 14.9 ---------------------------------------------------------------------------------------- */

void self_times(const Span *spans, long n, double *self)
{
    spans_check(spans, n); /* given: a parent stands in front of what lies in it */

    /* TODO: self[i] = the time of span i, less the times of all spans whose parent is i.
     *
     * APPROACH
     *   1. The time of a span is end - begin: it is its own at first.
     *   2. Take it off its parent's, if it has one (parent >= 0).
     *
     * EXAMPLE
     *   step 0 to 10; in it forward 1 to 5 and backward 5 to 10; in forward matmul 1 to 4
     *   self {1, 1, 3, 5}: together 10, the time of the step
     *
     * HINT: self[parent] is set before, since the parent stands in front. Add nothing to what was in self. */
    todo("14.9 self_times");
}
