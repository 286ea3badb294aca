/* benchmark_interleaved.c - rounds outside, turns inside. */
#include "benchmark_check.h"

void benchmark_interleaved(Clock clock, const BenchmarkBody *bodies, long n, long rounds, Rng *rng,
                           double *samples)
{
    benchmark_interleaved_check(n, rounds);

    Scope *scope = scope_open();
    long *order = scope_alloc(scope, (size_t)n * sizeof(long));
    for (long i = 0; i < n; i++) {
        bodies[i].run(bodies[i].context);
        order[i] = i;
    }
    for (long r = 0; r < rounds; r++) {
        rng_shuffle(rng, n, order);
        for (long turn = 0; turn < n; turn++) {
            long i = order[turn];
            double before = clock.now(clock.context);
            bodies[i].run(bodies[i].context);
            double after = clock.now(clock.context);
            samples[i * rounds + r] = after - before;
        }
    }
    scope_close(scope);
}
