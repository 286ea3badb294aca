/* benchmark_check.c - what a caller of benchmark.h can do wrong. */
#include <math.h>
#include "benchmark_check.h"

void benchmark_interleaved_check(long n, long rounds)
{
    if (n < 1)
        fail("benchmark_interleaved: %ld bodies, expected at least 1", n);
    if (rounds < 1)
        fail("benchmark_interleaved: %ld rounds, expected at least 1", rounds);
}

static bool is_time(double t)
{
    return t > 0 && isfinite(t);
}

void benchmark_compare_check(const double *a, const double *b, long rounds)
{
    if (rounds < 1)
        fail("benchmark_compare: %ld rounds, expected at least 1", rounds);
    for (long i = 0; i < rounds; i++)
        if (!is_time(a[i]) || !is_time(b[i]))
            fail("benchmark_compare: round %ld took %g and %g seconds, expected more than 0. hint: "
                 "a body that is over before the clock ticks has to run many times",
                 i, a[i], b[i]);
}
