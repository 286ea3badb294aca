/* lesson_21.c - many machines: the tree and who adds what, orders of a sum, weights of targets, parts that are sent, a step's time. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "lesson.h"
#include "share.h"
#include "svg.h"

enum { S = 8 };

/* ---- tree_of_shares: eight leaves, seven additions, two ranks --------------------------------------- */

static double leaf_x(double i)
{
    return 70 + 62 * i;
}

static int tree_of_shares(const char *path)
{
    enum { ROWS = 30 };
    Svg *svg = svg_open(path, 620, 330,
                        "A batch of 30 rows in 8 shares; their gradients are added along a tree: "
                        "two ranks do three additions each by themselves, and one is left");
    if (svg == NULL)
        return -1;
    const SvgKind of_rank[] = {SVG_BLUE, SVG_AMBER};
    svg_title(svg, 20, 26, "30 rows, 8 shares, 7 additions, on two ranks");
    for (long r = 0; r < 2; r++) {
        Share own = share_of(S, r, 2);
        double x = leaf_x((double)own.first) - 26;
        svg_box(svg, of_rank[r], x, 44, 62.0 * (double)own.count - 8, 182, 0.07);
        svg_small(svg, of_rank[r], SVG_LEFT, x + 6, 60, "rank %ld", r);
    }
    for (long i = 0; i < S; i++) {
        Share s = share_of(ROWS, i, S);
        SvgKind kind = of_rank[i / 4];
        double x = leaf_x((double)i);
        svg_cell(svg, kind, x - 18, 84, 36, 26, 0.5);
        svg_text(svg, SVG_INK, SVG_MIDDLE, x, 102, "%ld", i);
        svg_small(svg, SVG_FAINT, SVG_MIDDLE, x, 78, "%ld to %ld", s.first, s.first + s.count - 1);
    }
    for (int level = 0; level < 3; level++) {
        double width = (double)(2 << level), y = 110 + 52.0 * level;
        for (int k = 0; k < S >> (level + 1); k++) {
            double middle = width * k + (width - 1) / 2;
            double left = middle - width / 4, right = middle + width / 4;
            SvgKind kind = level == 2 ? SVG_GREEN : of_rank[k * (2 << level) / 4];
            svg_line(svg, SVG_INK, leaf_x(left), y, leaf_x(middle), y + 34);
            svg_line(svg, SVG_INK, leaf_x(right), y, leaf_x(middle), y + 34);
            svg_box(svg, kind, leaf_x(middle) - 11, y + 30, 22, 22, 0.6);
            svg_text(svg, SVG_INK, SVG_MIDDLE, leaf_x(middle), y + 46, "+");
        }
    }
    svg_small(svg, SVG_FAINT, SVG_LEFT, 560, 78, "rows");
    svg_small(svg, SVG_FAINT, SVG_LEFT, 560, 102, "gradients");
    svg_small(svg, SVG_FAINT, SVG_LEFT, 560, 158, "reach 1");
    svg_small(svg, SVG_FAINT, SVG_LEFT, 560, 210, "reach 2");
    svg_small(svg, SVG_FAINT, SVG_LEFT, 560, 262, "reach 4");
    svg_small(svg, SVG_GREEN, SVG_MIDDLE, leaf_x(3.5), 288,
              "the one addition for which something is sent");
    svg_small(svg, SVG_FAINT, SVG_MIDDLE, leaf_x(3.5), 312,
              "on one rank these are the same seven additions: the same bits");
    return svg_close(svg);
}

/* ---- sum_order: how many sums change when others add -------------------------------------------------- */

static float left_to_right(const float *x, long n)
{
    float sum = x[0];
    for (long i = 1; i < n; i++)
        sum += x[i];
    return sum;
}

static float along_the_tree(const float *x, long n)
{
    return n == 1 ? x[0] : along_the_tree(x, n / 2) + along_the_tree(x + n / 2, n - n / 2);
}

typedef float (*Order)(const float *x, long n);

static float on_ranks(Order add, const float *x, long ranks)
{
    float top[S];
    for (long r = 0; r < ranks; r++)
        top[r] = add(x + r * (S / ranks), S / ranks);
    return add(top, ranks);
}

