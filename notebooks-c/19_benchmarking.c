// %% [markdown]
// # 19 Benchmarking
//
// A number without its spread is a rumour; two rumours do not make a comparison. Below: quantiles and outliers of one sample, an
// interval that is made by drawing again, a p that is made by counting,
//
// $$p = \frac{\#\{S : |R_S - \bar R| \ge |R_a - \bar R|\}}{\binom{n+m}{n}}$$
//
// a machine that drifts, timed in blocks and in turn, and a front of twelve programs. No clock of this machine is read: what
// is true is known here, so every claim can be checked.

// %%
#include <math.h>
#include "benchmark.h"
#include "notebook.h"
#include "pareto.h"
#include "statistics.h"

// %% [markdown]
// ## One sample
//
// Twelve runs in ms; two met something else on the machine. Mean and standard deviation tell of these two, median and MAD of the ten.

// %%
enum { RUNS = 12 };
static const double runs[RUNS] = {10.1, 9.7, 10.4, 9.9, 10.0, 10.2, 9.6, 10.3, 9.8, 10.1, 30, 34};

CELL
{
    bool is[RUNS];
    double mean = sample_mean(runs, RUNS), squares = 0, mad = sample_mad(runs, RUNS);
    for (int i = 0; i < RUNS; i++)
        squares += (runs[i] - mean) * (runs[i] - mean);
    double deviation = sqrt(squares / (RUNS - 1));
    table_begin("what|middle|spread|an outlier is above");
    table_row("mean, standard deviation|%.2f|%.2f|%.1f", mean, deviation, mean + 3 * deviation);
    table_row("median, 1.4826 MAD|%.2f|%.2f|%.1f", sample_median(runs, RUNS), 1.4826 * mad,
              sample_median(runs, RUNS) + 14.826 * mad);
    table_end();
    table_begin("quantile|ms");
    for (int p = 0; p <= 100; p += 25)
        table_row("%d %%|%.2f", p, sample_quantile(runs, RUNS, p / 100.0));
    table_end();
    gate(34 < mean + 3 * deviation, "three standard deviations find neither of the two");
    gate(sample_outliers(is, runs, RUNS) == 2 && is[10] && is[11], "median and MAD find both");
}

// %% [markdown]
// ## Does an interval keep its word?
//
// Samples of a distribution whose mean is known, 95 % intervals by bootstrap: how many of 1,000 have it inside? With few numbers fewer than
// they say: a sample of five does not look much like what it was drawn from.

// %%
CELL
{
    enum { SAMPLES = 1000, SIZES = 5 };
    const long sizes[SIZES] = {3, 5, 10, 20, 50};
    double covers[SIZES], n[SIZES];
    table_begin("runs|inside, of 100|mean width");
    for (int k = 0; k < SIZES; k++) {
        long inside = 0;
        double width = 0;
        for (long s = 0; s < SAMPLES; s++) {
            Rng rng = rng_stream(19, (uint64_t)(s + 10000 * k));
            double x[50];
            for (long i = 0; i < sizes[k]; i++)
                x[i] = 10 + rng_normal(&rng);
            Interval at = bootstrap_interval(x, sizes[k], sample_mean, 0.95, 300, &rng);
            inside += at.low <= 10 && at.high >= 10;
            width += (at.high - at.low) / SAMPLES;
        }
        n[k] = (double)sizes[k];
        covers[k] = 100.0 * (double)inside / SAMPLES;
        table_row("%ld|%.1f|%.2f", sizes[k], covers[k], width);
    }
    table_end();
    display_chart(
        1, (Series[]){{"inside", SIZES, n, covers, false}},
        &(ChartOptions){.title = "95 % intervals that hold the mean, of 100", .x_title = "runs"});
    gate(covers[0] < 85, "from three runs it holds the mean far less often than it says");
    gate(covers[SIZES - 1] > 92 && covers[SIZES - 1] < 97, "from fifty about as often");
}

// %% [markdown]
// ## p by counting
//
// n runs of A, all faster than n runs of B: the least p that can come out. Then the share of 2,000 comparisons of equal things that
// have p < 0.05: luck alone.

