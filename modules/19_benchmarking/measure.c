/* measure.c - the same function against itself, fifty times, judged by six methods: make measure-19.
 *
 * Nothing differs, so each "difference" is a false alarm. Then a function that does 5 % more: now what is not seen is the
 * miss. Times are those of this machine's clock, with all that it does besides.
 */
#include <math.h>
#include "benchmark.h"
#include "kindling.h"
#include "predict.h"

enum { TRIALS = 50, ROUNDS = 10, NUMBERS = 100000 };

enum { ONE_RUN, BEST, IN_BLOCKS, IN_TURN, FOUND, DEAD };

static double now(void *context)
{
    (void)context;
    return kindling_seconds();
}
static const Clock clock_here = {now, NULL};

/* ---- what is timed --------------------------------------------------------------------------------- */

static double numbers[NUMBERS];

typedef struct {
    long n, calls;
    double sum;
} Work;

static double sum_of_roots(long n)
{
    double sum = 0;
    for (long i = 0; i < n; i++)
        sum += sqrt(numbers[i]);
    return sum;
}

static void work(void *context)
{
    Work *w = context;
    w->sum = sum_of_roots(w->n);
    w->calls++;
    benchmark_keep(&w->sum);
}

/* ---- methods: is there a difference? ---------------------------------------------------------------- */

typedef struct {
    double blocks[2][ROUNDS], turn[2 * ROUNDS];
    Comparison compared; /* in turn */
} Trial;

static bool apart(double a, double b)
{
    return fabs(a / b - 1) > 0.02;
}

static bool one_run(const Trial *t)
{
    return apart(t->blocks[0][0], t->blocks[1][0]);
}

static bool means_of_blocks(const Trial *t)
{
    return apart(sample_mean(t->blocks[0], ROUNDS), sample_mean(t->blocks[1], ROUNDS));
}

static bool best_of_blocks(const Trial *t)
{
    return apart(sample_quantile(t->blocks[0], ROUNDS, 0),
                 sample_quantile(t->blocks[1], ROUNDS, 0));
}

static bool p_of_blocks(const Trial *t)
{
    return mann_whitney_p(t->blocks[0], ROUNDS, t->blocks[1], ROUNDS) < 0.05;
}

static bool p_in_turn(const Trial *t)
{
    return t->compared.p < 0.05;
}

static bool interval_in_turn(const Trial *t)
{
    return t->compared.interval.low > 1 || t->compared.interval.high < 1;
}

static const struct {
    const char *name;
    bool (*differ)(const Trial *t);
    int said; /* which prediction it answers, or -1 */
} method[] = {
    {"one run each, more than 2 % apart", one_run, ONE_RUN},
    {"means of 10 in blocks, more than 2 % apart", means_of_blocks, -1},
    {"best of 10 in blocks, more than 2 % apart", best_of_blocks, BEST},
    {"10 in blocks, p < 0.05", p_of_blocks, IN_BLOCKS},
    {"10 in turn, p < 0.05", p_in_turn, IN_TURN},
    {"10 in turn, 1 not in the 95 % interval", interval_in_turn, -1},
};
enum { METHODS = (int)(sizeof method / sizeof *method) };

/* How many of TRIALS each method calls different, b doing so much more than a. */
static void count_alarms(long n_a, long n_b, Rng *rng, long *alarms)
{
    Work w[2] = {{n_a, 0, 0}, {n_b, 0, 0}};
    const BenchmarkBody body[2] = {{work, &w[0]}, {work, &w[1]}};
    for (int k = 0; k < METHODS; k++)
        alarms[k] = 0;
    for (long trial = 0; trial < TRIALS; trial++) {
        Trial t;
        for (int i = 0; i < 2; i++)
            benchmark_interleaved(clock_here, body + i, 1, ROUNDS, rng, t.blocks[i]);
        benchmark_interleaved(clock_here, body, 2, ROUNDS, rng, t.turn);
        t.compared = benchmark_compare(t.turn, t.turn + ROUNDS, ROUNDS, 0.95, rng);
        for (int k = 0; k < METHODS; k++)
            alarms[k] += method[k].differ(&t);
    }
    contract(w[0].calls == TRIALS * 2 * (ROUNDS + 1) && w[1].calls == w[0].calls,
             "19.7 benchmark_interleaved runs each body once in each round, and once to warm up");
}