static int sum_order(const char *path)
{
    enum { COUNT = 1000000, LINES = 6 };
    const struct {
        Order add;
        const char *name;
        long ranks;
    } line[LINES] = {{left_to_right, "from left to right, 2 ranks", 2},
                     {left_to_right, "from left to right, 4 ranks", 4},
                     {along_the_tree, "along the tree, 2 ranks", 2},
                     {along_the_tree, "along the tree, 4 ranks", 4},
                     {along_the_tree, "along the tree, 8 ranks", 8}};
    long other[LINES] = {0};
    Rng rng = rng_seed(21);
    for (long k = 0; k < COUNT; k++) {
        float x[S];
        for (int i = 0; i < S; i++)
            x[i] = (float)(2 * rng_uniform(&rng) - 1);
        for (int l = 0; l < 5; l++)
            other[l] += on_ranks(line[l].add, x, line[l].ranks) != on_ranks(line[l].add, x, 1);
    }
    Svg *svg = svg_open(path, 640, 210,
                        "A million sums of 8 random floats: how many have other bits than on one "
                        "rank, if ranks add from left to right, or along the tree");
    if (svg == NULL)
        return -1;
    svg_title(svg, 20, 26, "Sums of 8 floats that have other bits than on one rank");
    for (int l = 0; l < 5; l++) {
        double y = 46 + 30.0 * l, part = (double)other[l] / COUNT;
        svg_small(svg, SVG_INK, SVG_RIGHT, 210, y + 15, "%s", line[l].name);
        if (other[l] > 0)
            svg_box(svg, SVG_RED, 222, y, 560 * part, 20, 0.5);
        svg_small(svg, other[l] > 0 ? SVG_RED : SVG_GREEN, SVG_LEFT, 230 + 560 * part, y + 15,
                  "%.0f %%", 100 * part);
    }
    return svg_close(svg);
}

/* ---- target_weight: what a target weighs ---------------------------------------------------------------- */

static int target_weight(const char *path)
{
    enum { SHARES = 3, PLACES = 4 };
    const long targets[SHARES] = {4, 1, 0};
    const double mean[SHARES] = {2, 5, 0};
    ShareSum sum[SHARES];
    for (int i = 0; i < SHARES; i++)
        sum[i] = (ShareSum){mean[i] * (double)targets[i], targets[i]};
    double all = global_mean(NULL, 0, sum, SHARES), means = (mean[0] + mean[1]) / 2;
    Svg *svg = svg_open(path, 640, 230,
                        "Three shares of 4, 1 and 0 targets that count: what each target weighs in "
                        "the mean of the batch, and in the mean of the shares' means");
    if (svg == NULL)
        return -1;
    svg_title(svg, 20, 26, "What a target weighs");
    const char *const title[] = {"the mean over all targets", "the mean of the shares' means"};
    for (int way = 0; way < 2; way++) {
        double x = 90 + 300.0 * way;
        svg_text(svg, way == 0 ? SVG_GREEN : SVG_RED, SVG_LEFT, x, 56, "%s", title[way]);
        for (int i = 0; i < SHARES; i++)
            for (long t = 0; t < PLACES; t++) {
                double y = 70 + 36.0 * i, at = x + 48.0 * (double)t;
                double weight =
                    way == 0 ? 1.0 / 5 : 0.5 / (double)(targets[i] > 0 ? targets[i] : 1);
                if (t >= targets[i]) {
                    svg_box(svg, SVG_FAINT, at, y, 44, 28, 0);
                    continue;
                }
                svg_cell(svg, way == 0 ? SVG_GREEN : SVG_RED, at, y, 44, 28, 0.15 + 1.2 * weight);
                svg_small(svg, SVG_INK, SVG_MIDDLE, at + 22, y + 18, "%.3f", weight);
            }
        svg_small(svg, SVG_INK, SVG_LEFT, x, 200, "loss of the batch: %.1f",
                  way == 0 ? all : means);
    }
    for (int i = 0; i < SHARES; i++) {
        svg_small(svg, SVG_INK, SVG_RIGHT, 80, 84 + 36.0 * i, "share %d", i);
        svg_small(svg, SVG_FAINT, SVG_RIGHT, 80, 98 + 36.0 * i,
                  targets[i] > 0 ? "mean %.0f" : "none", mean[i]);
    }
    svg_small(svg, SVG_FAINT, SVG_LEFT, 90, 220, "empty: a target that is ignored");
    return svg_close(svg);
}

/* ---- parts_sent: reduce-scatter, then all-gather -------------------------------------------------------- */

