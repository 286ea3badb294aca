/* benchmark_compare.c - is a faster than b, by how much, and how sure is that? */
#include "benchmark_check.h"

enum { RESAMPLES = 2000 };

Comparison benchmark_compare(const double *a, const double *b, long rounds, double level, Rng *rng)
{
    benchmark_compare_check(a, b, rounds);
    Scope *scope = scope_open();
    double *ratio = scope_alloc(scope, (size_t)rounds * sizeof *ratio);
    for (long i = 0; i < rounds; i++)
        ratio[i] = a[i] / b[i];
    Comparison c = {.ratio = sample_median(ratio, rounds),
                    .interval =
                        bootstrap_interval(ratio, rounds, sample_median, level, RESAMPLES, rng),
                    .p = mann_whitney_p(a, rounds, b, rounds)};
    scope_close(scope);
    return c;
}
