/* test_benchmark.c - taking turns against a clock that drifts, comparisons, and the Pareto front by brute force. */
#include <math.h>
#include "benchmark.h"
#include "pareto.h"
#include "test.h"

/* ---- a clock that drifts ------------------------------------------------------------------------------ */

enum { MOST = 400 };

/* A second of work takes 1 + drift * t seconds at time t: the machine gets slower. */
typedef struct {
    double time, drift;
    long reads, runs, which[MOST];
} Machine;

static double machine_now(void *context)
{
    Machine *m = context;
    m->reads++;
    return m->time;
}

typedef struct {
    Machine *machine;
    long number;
    double work;
} Work;

static void work(void *context)
{
    const Work *w = context;
    w->machine->which[w->machine->runs++ % MOST] = w->number;
    w->machine->time += w->work * (1 + w->machine->drift * w->machine->time);
}

static void test_every_body_once_a_round(void **state)
{
    (void)state;
    enum { N = 3, ROUNDS = 20 };
    Machine m = {.drift = 0};
    Work w[N];
    BenchmarkBody body[N];
    double samples[N * ROUNDS];
    for (int i = 0; i < N; i++) {
        w[i] = (Work){&m, i, 1 + i};
        body[i] = (BenchmarkBody){work, &w[i]};
    }
    Rng rng = rng_seed(2);
    benchmark_interleaved((Clock){machine_now, &m}, body, N, ROUNDS, &rng, samples);
    assert_int_equal(m.reads, 2 * N * ROUNDS);
    assert_int_equal(m.runs, N + N * ROUNDS);
    long first[N] = {0};
    for (int round = 0; round < ROUNDS; round++) {
        const long *which = m.which + N + N * round;
        long seen = 0;
        for (int k = 0; k < N; k++)
            seen |= 1 << which[k];
        assert_int_equal(seen, (1 << N) - 1);
        first[which[0]]++;
    }
    for (int i = 0; i < N; i++) {
        assert_true(first[i] > 0 && first[i] < ROUNDS); /* nobody is always first */
        for (int round = 0; round < ROUNDS; round++)
            assert_close(samples[i * ROUNDS + round], 1 + i, 1e-9);
    }
}

/* The same body twice, on a machine that gets slower: in blocks the second looks slower, in turn it does not. */
static void test_interleaving_cancels_a_drift(void **state)
{
    (void)state;
    enum { ROUNDS = 20 };
    Rng rng = rng_seed(3);
    Machine m = {.drift = 0.002};
    Work w[2] = {{&m, 0, 1}, {&m, 1, 1}};
    const BenchmarkBody body[2] = {{work, &w[0]}, {work, &w[1]}};
    double turn[2 * ROUNDS], blocks[2 * ROUNDS];
    benchmark_interleaved((Clock){machine_now, &m}, body, 2, ROUNDS, &rng, turn);
    Comparison fair = benchmark_compare(turn, turn + ROUNDS, ROUNDS, 0.95, &rng);
    assert_true(fair.interval.low <= 1 && fair.interval.high >= 1 && fair.p > 0.5);
    assert_close(fair.ratio, 1, 0.003);
    m = (Machine){.drift = 0.002};
    for (int i = 0; i < 2; i++)
        benchmark_interleaved((Clock){machine_now, &m}, body + i, 1, ROUNDS, &rng,
                              blocks + i * ROUNDS);
    Comparison unfair = benchmark_compare(blocks, blocks + ROUNDS, ROUNDS, 0.95, &rng);
    assert_true(unfair.interval.high < 0.98 && unfair.p < 1e-6);
}

static void test_a_real_difference_is_found(void **state)
{
    (void)state;
    enum { ROUNDS = 12 };
    Rng rng = rng_seed(4);
    double a[ROUNDS], b[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        double slow_minute = i > 6 ? 3 : 1;
        a[i] = slow_minute * (1 + 0.02 * rng_uniform(&rng));
        b[i] = slow_minute * 1.25 * (1 + 0.02 * rng_uniform(&rng));
    }
    Comparison c = benchmark_compare(a, b, ROUNDS, 0.95, &rng);
    assert_close(c.ratio, 0.8, 0.02);
    assert_true(c.interval.low <= c.ratio && c.ratio <= c.interval.high && c.interval.high < 0.83);
    assert_close(c.p, mann_whitney_p(a, ROUNDS, b, ROUNDS), 0);
}

/* ---- the front ------------------------------------------------------------------------------------------- */

static void test_a_worked_front(void **state)
{
    (void)state;
    /* ms down, accuracy up */
    const double points[] = {10, 90, 5, 80, 10, 85, 20, 95, 5, 80, 20, 94};
    const bool lower[] = {true, false}, want[] = {true, true, false, true, true, false};
    bool is[6];
    assert_int_equal(pareto_front(is, points, 6, 2, lower), 4);
    for (int i = 0; i < 6; i++)
        assert_int_equal(is[i], want[i]);
    assert_int_equal(pareto_front(is, points, 0, 2, lower), 0);
}

