/* self_times.c - time of its own: each second counted once, where it was spent. */
#include "measure_check.h"
#include "todo.h"

/* ---- 14.7 ---------------------------------------------------------------------------------------- */

void self_times(const Span *spans, long n, double *self)
{
    spans_check(spans, n); /* given: a parent stands in front of what lies in it */

    /* TODO: self[i], the time of its own of span i.
     *
     * CONTRACT  a span is begin, end and parent (below 0: none). The times of their own of a span
     *           and of all that lies in it, however deep, add up to that span's time. Spans of
     *           two threads may overlap: both count, and a time of its own may then be below 0.
     *           self holds anything before.
     * EXAMPLE   step 0 to 10; in it forward 1 to 5 and backward 5 to 10; in forward matmul 1 to 4:
     *           four times, together 10
     * HOLDS     a span that lies in another and takes no time changes nobody's.
     * THINK     who has to know of whom, a span of those in it, or they of it? How often must you
     *           go over all of them? */
    todo("14.7 self_times");
}
