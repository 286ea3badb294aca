/* lesson_19.c - benchmarking: a drift and two orders, outliers that hide each other, resamples, dealt ranks, a front, early stopping. */
#include <math.h>
#include <stdio.h>
#include "benchmark.h"
#include "lesson.h"
#include "pareto.h"
#include "svg.h"

/* ---- drift: a machine that slows down, in blocks and in turn ------------------------------------------- */

typedef struct {
    double time;
    long runs;
    int ran[64];
} Machine;
typedef struct {
    Machine *machine;
    int number;
} Job;

static double machine_now(void *context)
{
    return ((Machine *)context)->time;
}

static void machine_run(void *context)
{
    const Job *job = context;
    job->machine->ran[job->machine->runs++] = job->number;
    job->machine->time += 1 + job->machine->time / 100;
}

enum { DRIFT_ROUNDS = 8 };

/* Two rows of seconds, and who ran when (after the warm-up). */
static void race(bool blocks, double *seconds, Machine *m)
{
    Rng rng = rng_seed(12);
    Job job[2] = {{m, 0}, {m, 1}};
    const BenchmarkBody body[2] = {{machine_run, &job[0]}, {machine_run, &job[1]}};
    *m = (Machine){.time = 0};
    if (blocks)
        for (int i = 0; i < 2; i++)
            benchmark_interleaved((Clock){machine_now, m}, body + i, 1, DRIFT_ROUNDS, &rng,
                                  seconds + i * DRIFT_ROUNDS);
    else
        benchmark_interleaved((Clock){machine_now, m}, body, 2, DRIFT_ROUNDS, &rng, seconds);
}

static int drift(const char *path)
{
    Svg *svg =
        svg_open(path, 680, 290,
                 "The same program twice, as A and as B, on a machine that slows down: in blocks B "
                 "looks slower, in turn A and B look the same");
    if (svg == NULL)
        return -1;
    const char *const title[] = {"all of A, then all of B", "in turn, in an order that is drawn"};
    for (int way = 0; way < 2; way++) {
        double seconds[2 * DRIFT_ROUNDS], x = 30 + 330.0 * way;
        long next[2] = {0, 0}, place = 0;
        Machine m;
        race(way == 0, seconds, &m);
        svg_title(svg, x, 26, "%s", title[way]);
        for (long k = 0; k < m.runs; k++) {
            int who = m.ran[k];
            bool warming = way == 0 ? k == 0 || k == DRIFT_ROUNDS + 1 : k < 2;
            if (warming)
                continue;
            double time = seconds[who * DRIFT_ROUNDS + next[who]++], height = 100 * time;
            svg_box(svg, who == 0 ? SVG_BLUE : SVG_AMBER, x + 18.0 * (double)place, 220 - height,
                    15, height, 0.5);
            svg_small(svg, SVG_INK, SVG_MIDDLE, x + 18.0 * (double)place + 7.5, 234, "%c",
                      'A' + who);
            place++;
        }
        svg_line(svg, SVG_FAINT, x, 220, x + 18 * 16, 220);
        Rng rng = rng_seed(1);
        Comparison c = benchmark_compare(seconds, seconds + DRIFT_ROUNDS, DRIFT_ROUNDS, 0.95, &rng);
        svg_text(svg, way == 0 ? SVG_RED : SVG_GREEN, SVG_LEFT, x, 256,
                 "A over B: %.3f, 95 %%: %.3f to %.3f", c.ratio, c.interval.low, c.interval.high);
        svg_small(svg, SVG_INK, SVG_LEFT, x, 276, "p = %.2g", c.p);
    }
    return svg_close(svg);
}

/* ---- masking: two far away stretch the ruler ------------------------------------------------------------- */

static int masking(const char *path)
{
    enum { N = 12 };
    const double x[N] = {10.1, 9.7, 10.4, 9.9, 10.0, 10.2, 9.6, 10.3, 9.8, 10.1, 30, 34};
    bool is[N];
    sample_outliers(is, x, N);
    double mean = sample_mean(x, N), squares = 0, median = sample_median(x, N),
           mad = sample_mad(x, N);
    for (int i = 0; i < N; i++)
        squares += (x[i] - mean) * (x[i] - mean);
    double sigma = sqrt(squares / (N - 1));
    Svg *svg = svg_open(path, 680, 220,
                        "Twelve runs of about 10 ms, two of them of 30 and 34: mean plus three "
                        "standard deviations lies "
                        "behind both, median plus ten times 1.4826 MAD far before");
    if (svg == NULL)
        return -1;
    svg_title(svg, 20, 26, "Twelve runs, two of them far away");
    const double scale = 14;
#define PLACE(ms) (30 + scale * (ms))
    svg_line(svg, SVG_FAINT, PLACE(0), 90, PLACE(44), 90);
    for (int t = 0; t <= 40; t += 10) {
        svg_line(svg, SVG_FAINT, PLACE(t), 87, PLACE(t), 93);
        svg_small(svg, SVG_FAINT, SVG_MIDDLE, PLACE(t), 108, "%d ms", t);
    }
    for (int i = 0; i < N; i++)
        svg_dot(svg, is[i] ? SVG_RED : SVG_BLUE, PLACE(x[i]), 76 - 9.0 * (i % 5), 4);
    svg_line(svg, SVG_AMBER, PLACE(mean), 134, PLACE(mean + 3 * sigma), 134);
    svg_line(svg, SVG_AMBER, PLACE(mean + 3 * sigma), 127, PLACE(mean + 3 * sigma), 141);
    svg_dot(svg, SVG_AMBER, PLACE(mean), 134, 3);
    svg_small(svg, SVG_AMBER, SVG_LEFT, PLACE(mean), 156,
              "mean, and 3 standard deviations: %.1f ms", mean + 3 * sigma);
    svg_line(svg, SVG_GREEN, PLACE(median), 178, PLACE(median + 14.826 * mad), 178);
    svg_line(svg, SVG_GREEN, PLACE(median + 14.826 * mad), 171, PLACE(median + 14.826 * mad), 185);
    svg_dot(svg, SVG_GREEN, PLACE(median), 178, 3);
    svg_small(svg, SVG_GREEN, SVG_LEFT, PLACE(median), 200, "median, and 10 * 1.4826 MAD: %.1f ms",
              median + 14.826 * mad);
#undef PLACE
    return svg_close(svg);
}

