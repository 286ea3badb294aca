/* benchmark_interleaved.c - every body in every round, in an order that is drawn anew.
 *
 *     round      0          1          2                 in blocks: A A A B B B
 *                A B        B A        A B               a machine that slows down blames B
 */
#include "benchmark_check.h"

EXERCISE
void benchmark_interleaved(Clock clock, const BenchmarkBody *bodies, long n, long rounds, Rng *rng,
                           double *samples)
{
    benchmark_interleaved_check(n, rounds);
    Scope *scope = scope_open();
    long *order = scope_alloc(scope, (size_t)n * sizeof *order);
    for (long i = 0; i < n; i++) {
        order[i] = i;
        bodies[i].run(bodies[i].context); /* to warm up */
    }
    for (long round = 0; round < rounds; round++) {
        rng_shuffle(rng, n, order);
        for (long k = 0; k < n; k++) {
            const BenchmarkBody *body = &bodies[order[k]];
            double start = clock.now(clock.context);
            body->run(body->context);
            samples[order[k] * rounds + round] = clock.now(clock.context) - start;
        }
    }
    scope_close(scope);
}