static int parts_sent(const char *path)
{
    enum { N = 4, SIDE = 40 };
    Svg *svg = svg_open(path, 680, 270,
                        "Four ranks with a gradient in four parts: reduce-scatter leaves each rank "
                        "the sum of one part, all-gather gives all sums to all");
    if (svg == NULL)
        return -1;
    const char *const title[] = {"each rank's gradient", "after reduce-scatter",
                                 "after all-gather"};
    for (int stage = 0; stage < 3; stage++) {
        double x = 70 + 210.0 * stage;
        svg_text(svg, SVG_INK, SVG_LEFT, x, 28, "%s", title[stage]);
        for (int part = 0; part < N; part++)
            svg_small(svg, SVG_FAINT, SVG_MIDDLE, x + SIDE * (part + 0.5) - 2, 52, "part %d", part);
        for (int rank = 0; rank < N; rank++)
            for (int part = 0; part < N; part++) {
                double left = x + SIDE * part, y = 60 + SIDE * rank;
                bool summed = stage == 2 || (stage == 1 && part == rank);
                if (stage == 1 && !summed) {
                    svg_box(svg, SVG_FAINT, left, y, SIDE - 4, SIDE - 4, 0);
                    continue;
                }
                svg_cell(svg, summed ? SVG_GREEN : SVG_BLUE, left, y, SIDE - 4, SIDE - 4,
                         summed ? 0.55 : 0.25);
                svg_small(svg, SVG_INK, SVG_MIDDLE, left + SIDE / 2 - 2, y + 23,
                          summed ? "sum" : "%d", rank);
            }
    }
    for (int rank = 0; rank < N; rank++)
        svg_small(svg, SVG_INK, SVG_RIGHT, 60, 82 + SIDE * rank, "rank %d", rank);
    svg_small(svg, SVG_FAINT, SVG_LEFT, 280, 240, "each sends 3 parts of 4");
    svg_small(svg, SVG_FAINT, SVG_LEFT, 490, 240, "and 3 parts again");
    svg_small(svg, SVG_GREEN, SVG_LEFT, 70, 240, "sum: over all four ranks");
    svg_small(svg, SVG_FAINT, SVG_LEFT, 70, 260, "(a part takes the same tree as the whole)");
    return svg_close(svg);
}

/* ---- step_time: computing shrinks, sending does not ------------------------------------------------------ */

static int step_time(const char *path)
{
    enum { POINTS = 7 };
    const double compute = 700, bits = 1e7 * 4 * 8;
    double ranks[POINTS], ideal[POINTS], fast[POINTS], slow[POINTS];
    for (int i = 0; i < POINTS; i++) {
        double n = ranks[i] = (double)(1L << i), sent = 2 * (n - 1) / n * bits;
        ideal[i] = compute / n;
        fast[i] = ideal[i] + 1e3 * sent / 1e10;
        slow[i] = ideal[i] + 1e3 * sent / 1e9;
    }
    Svg *svg = svg_open(path, 680, 300,
                        "A step of 700 ms, 10 million parameters, on 1 to 64 ranks: what is "
                        "computed shrinks, what is sent at 10 or 1 Gbit/s does not");
    if (svg == NULL)
        return -1;
    SvgPlot plot = {.x = 80,
                    .y = 50,
                    .width = 400,
                    .height = 190,
                    .x_low = 1,
                    .x_high = 64,
                    .y_low = 10,
                    .y_high = 1000,
                    .x_log = true,
                    .y_log = true,
                    .x_title = "ranks",
                    .title = "Milliseconds for a step of 10 million parameters"};
    svg_plot(svg, &plot);
    for (int i = 0; i < POINTS; i++)
        svg_plot_x_tick(svg, &plot, ranks[i], NULL);
    for (double y = 10; y < 2000; y *= 10)
        svg_plot_y_tick(svg, &plot, y, NULL);
    char name[64];
    snprintf(name, sizeof name, "1 Gbit/s: %.0f", slow[POINTS - 1]);
    svg_plot_curve(svg, &plot, SVG_RED, POINTS, ranks, slow, name);
    snprintf(name, sizeof name, "10 Gbit/s: %.0f", fast[POINTS - 1]);
    svg_plot_curve(svg, &plot, SVG_AMBER, POINTS, ranks, fast, name);
    snprintf(name, sizeof name, "nothing sent: %.0f", ideal[POINTS - 1]);
    svg_plot_curve(svg, &plot, SVG_GREEN, POINTS, ranks, ideal, name);
    return svg_close(svg);
}

const LessonPicture pictures_of_21[] = {
    {"21_machines/tree_of_shares", tree_of_shares}, {"21_machines/sum_order", sum_order},
    {"21_machines/target_weight", target_weight},   {"21_machines/parts_sent", parts_sent},
    {"21_machines/step_time", step_time},           {NULL, NULL}};
