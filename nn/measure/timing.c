/* timing.c - how long a piece of work takes: run by run, with any clock, and how slow the slowest
 * few runs are.
 */
#include <math.h>
#include <string.h>
#include "measure_check.h"

/* ---- what a caller can do wrong -------------------------------------------------------------- */

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

void measure_median_check(long warmup, long runs)
{
    if (warmup < 0)
        fail("measure_median: %ld runs to warm up, expected at least 0", warmup);
    if (runs < 1)
        fail("measure_median: %ld runs, expected at least 1", runs);
}

/* ---- the number below which p percent lie ---------------------------------------------------- */

/* Invariant: the result is one of the numbers, and these stay as they are. */
EXERCISE
double percentile(const double *x, long n, double p)
{
    percentile_check(x, n, p);
    Scope *scratch = scope_open();
    double *sorted = scope_alloc(scratch, (size_t)n * sizeof *sorted);
    memcpy(sorted, x, (size_t)n * sizeof *sorted);
    sort_numbers(sorted, n);
    long rank = (long)ceil(p * (double)n / 100);
    double found = sorted[rank > 0 ? rank - 1 : 0];
    scope_close(scratch);
    return found;
}

/* ---- runs ------------------------------------------------------------------------------------ */

/* The first runs fetch code and memory, which later ones find: they are not counted. Each run
 * that counts has two looks at the clock of its own, so that one slow run makes one slow sample. */
EXERCISE
double measure_median(Clock clock, void (*body)(void *context), void *context, long warmup,
                      long runs, double *samples)
{
    measure_median_check(warmup, runs);
    for (long i = 0; i < warmup; i++)
        body(context);
    for (long i = 0; i < runs; i++) {
        double begin = clock.now(clock.context);
        body(context);
        samples[i] = clock.now(clock.context) - begin;
    }
    return percentile(samples, runs, 50);
}
