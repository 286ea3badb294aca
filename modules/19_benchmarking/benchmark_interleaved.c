/* benchmark_interleaved.c - every body in every round, in an order that is drawn anew.
 *
 *     round      0          1          2                 in blocks: A A A B B B
 *                A B        B A        A B
 */
#include "benchmark_check.h"
#include "todo.h"

/* ---- 19.7 ---------------------------------------------------------------------------------------- */

void benchmark_interleaved(Clock clock, const BenchmarkBody *bodies, long n, long rounds, Rng *rng,
                           double *samples)
{
    benchmark_interleaved_check(n, rounds); /* given: n >= 1, rounds >= 1 */

    /* TODO: time every body once in each round, in an order that is drawn anew.
     *
     * CONTRACT  the seconds of body i in round r go to samples[i * rounds + r]. Each body runs
     *           once before, in the order 0, 1, ..., n - 1, to warm up. The order of a round is
     *           drawn from rng at its beginning, by a shuffle of the order before it, for round 0
     *           that of the warm-up.
     * BUDGET    2 looks at the clock for each timed run, none while warming up.
     * EXAMPLE   two bodies, three rounds: 2 runs to warm up, 6 that are timed, 12 looks at the clock
     * HOLDS     each body once in each round.
     * YOU HAVE  clock.now(clock.context), bodies[i].run(bodies[i].context), rng_shuffle(rng, n,
     *           order); scope_alloc
     * THINK     A A A B B B on a machine that slows down: whom does it blame? Where does the
     *           time of turn k go? */
    todo("19.7 benchmark_interleaved");
}
