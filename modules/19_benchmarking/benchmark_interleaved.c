/* benchmark_interleaved.c - every body in every round, in an order that is drawn anew.
 *
 *     round      0          1          2                 in blocks: A A A B B B
 *                A B        B A        A B               a machine that slows down blames B
 */
#include "benchmark_check.h"
#include "todo.h"

/* ---- 19.10 --------------------------------------------------------------------------------------- */

void benchmark_interleaved(Clock clock, const BenchmarkBody *bodies, long n, long rounds, Rng *rng,
                           double *samples)
{
    benchmark_interleaved_check(n, rounds); /* given: n >= 1, rounds >= 1 */

    /* TODO: time every body once in each round; the seconds of body i in round r go to samples[i * rounds + r].
     *
     * APPROACH
     *   1. An array of n longs, the order, in a scope of yours: 0, 1, ..., n - 1.
     *   2. Each body runs once to warm up, in this order; nobody looks at the clock.
     *   3. At the beginning of each round rng_shuffle(rng, n, order): it goes on from the order it finds.
     *   4. In that order: clock, run, clock. The difference is the sample.
     *
     * EXAMPLE
     *   two bodies, three rounds: 2 runs to warm up, 6 that are timed, 12 looks at the clock
     *
     * HINT: clock.now(clock.context) is the time, bodies[i].run(bodies[i].context) the work. */
    todo("19.10 benchmark_interleaved");
}