/* ---- bootstrap: medians of resamples -------------------------------------------------------------------- */

enum { RESAMPLES = 2000, BINS = 60 };
static double seen[RESAMPLES];
static long n_seen;

static double median_seen(const double *x, long n)
{
    return seen[n_seen++] = sample_median(x, n);
}

static int bootstrap(const char *path)
{
    enum { N = 12 };
    const double x[N] = {10.1, 9.2, 11.8, 9.9, 10.6, 12.3, 9.4, 10.3, 13.9, 9.6, 11.1, 10.8};
    long bins[BINS] = {0};
    Rng rng = rng_seed(5);
    n_seen = 0;
    Interval at = bootstrap_interval(x, N, median_seen, 0.95, RESAMPLES, &rng);
    for (long r = 0; r < RESAMPLES; r++)
        bins[(long)((seen[r] - 9) / 5 * BINS)]++;
    Svg *svg = svg_open(path, 680, 270,
                        "Twelve runs, and how often each median came up in 2,000 resamples: the "
                        "middle 95 percent of "
                        "them are the interval");
    if (svg == NULL)
        return -1;
    svg_title(svg, 20, 26, "Twelve runs, and the medians of 2,000 resamples");
#define PLACE(ms) (40 + 120 * ((ms)-9))
    for (int i = 0; i < N; i++)
        svg_dot(svg, SVG_BLUE, PLACE(x[i]), 56, 4);
    svg_small(svg, SVG_BLUE, SVG_LEFT, PLACE(14.05), 60, "ms");
    for (int b = 0; b < BINS; b++)
        if (bins[b] > 0)
            svg_cell(svg, SVG_VIOLET, PLACE(9 + 5.0 * b / BINS), 210 - 0.35 * (double)bins[b], 9,
                     0.35 * (double)bins[b], 0.6);
    svg_line(svg, SVG_FAINT, PLACE(9), 210, PLACE(14), 210);
    for (int t = 9; t <= 14; t++)
        svg_small(svg, SVG_FAINT, SVG_MIDDLE, PLACE(t), 226, "%d", t);
    svg_dashed(svg, SVG_GREEN, PLACE(at.low), 46, PLACE(at.low), 214);
    svg_dashed(svg, SVG_GREEN, PLACE(at.high), 46, PLACE(at.high), 214);
    svg_text(svg, SVG_GREEN, SVG_LEFT, PLACE(9), 252, "median %.2f ms, 95 %%: %.2f to %.2f",
             sample_median(x, N), at.low, at.high);
#undef PLACE
    return svg_close(svg);
}

/* ---- deals: all ways to choose five places of ten --------------------------------------------------------- */

static int deals(const char *path)
{
    enum { N = 5, COUNT = 10, LOW = 15, HIGH = 40 };
    long ways[HIGH + 1] = {0};
    for (int set = 0; set < 1 << COUNT; set++) {
        int members = 0, sum = 0;
        for (int i = 0; i < COUNT; i++)
            if (set >> i & 1)
                members++, sum += i + 1;
        if (members == N)
            ways[sum]++;
    }
    Svg *svg = svg_open(path, 680, 270,
                        "In how many of 252 ways five of the places 1 to 10 add up to 15, 16, ... "
                        "40: one way each at the "
                        "ends, twenty in the middle");
    if (svg == NULL)
        return -1;
    svg_title(svg, 20, 26, "252 ways to deal ten places to five runs of A, by their sum");
    for (int s = LOW; s <= HIGH; s++) {
        double x = 40 + 23.0 * (s - LOW), height = 8 * (double)ways[s];
        bool far = s <= 17 || s >= 38;
        svg_box(svg,
                s == LOW || s == HIGH ? SVG_RED
                : far                 ? SVG_AMBER
                                      : SVG_BLUE,
                x, 210 - height, 19, height, 0.5);
        svg_small(svg, SVG_INK, SVG_MIDDLE, x + 9.5, 204 - height, "%ld", ways[s]);
        svg_small(svg, SVG_FAINT, SVG_MIDDLE, x + 9.5, 226, "%d", s);
    }
    svg_small(svg, SVG_RED, SVG_LEFT, 40, 250, "all of A first or last: p = 2 / 252 = 0.008");
    svg_small(svg, SVG_AMBER, SVG_LEFT, 330, 250, "up to 17, or from 38 on: p = 8 / 252 = 0.032");
    return svg_close(svg);
}