static void against_itself(void)
{
    Rng rng = rng_seed(19);
    long same[METHODS], more[METHODS];
    count_alarms(NUMBERS - NUMBERS / 20, NUMBERS - NUMBERS / 20, &rng, same);
    count_alarms(NUMBERS - NUMBERS / 20, NUMBERS, &rng, more);
    printf("1. %d trials: how often a method says \"they differ\"\n\n", TRIALS);
    printf("   %-46s %14s %14s\n", "", "the same", "5 % more work");
    for (int k = 0; k < METHODS; k++) {
        printf("   %-46s %12.0f %% %12.0f %%\n", method[k].name, 100.0 * (double)same[k] / TRIALS,
               100.0 * (double)more[k] / TRIALS);
        if (method[k].said >= 0)
            measured(method[k].said, 100.0 * (double)same[k] / TRIALS);
        if (method[k].said == IN_TURN)
            measured(FOUND, 100.0 * (double)more[k] / TRIALS);
    }
}

/* ---- the arithmetic that it rests on ----------------------------------------------------------------- */

static void arithmetic(void)
{
    const double a[] = {1, 2, 3, 4, 5}, b[] = {6, 7, 8, 9, 10}, ratios[] = {2, 0.5},
                 x[] = {8, 1, 4, 2};
    double rank[5];
    bool is[4];
    Rng rng = rng_seed(1);
    Interval at = bootstrap_interval(x, 4, sample_median, 0.95, 1000, &rng);
    mid_ranks(rank, a, 5);
    contract(fabs(sample_quantile(x, 4, 0.9) - 6.8) < 1e-12, "19.1 sample_quantile");
    contract(at.low >= 1 && at.low <= 3 && at.high >= 3 && at.high <= 8, "19.2 bootstrap_interval");
    contract(rank[0] == 1 && rank[4] == 5, "19.3 mid_ranks");
    contract(fabs(mann_whitney_exact(a, 5, b, 5) - 2 / 252.0) < 1e-12, "19.4 mann_whitney_exact");
    contract(pareto_front(is, ratios, 2, 1, (const bool[]){true}) == 1 && is[1],
             "19.5 pareto_front");
    contract(early_stopping_queries(1, 0.9, 0, 0.99) == 64, "19.6 early_stopping_queries");
}

/* ---- code that nobody needs ----------------------------------------------------------------------------- */

static void unused(void *context)
{
    (void)context;
    (void)sum_of_roots(NUMBERS);
}

static void dead_code(void)
{
    Rng rng = rng_seed(2);
    Work w = {NUMBERS, 0, 0};
    const BenchmarkBody body[2] = {{work, &w}, {unused, NULL}};
    double seconds[2 * ROUNDS];
    benchmark_interleaved(clock_here, body, 2, ROUNDS, &rng, seconds);
    double kept = sample_median(seconds, ROUNDS), dropped = sample_median(seconds + ROUNDS, ROUNDS);
    printf("\n2. %d square roots, added: %.1f us if somebody wants the sum, %.3f us if nobody "
           "does\n\n",
           NUMBERS, 1e6 * kept, 1e6 * dropped);
    measured(DEAD, 100 * dropped / kept);
}

int main(void)
{
    kindling_set_threads(1);
    predict(ONE_RUN, "the same against itself, one run each: more than 2 % apart", "%");
    predict(BEST, "the best of 10, in blocks: more than 2 % apart", "%");
    predict(IN_BLOCKS, "10 each, all of A and then all of B: p < 0.05", "%");
    predict(IN_TURN, "10 each, in turn: p < 0.05", "%");
    predicted_within(IN_TURN, 3);
    predict(FOUND, "5 % more work, 10 each, in turn: found", "%");
    predict(DEAD, "time of a loop whose result nobody uses, of the loop's", "%");
    predicted_within(DEAD, 2);
    Scope *scope = scope_open();
    for (long i = 0; i < NUMBERS; i++)
        numbers[i] = (double)(i + 1);
    arithmetic();
    against_itself();
    dead_code();
    scope_close(scope);
    return conclude();
}
