/* benchmark.h - programs timed in turn, and what their times say of each other.
 *
 * A machine gets warm, loses its turbo, does something else for a minute. What is measured in
 * blocks, all of A and then all of B, measures that as well. What is measured in turn, A B B A ...,
 * lives through the same minutes. Time comes from a Clock, so a test can hand in one that drifts,
 * and see.
 *
 *     benchmark_interleaved    (n, rounds) seconds, a row for each body
 *     benchmark_compare        of two rows: the ratio, its interval, and p
 */
#ifndef KINDLING_BENCHMARK_H
#define KINDLING_BENCHMARK_H

#include "../measure/clock.h"
#include "statistics.h"

#pragma GCC visibility push(default)

/* ---- benchmark.c (19): A B, B A, A B --------------------------------------------------------- */

/* What is timed: run(context). What it makes belongs into a scope of its own, or one more is timed
 * each round. */
typedef struct {
    void (*run)(void *context);
    void *context;
} BenchmarkBody;

/* samples (n, rounds): the seconds of each body in each round, row i those of body i. Bodies of a
 * round run in an order that rng draws: rng_shuffle of that of the round before, which at first is
 * 0 to n - 1. Each body has run once before, to warm up, in order. The clock is read just before
 * and just after each run that counts. Fails: n < 1, rounds < 1. */
void benchmark_interleaved(Clock clock, const BenchmarkBody *bodies, long n, long rounds, Rng *rng,
                           double *samples);

/* ---- benchmark.c (19): two rows of samples --------------------------------------------------- */

/* How much longer one takes than the other, and how sure that is. */
typedef struct {
    double ratio;      /* a over b: the median of a[i] / b[i], so that a slow minute hurts both */
    Interval interval; /* of that median, by 2,000 resamples */
    double p;          /* mann_whitney_p: how often chance alone would part a and b so far */
} Comparison;
/* a and b (rounds), of the same rounds. With p and level fixed beforehand: say "faster" if p <
 * 0.05, say, and nothing else if not. Fails: rounds < 1, a time that is not above 0 or not finite,
 * level not between 0 and 1. */
Comparison benchmark_compare(const double *a, const double *b, long rounds, double level, Rng *rng);

/* ---- benchmark.c (19): a verdict ------------------------------------------------------------- */

/* Runs the two bodies at most `runs` times in all, warm-ups included, and says which one is
 * faster: -1 bodies[0], 1 bodies[1], 0 nobody can say. A drift or a burst of the machine is not
 * taken for a difference between the two. Fails: runs < 20. */
int benchmark_decide(Clock clock, const BenchmarkBody *bodies, long runs, Rng *rng);

/* ---- benchmark.c (19): a result that somebody wants ------------------------------------------ */

/* Does nothing, and no compiler knows: what result points to has to be computed. Without it a timed
 * loop whose result nobody reads may be left out. */
void benchmark_keep(const void *result);

#pragma GCC visibility pop

#endif