/* ---- front: time against accuracy ------------------------------------------------------------------------- */

static int front(const char *path)
{
    enum { N = 12 };
    const double points[2 * N] = {4,  81, 6,  88, 9,  86, 11, 93, 13, 90, 17, 92,
                                  20, 95, 24, 94, 27, 89, 30, 96, 34, 95, 8,  80};
    const bool lower[2] = {true, false};
    bool is[N];
    double x[N], y[N];
    long on = 0;
    pareto_front(is, points, N, 2, lower);
    Svg *svg = svg_open(path, 680, 320,
                        "Twelve programs by milliseconds and accuracy: five are on the Pareto "
                        "front, the others have one "
                        "above and to the left of them");
    if (svg == NULL)
        return -1;
    SvgPlot plot = {.x = 70,
                    .y = 50,
                    .width = 480,
                    .height = 210,
                    .x_low = 0,
                    .x_high = 40,
                    .y_low = 76,
                    .y_high = 100,
                    .x_title = "ms, less is better",
                    .title = "Accuracy in %, more is better"};
    svg_plot(svg, &plot);
    for (int t = 0; t <= 40; t += 10)
        svg_plot_x_tick(svg, &plot, t, NULL);
    for (int t = 80; t <= 100; t += 10)
        svg_plot_y_tick(svg, &plot, t, NULL);
    for (int i = 0; i < N; i++) /* by time: so is the table, but for its last */
        if (is[i]) {
            x[on] = points[2 * i];
            y[on++] = points[2 * i + 1];
        }
    svg_plot_curve(svg, &plot, SVG_GREEN, on, x, y, "front");
    for (int i = 0; i < N; i++)
        svg_dot(svg, is[i] ? SVG_GREEN : SVG_RED, svg_plot_x(&plot, points[2 * i]),
                svg_plot_y(&plot, points[2 * i + 1]), 5);
    svg_small(svg, SVG_RED, SVG_LEFT, svg_plot_x(&plot, 27) + 9, svg_plot_y(&plot, 89) + 4,
              "slower and worse than (11, 93)");
    return svg_close(svg);
}

/* ---- early_stopping: queries by slow ones ------------------------------------------------------------------ */

static int early_stopping(const char *path)
{
    enum { MOST = 30 };
    double over[MOST + 1], queries[MOST + 1], share[MOST + 1];
    for (int k = 0; k <= MOST; k++) {
        over[k] = k;
        queries[k] = (double)early_stopping_queries(k, 0.9, 0, 0.99);
        share[k] = 10.0 * k;
    }
    Svg *svg = svg_open(path, 680, 300,
                        "How many queries it takes to say that 90 percent are fast enough, by the "
                        "number of slow ones seen: "
                        "more than ten for each, which is what the share alone would ask for");
    if (svg == NULL)
        return -1;
    SvgPlot plot = {.x = 70,
                    .y = 50,
                    .width = 400,
                    .height = 190,
                    .x_low = 0,
                    .x_high = MOST,
                    .y_low = 0,
                    .y_high = 500,
                    .x_title = "slow ones seen",
                    .title = "Queries until \"90 % are fast enough\", with 99 % confidence"};
    svg_plot(svg, &plot);
    for (int t = 0; t <= MOST; t += 10)
        svg_plot_x_tick(svg, &plot, t, NULL);
    for (int t = 0; t <= 500; t += 100)
        svg_plot_y_tick(svg, &plot, t, NULL);
    char name[64];
    snprintf(name, sizeof name, "more than luck: %.0f", queries[MOST]);
    svg_plot_curve(svg, &plot, SVG_GREEN, MOST + 1, over, queries, name);
    snprintf(name, sizeof name, "just 10 %% slow: %.0f", share[MOST]);
    svg_plot_curve(svg, &plot, SVG_AMBER, MOST + 1, over, share, name);
    svg_small(svg, SVG_INK, SVG_LEFT, svg_plot_x(&plot, 0) + 8, svg_plot_y(&plot, queries[0]) - 14,
              "%.0f", queries[0]);
    return svg_close(svg);
}

const LessonPicture pictures_of_19[] = {{"19_benchmarking/drift", drift},
                                        {"19_benchmarking/masking", masking},
                                        {"19_benchmarking/bootstrap", bootstrap},
                                        {"19_benchmarking/deals", deals},
                                        {"19_benchmarking/front", front},
                                        {"19_benchmarking/early_stopping", early_stopping},
                                        {NULL, NULL}};
