/* self_times.c - time of its own: a span's, less that of the spans directly in it. */
#include "measure_check.h"

void self_times(const Span *spans, long n, double *self)
{
    spans_check(spans, n);

    for (long i = 0; i < n; i++) {
        double inside = 0;
        for (long j = i + 1; j < n; j++) {
            if (spans[j].parent == i)
                inside += spans[j].end - spans[j].begin;
        }
        self[i] = spans[i].end - spans[i].begin - inside;
    }
}
