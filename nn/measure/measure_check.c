/* measure_check.c - what a caller of nn/measure/ can do wrong. */
#include "measure_check.h"
#include <math.h>
#include <string.h>

void measure_median_check(long warmup, long runs)
{
    if (warmup < 0)
        fail("measure_median: %ld runs to warm up, expected at least 0", warmup);
    if (runs < 1)
        fail("measure_median: %ld runs, expected at least 1", runs);
}

void percentile_check(const double *x, long n, double p)
{
    if (n < 1)
        fail("percentile: of %ld numbers, expected at least 1", n);
    if (!(p >= 0 && p <= 100))
        fail("percentile: %g percent, expected 0 to 100", p);
    for (long i = 0; i < n; i++)
        if (isnan(x[i]))
            fail("percentile: x[%ld] is NaN. hint: it has no place in an order", i);
}

void flops_matmul_check(const Closure *c)
{
    if (c->op->flops != closure_product_flops)
        fail("flops_matmul: the closure is of %s, expected matmul or linear. hint: flops_closure "
             "knows "
             "every operation",
             c->op->name);
}

void intensity_check(double flops, double bytes)
{
    if (!(flops >= 0 && bytes >= 0))
        fail("arithmetic_intensity: %g flops over %g bytes, expected at least 0 of each", flops,
             bytes);
}

void roofline_check(double intensity, double peak, double bandwidth)
{
    if (!(peak > 0 && bandwidth > 0))
        fail(
            "roofline: a machine of %g flops and %g bytes per second, expected more than 0 of each",
            peak, bandwidth);
    if (!(intensity >= 0))
        fail("roofline: an intensity of %g flops per byte, expected at least 0", intensity);
}

void spans_check(const Span *spans, long n)
{
    for (long i = 0; i < n; i++) {
        if (spans[i].parent < -1 || spans[i].parent >= i)
            fail("self_times: span %ld lies in span %ld, expected -1 or an earlier one", i,
                 spans[i].parent);
        if (!(spans[i].end >= spans[i].begin))
            fail("self_times: span %ld begins at %g and ends at %g", i, spans[i].begin,
                 spans[i].end);
    }
}

void events_check(const MemoryEvent *events, long n)
{
    long held = 0;
    for (long i = 0; i < n; i++) {
        held += events[i].bytes;
        if (held < 0)
            fail("peak_bytes: event %ld gives back %ld bytes more than are held", i, -held);
    }
}
