/* self_times.c - time of its own: a span's, less that of the spans directly in it.
 *
 * Invariant: each second of a root is in exactly one span's own time.
 */
#include "measure_check.h"

EXERCISE
void self_times(const Span *spans, long n, double *self)
{
    spans_check(spans, n);
    for (long i = 0; i < n; i++) {
        double time = spans[i].end - spans[i].begin;
        self[i] = time;
        if (spans[i].parent >= 0)
            self[spans[i].parent] -= time;
    }
}