// %%
CELL
{
    table_begin("runs each|least p|luck alone, p < 0.05");
    double least_of_three = 0, of_luck = 0;
    for (long n = 2; n <= 12; n += n < 6 ? 1 : 3) {
        double a[12], b[12];
        long found = 0;
        for (long i = 0; i < n; i++) {
            a[i] = (double)i;
            b[i] = (double)(100 + i);
        }
        double least = mann_whitney_exact(a, n, b, n);
        for (long s = 0; s < 2000; s++) {
            Rng rng = rng_stream(20, (uint64_t)(s + 10000 * n));
            for (long i = 0; i < n; i++) {
                a[i] = exp(rng_normal(&rng));
                b[i] = exp(rng_normal(&rng));
            }
            found += mann_whitney_exact(a, n, b, n) < 0.05;
        }
        table_row("%ld|%.7f|%.1f %%", n, least, (double)found / 20);
        least_of_three = n == 3 ? least : least_of_three;
        of_luck = fmax(of_luck, (double)found / 2000);
    }
    table_end();
    gate(fabs(least_of_three - 0.1) < 1e-12, "three runs each never get below 0.1");
    gate(of_luck < 0.065,
         "luck alone looks like p < 0.05 in about one of twenty cases, or less often");
}

// %% [markdown]
// ## A machine that slows down
//
// A second of work takes 1 + t / 500 seconds at time t. The same program twice: all of A and then all of B; and in turn.

// %%
enum { ROUNDS = 20 };
typedef struct {
    double time;
} Machine;

static double machine_now(void *context)
{
    return ((Machine *)context)->time;
}

static void machine_run(void *context)
{
    Machine *m = context;
    m->time += 1 + m->time / 500;
}

static Comparison race(bool blocks, double *seconds)
{
    Machine m = {0};
    Rng rng = rng_seed(21);
    const Clock clock = {machine_now, &m};
    const BenchmarkBody body[2] = {{machine_run, &m}, {machine_run, &m}};
    if (blocks)
        for (int i = 0; i < 2; i++)
            benchmark_interleaved(clock, body + i, 1, ROUNDS, &rng, seconds + i * ROUNDS);
    else
        benchmark_interleaved(clock, body, 2, ROUNDS, &rng, seconds);
    return benchmark_compare(seconds, seconds + ROUNDS, ROUNDS, 0.95, &rng);
}

CELL
{
    double blocks[2 * ROUNDS], turn[2 * ROUNDS];
    Comparison unfair = race(true, blocks), fair = race(false, turn);
    table_begin("order|A over B|95 % interval|p");
    table_row("in blocks|%.3f|%.3f to %.3f|%.1e", unfair.ratio, unfair.interval.low,
              unfair.interval.high, unfair.p);
    table_row("in turn|%.3f|%.3f to %.3f|%.2f", fair.ratio, fair.interval.low, fair.interval.high,
              fair.p);
    table_end();
    display_chart(4,
                  (Series[]){{"A in blocks", ROUNDS, NULL, blocks, false},
                             {"B in blocks", ROUNDS, NULL, blocks + ROUNDS, false},
                             {"A in turn", ROUNDS, NULL, turn, true},
                             {"B in turn", ROUNDS, NULL, turn + ROUNDS, true}},
                  &(ChartOptions){.title = "Seconds of a run", .x_title = "round"});
    gate(unfair.p < 1e-6 && unfair.interval.high < 0.97,
         "in blocks B is slower, beyond all doubt, and it is the same program");
    gate(fair.p > 0.2 && fair.interval.low <= 1 && fair.interval.high >= 1,
         "in turn there is no difference");
}

// %% [markdown]
// ## A report
//
// Twelve programs by time and accuracy. The geometric mean of some speed-ups; the front; and when one may say that 90 % of all queries are
// fast enough.

// %%
CELL
{
    enum { N = 12 };
    const double points[2 * N] = {4,  81, 6,  88, 9,  86, 11, 93, 13, 90, 17, 92,
                                  20, 95, 24, 94, 27, 89, 30, 96, 34, 95, 8,  80};
    const double ratios[] = {2, 0.5, 1.2, 0.9};
    bool is[N];
    long on = pareto_front(is, points, N, 2, (const bool[]){true, false});
    table_begin("ms|accuracy|on the front");
    for (int i = 0; i < N; i++)
        table_row("%.0f|%.0f %%|%s", points[2 * i], points[2 * i + 1], is[i] ? "yes" : "");
    table_end();
    table_begin("slow ones|queries");
    for (long over = 0; over <= 10; over += 2)
        table_row("%ld|%ld", over, early_stopping_queries(over, 0.9, 0, 0.99));
    table_end();
    printf("speed-ups 2, 0.5, 1.2, 0.9: %.3f by the geometric mean, %.3f by the arithmetic one\n",
           sample_geometric_mean(ratios, 4), sample_mean(ratios, 4));
    gate(on == 5, "five are on the front");
    gate(early_stopping_queries(1, 0.9, 0, 0.99) == 64,
         "one slow query of 64 may be luck no longer");
    gate(margin_queries(0.9, 0.99, 0.005) == 23886,
         "MLPerf's table: 23,886 for half a percent point");
}

// %% [markdown]
// Next: `make measure-19`, with your predictions first.