/* Nobody is on the front who has somebody above; and who is not has somebody on the front above. */
static void test_fronts_of_random_sets(void **state)
{
    (void)state;
    Rng rng = rng_seed(5);
    for (int set = 0; set < 200; set++) {
        enum { MOST_POINTS = 30, MOST_OBJECTIVES = 4 };
        double x[MOST_POINTS * MOST_OBJECTIVES];
        bool is[MOST_POINTS], lower[MOST_OBJECTIVES];
        long n = 1 + rng_below(&rng, MOST_POINTS), k = 1 + rng_below(&rng, MOST_OBJECTIVES),
             count = 0;
        for (long i = 0; i < n * k; i++)
            x[i] = (double)rng_below(&rng, 6);
        for (long o = 0; o < k; o++)
            lower[o] = rng_below(&rng, 2) == 0;
        long said = pareto_front(is, x, n, k, lower);
        for (long i = 0; i < n; i++) {
            bool beaten = false, by_front = false;
            for (long j = 0; j < n; j++) {
                long worse = 0, better = 0;
                for (long o = 0; o < k; o++) {
                    double a = x[j * k + o] * (lower[o] ? 1 : -1);
                    double b = x[i * k + o] * (lower[o] ? 1 : -1);
                    worse += a > b;
                    better += a < b;
                }
                beaten = beaten || (worse == 0 && better > 0);
                by_front = by_front || (worse == 0 && better > 0 && is[j]);
            }
            assert_int_equal(is[i], !beaten);
            assert_int_equal(beaten, by_front);
            count += is[i];
        }
        assert_int_equal(said, count);
        assert_true(count > 0);
    }
}

static void nothing(void *context)
{
    benchmark_keep(context);
}

static void test_mistakes_are_told(void **state)
{
    (void)state;
    Machine m = {.drift = 0};
    Rng rng = rng_seed(6);
    const BenchmarkBody body = {nothing, &m};
    const Clock clock = {machine_now, &m};
    double samples[2] = {0}, points[] = {1, NAN};
    bool is[2];
    const bool lower[] = {true, true};
    assert_fails_with("0 bodies", benchmark_interleaved(clock, &body, 0, 1, &rng, samples));
    assert_fails_with("0 rounds", benchmark_interleaved(clock, &body, 1, 0, &rng, samples));
    benchmark_interleaved(clock, &body, 1, 2, &rng, samples);
    assert_fails_with("round 0 took 0 and 0", benchmark_compare(samples, samples, 2, 0.95, &rng));
    assert_fails_with("0 rounds", benchmark_compare(samples, samples, 0, 0.95, &rng));
    assert_fails_with("round 0 took 1 and -1",
                      benchmark_compare((double[]){1}, (double[]){-1}, 1, 0.95, &rng));
    assert_fails_with("round 0 took inf and 1",
                      benchmark_compare((double[]){INFINITY}, (double[]){1}, 1, 0.95, &rng));
    assert_fails_with("objective 1 of point 0 is NaN", pareto_front(is, points, 1, 2, lower));
    assert_fails_with("-1 points", pareto_front(is, points, -1, 2, lower));
    assert_fails_with("0 objectives", pareto_front(is, points, 1, 0, lower));
}

/* ---- a verdict ----------------------------------------------------------------------------------------- */

static int verdict_of(double a, double b, double drift, long runs)
{
    Machine m = {.drift = drift};
    Work first = {&m, 0, a}, second = {&m, 1, b};
    BenchmarkBody bodies[] = {{work, &first}, {work, &second}};
    Rng rng = rng_seed(5);
    int verdict = benchmark_decide((Clock){machine_now, &m}, bodies, runs, &rng);
    assert_true(m.runs <= runs);
    return verdict;
}

static void test_a_verdict_is_for_the_faster_one_or_for_nobody(void **state)
{
    (void)state;
    assert_int_equal(verdict_of(1, 1.1, 0.002, 60), -1);
    assert_int_equal(verdict_of(1.1, 1, 0.002, 60), 1);
    assert_int_equal(verdict_of(1, 1, 0.002, 60), 0);
    assert_int_equal(verdict_of(1, 1, 0, 60), 0); /* ties say nothing */
    assert_int_equal(verdict_of(1, 2, 0, 20), -1);
    assert_fails_with("benchmark_decide: 19 runs, expected at least 20", verdict_of(1, 2, 0, 19));
}

int main(void)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_every_body_once_a_round),
        UNIT_TEST(test_interleaving_cancels_a_drift),
        UNIT_TEST(test_a_real_difference_is_found),
        UNIT_TEST(test_a_worked_front),
        UNIT_TEST(test_fronts_of_random_sets),
        UNIT_TEST(test_mistakes_are_told),
        UNIT_TEST(test_a_verdict_is_for_the_faster_one_or_for_nobody),
    };
    return run_tests("nn/statistics/benchmark", group);
}
