/* benchmark.c - programs timed in turn, and what their times say of each other.
 *
 *     round      0          1          2                 in blocks: A A A B B B
 *                A B        B A        A B               a machine that slows down blames B
 */
#include <math.h>
#include "benchmark_check.h"

/* ---- what a caller can do wrong -------------------------------------------------------------- */

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

/* ---- every body in every round, in an order that is drawn anew ------------------------------- */

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

/* What a timed body has computed goes through here, so that it is computed at all. */
static const void *volatile kept; /* written each time: volatile says that somebody may look */

void benchmark_keep(const void *result)
{
    kept = result;
}

/* ---- is a faster than b, by how much, and how sure is that? ---------------------------------- */

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

/* ---- a verdict ------------------------------------------------------------------------------- */

void benchmark_decide_check(long runs)
{
    if (runs < 20)
        fail("benchmark_decide: %ld runs, expected at least 20. hint: of 9 rounds none can be "
             "lost if luck is to be less than 1 of 200",
             runs);
}

/* If each round were a coin: how often would one side win `least` of n rounds or fewer? */
static double luck(long least, long n)
{
    double ways = 1, sum = 0, all = pow(2, (double)n);
    for (long k = 0; k <= least; k++) {
        sum += ways;
        ways = ways * (double)(n - k) / (double)(k + 1);
    }
    return 2 * sum / all;
}

/* The two run in turn. Counted is who won how many rounds; a verdict if a coin would fall so
 * unevenly in less than 1 of 200 cases (the sign test). A burst or a drift hits both runs of a
 * round, and a round that it spoils counts as much as any other. */
EXERCISE
int benchmark_decide(Clock clock, const BenchmarkBody *bodies, long runs, Rng *rng)
{
    benchmark_decide_check(runs);
    Scope *scope = scope_open();
    long rounds = runs / 2 - 1; /* one run of each to warm up */
    double *samples = scope_alloc(scope, (size_t)(2 * rounds) * sizeof *samples);
    benchmark_interleaved(clock, bodies, 2, rounds, rng, samples);
    long won = 0, lost = 0; /* by bodies[0]; a tie says nothing */
    for (long i = 0; i < rounds; i++) {
        won += samples[i] < samples[rounds + i];
        lost += samples[i] > samples[rounds + i];
    }
    scope_close(scope);
    if (luck(won < lost ? won : lost, won + lost) > 0.005)
        return 0;
    return won > lost ? -1 : 1;
}
