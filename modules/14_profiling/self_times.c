/* self_times.c - time of its own: what a span has beside the spans in it. */
#include "measure_check.h"
#include "todo.h"

/* ---- 14.7 ---------------------------------------------------------------------------------------- */

void self_times(const Span *spans, long n, double *self)
{
    spans_check(spans, n); /* given: a parent stands in front of what lies in it */

    /* TODO: time of its own: self[i] is that part of span i for which no span directly in it
     * accounts.
     *
     * CONTRACT  a span is begin, end and parent (below 0: none); a parent stands in front of
     *           what lies in it. Spans of two threads may overlap: what is left for their parent
     *           may then be below 0. self holds anything before.
     * EXAMPLE   step 0 to 10; in it forward 1 to 5 and backward 5 to 10; in forward matmul 1 to 4
     *           self {1, 1, 3, 5}: together 10, the time of the step
     * HOLDS     the times of their own of all spans add up to the times of those without a
     *           parent.
     * THINK     must you look for the spans that lie in one? When has self[parent] been set? */
    todo("14.7 self_times");
}
