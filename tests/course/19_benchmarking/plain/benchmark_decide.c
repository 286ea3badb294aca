/* benchmark_decide.c - neighbours in a drawn order; then all signs are drawn anew, and one looks how often luck does as well. */
#include <math.h>
#include "benchmark_check.h"

static double seconds_of(Clock clock, BenchmarkBody body)
{
    double before = clock.now(clock.context);
    body.run(body.context);
    double after = clock.now(clock.context);
    return after - before;
}

/* By how much A took longer, as a logarithm, round by round. */
static void measure(Clock clock, const BenchmarkBody *bodies, long rounds, Rng *rng, double *longer)
{
    bodies[0].run(bodies[0].context);
    bodies[1].run(bodies[1].context);
    for (long r = 0; r < rounds; r++) {
        double a, b;
        if (rng_below(rng, 2) == 0) {
            a = seconds_of(clock, bodies[0]);
            b = seconds_of(clock, bodies[1]);
        } else {
            b = seconds_of(clock, bodies[1]);
            a = seconds_of(clock, bodies[0]);
        }
        longer[r] = log(a / b);
    }
}

int benchmark_decide(Clock clock, const BenchmarkBody *bodies, long runs, Rng *rng)
{
    benchmark_decide_check(runs);

    Scope *scope = scope_open();
    long rounds = (runs - 2) / 2;
    double *longer = scope_alloc(scope, (size_t)rounds * sizeof(double));
    double *size = scope_alloc(scope, (size_t)rounds * sizeof(double));
    double *rank = scope_alloc(scope, (size_t)rounds * sizeof(double));
    measure(clock, bodies, rounds, rng, longer);
    double sum = 0;
    for (long r = 0; r < rounds; r++)
        size[r] = fabs(longer[r]);
    mid_ranks(rank, size, rounds); /* so a burst counts for little */
    for (long r = 0; r < rounds; r++)
        sum += longer[r] > 0 ? rank[r] : longer[r] < 0 ? -rank[r] : 0; /* a tie says nothing */
    long as_far = 0, draws = 1000;
    for (long k = 0; k < draws; k++) {
        double drawn = 0;
        for (long r = 0; r < rounds; r++)
            drawn += rng_below(rng, 2) == 0 ? rank[r] : -rank[r];
        as_far += fabs(drawn) >= fabs(sum);
    }
    scope_close(scope);
    if (as_far > draws / 200)
        return 0;
    return sum < 0 ? -1 : 1;
}
