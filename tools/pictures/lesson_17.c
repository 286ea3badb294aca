/* lesson_17.c - acceleration: walks through a matrix and the lines they fetch, tiles, micro-tiles, a panel, threads. */
#include <math.h>
#include <stdio.h>
#include "cache_model.h"
#include "gemm_steps.h"
#include "lesson.h"
#include "svg.h"

enum { WIDTH = 8 };

/* ---- walks: the first steps through B, and what is fetched for them -------------------------------------- */

static int walks(const char *path)
{
    enum { ROWS = 8, COLUMNS = 16, STEPS = 16, LINES = 4 };
    static const real b[ROWS * COLUMNS] = {0};
    Svg *svg =
        svg_open(path, 680, 250,
                 "The first 16 numbers of B that the orders ijk and ikj read, and the lines of "
                 "8 numbers that are fetched for them");
    if (svg == NULL)
        return -1;
    const char *const title[] = {"ijk: down a column", "ikj: along a row"};
    for (int way = 0; way < 2; way++) {
        double x = 30 + 330.0 * way, side = 18;
        CacheModel cache = cache_model_new(LINES, WIDTH);
        cache_model_watch(&cache, b, ROWS * COLUMNS);
        cache_model_open(&cache);
        svg_title(svg, x, 28, "%s", title[way]);
        for (long row = 0; row < ROWS; row++)
            for (long column = 0; column < COLUMNS; column++)
                svg_box(svg, SVG_FAINT, x + side * (double)column, 44 + side * (double)row,
                        side - 3, side - 3, 0);
        for (long step = 0; step < STEPS; step++) { /* a line as often as it is fetched */
            long row = way == 0 ? step % ROWS : 0, column = way == 0 ? step / ROWS : step;
            long before = cache.misses, first = column / WIDTH * WIDTH;
            cache_model_read(&b[row * COLUMNS + column]);
            for (long i = first; i < first + WIDTH && cache.misses > before; i++)
                svg_cell(svg, SVG_AMBER, x + side * (double)i, 44 + side * (double)row, side - 3,
                         side - 3, 0.15);
        }
        for (long step = 0; step < STEPS; step++) /* above all lines: one blue */
            svg_cell(svg, SVG_BLUE, x + side * (double)(way == 0 ? step / ROWS : step),
                     44 + side * (double)(way == 0 ? step % ROWS : 0), side - 3, side - 3, 0.7);
        cache_model_open(NULL);
        svg_small(svg, SVG_INK, SVG_LEFT, x, 212, "%ld numbers read, %ld lines fetched",
                  cache.reads, cache.misses);
    }
    svg_small(svg, SVG_FAINT, SVG_LEFT, 30, 236,
              "blue: read; amber: came along with it. The cache holds %d lines of %d numbers",
              LINES, WIDTH);
    return svg_close(svg);
}

/* ---- misses: lines of B for a product, in three orders ----------------------------------------------------- */

typedef struct {
    const real *b;
    long n, tile;
} Walk;

static void walk_ijk(Walk w)
{
    for (long i = 0; i < w.n; i++)
        for (long j = 0; j < w.n; j++)
            for (long p = 0; p < w.n; p++)
                cache_model_read(&w.b[p * w.n + j]);
}

static void walk_tiled(Walk w)
{
    for (long i = 0; i < w.n; i += w.tile)
        for (long p = 0; p < w.n; p += w.tile)
            for (long j = 0; j < w.n; j += w.tile)
                for (long r = i; r < i + w.tile && r < w.n; r++)
                    for (long q = p; q < p + w.tile && q < w.n; q++)
                        for (long s = j; s < j + w.tile && s < w.n; s++)
                            cache_model_read(&w.b[q * w.n + s]);
}

static void walk_ikj(Walk w)
{
    w.tile = w.n;
    walk_tiled(w);
}

static double lines_for_a_product(void (*walk)(Walk), long n, long tile)
{
    enum { MOST = 96 };
    static const real b[MOST * MOST] = {0};
    CacheModel cache = cache_model_new(48, WIDTH);
    cache_model_watch(&cache, b, n * n);
    cache_model_open(&cache);
    walk((Walk){b, n, tile});
    cache_model_open(NULL);
    return (double)cache.misses / (double)(n * n * n);
}

static int misses(const char *path)
{
    enum { POINTS = 12 };
    const struct {
        const char *name;
        void (*walk)(Walk);
        SvgKind kind;
    } order[] = {{"ijk", walk_ijk, SVG_RED},
                 {"ikj", walk_ikj, SVG_AMBER},
                 {"tiles of 16 x 16", walk_tiled, SVG_GREEN}};
    Svg *svg = svg_open(
        path, 680, 320,
        "Lines of B that are fetched for a product, for matrices of 8 to 96 rows and a cache of 48 "
        "lines of 8 numbers: ijk 1, ikj 1/8, tiles 1/128");
    if (svg == NULL)
        return -1;
    SvgPlot plot = {.x = 80,
                    .y = 50,
                    .width = 430,
                    .height = 210,
                    .x_low = 8,
                    .x_high = 96,
                    .y_low = 0.001,
                    .y_high = 2,
                    .y_log = true,
                    .x_title = "n",
                    .title = "Lines of B fetched for each product"};
    svg_plot(svg, &plot);
    for (long n = 16; n <= 96; n += 16)
        svg_plot_x_tick(svg, &plot, (double)n, NULL);
    const char *const tick[] = {"0.001", "0.01", "0.1", "1"};
    for (int i = 0; i < 4; i++)
        svg_plot_y_tick(svg, &plot, pow(10, i - 3), tick[i]);
    for (int o = 0; o < 3; o++) {
        double x[POINTS], y[POINTS];
        char name[48];
        for (int i = 0; i < POINTS; i++) {
            long n = 8 * (i + 1);
            x[i] = (double)n;
            y[i] = lines_for_a_product(order[o].walk, n, 16);
        }
        snprintf(name, sizeof name, "%s: 1/%.0f", order[o].name, 1 / y[POINTS - 1]);
        if (y[POINTS - 1] == 1)
            snprintf(name, sizeof name, "%s: 1", order[o].name);
        svg_plot_curve(svg, &plot, order[o].kind, POINTS, x, y, name);
    }
    svg_small(svg, SVG_FAINT, SVG_LEFT, 80, 310,
              "a cache of 48 lines of 8 numbers; up to n = 16 all of B stays in it");
    return svg_close(svg);
}

/* ---- panels: what a block of C is made of --------------------------------------------------------------------- */

static int panels(const char *path)
{
    enum { M = 20, N = 72, CELL = 5 };
    Svg *svg = svg_open(
        path, 680, 270,
        "C with 20 rows and 72 columns in micro-tiles of 6 x 32, a panel of A at its left, "
        "panels of B above it; those at the right and below stick out");
    if (svg == NULL)
        return -1;
    double x = 190, y = 110;
    svg_title(svg, 20, 26, "C (20, 72) in micro-tiles of %ld x %ld", STEP_MR, STEP_NR);
    for (long j = 0; j < N; j += STEP_NR) {
        double left = x + CELL * (double)j;
        svg_box(svg, SVG_AMBER, left, 44, CELL * (double)STEP_NR - 3, 46,
                j == STEP_NR ? 0.45 : 0.12);
        svg_small(svg, SVG_INK, SVG_MIDDLE, left + CELL * (double)STEP_NR / 2, 71, "panel of B");
    }
    for (long i = 0; i < M; i += STEP_MR) {
        double top = y + CELL * (double)i;
        svg_box(svg, SVG_BLUE, x - 116, top, 96, CELL * (double)STEP_MR - 3,
                i == STEP_MR ? 0.45 : 0.12);
        svg_small(svg, SVG_INK, SVG_MIDDLE, x - 68, top + 18, "panel of A");
        for (long j = 0; j < N; j += STEP_NR) {
            bool whole = i + STEP_MR <= M && j + STEP_NR <= N, here = i == STEP_MR && j == STEP_NR;
            svg_box(svg, whole ? SVG_GREEN : SVG_RED, x + CELL * (double)j, top,
                    CELL * (double)STEP_NR - 3, CELL * (double)STEP_MR - 3, here ? 0.6 : 0.1);
        }
    }
    svg_line(svg, SVG_INK, x + CELL * N, y - 6, x + CELL * N, y + CELL * M + 6);
    svg_line(svg, SVG_INK, x - 6, y + CELL * M, x + CELL * N + 6, y + CELL * M);
    svg_small(svg, SVG_FAINT, SVG_LEFT, 20, 258,
              "lines: where C ends. Green: a whole micro-tile; red: it sticks out");
    return svg_close(svg);
}

/* ---- packing: where numbers of B lie, before and after -------------------------------------------------------------- */

static int packing(const char *path)
{
    enum { K = 4, N = 6, PANEL = 4, SIDE = 34 };
    real b[K * N], packed[2][PANEL * K];
    for (long i = 0; i < K * N; i++)
        b[i] = (real)i;
    Svg *svg = svg_open(path, 680, 250,
                        "B with 4 rows and 6 columns, numbered as it lies in memory, and the two "
                        "panels of 4 columns "
                        "into which it is packed, the second filled up with zeros");
    if (svg == NULL)
        return -1;
    for (long j = 0; j < N; j += PANEL)
        pack_panel(packed[j / PANEL], PANEL, (Matrix){b + j, 1, N}, N - j < PANEL ? N - j : PANEL,
                   K);
    svg_title(svg, 20, 28, "B as it lies");
    for (long p = 0; p < K; p++)
        for (long j = 0; j < N; j++) {
            double x = 20 + SIDE * (double)j, y = 46 + SIDE * (double)p;
            svg_cell(svg, j < PANEL ? SVG_BLUE : SVG_AMBER, x, y, SIDE - 4, SIDE - 4, 0.3);
            svg_small(svg, SVG_INK, SVG_MIDDLE, x + SIDE / 2 - 2, y + 20, "%.0f",
                      (double)b[p * N + j]);
        }
    for (long panel = 0; panel < 2; panel++) {
        double left = 290 + 190.0 * (double)panel;
        svg_title(svg, left, 28, "panel %ld", panel);
        for (long i = 0; i < PANEL * K; i++) {
            double x = left + SIDE * (double)(i % PANEL), y = 46 + SIDE * (double)(i / PANEL);
            bool missing = panel * PANEL + i % PANEL >= N;
            svg_cell(svg,
                     missing      ? SVG_FAINT
                     : panel == 0 ? SVG_BLUE
                                  : SVG_AMBER,
                     x, y, SIDE - 4, SIDE - 4, missing ? 0.1 : 0.3);
            svg_small(svg, missing ? SVG_FAINT : SVG_INK, SVG_MIDDLE, x + SIDE / 2 - 2, y + 20,
                      "%.0f", (double)packed[panel][i]);
        }
    }
    svg_small(svg, SVG_FAINT, SVG_LEFT, 20, 210, "Each number says where it lies in B:");
    svg_small(svg, SVG_FAINT, SVG_LEFT, 20, 228, "a step of p is %d numbers", N);
    svg_small(svg, SVG_FAINT, SVG_LEFT, 290, 210,
              "In memory a panel is read from left to right, row after row:");
    svg_small(svg, SVG_FAINT, SVG_LEFT, 290, 228,
              "a step of p is %d numbers, and all of them are used", PANEL);
    return svg_close(svg);
}

/* ---- amdahl: what cannot be shared out --------------------------------------------------------------------------------- */

static int amdahl(const char *path)
{
    enum { POINTS = 7 };
    const double part[] = {1, 0.99, 0.95, 0.8};
    const SvgKind kind[] = {SVG_GREEN, SVG_BLUE, SVG_AMBER, SVG_RED};
    Svg *svg = svg_open(path, 680, 300,
                        "How many times as fast 1 to 64 threads are, if 100, 99, 95 or 80 per cent "
                        "of the work can be shared out");
    if (svg == NULL)
        return -1;
    SvgPlot plot = {.x = 80,
                    .y = 50,
                    .width = 400,
                    .height = 190,
                    .x_low = 1,
                    .x_high = 64,
                    .y_low = 1,
                    .y_high = 64,
                    .x_log = true,
                    .y_log = true,
                    .x_title = "threads",
                    .title = "Times as fast"};
    svg_plot(svg, &plot);
    double threads[POINTS];
    for (int i = 0; i < POINTS; i++) {
        char text[16];
        threads[i] = (double)(1L << i);
        snprintf(text, sizeof text, "%g", threads[i]);
        svg_plot_x_tick(svg, &plot, threads[i], text);
        svg_plot_y_tick(svg, &plot, threads[i], text);
    }
    for (int c = 0; c < 4; c++) {
        double times[POINTS];
        char name[64];
        for (int i = 0; i < POINTS; i++)
            times[i] = 1 / (1 - part[c] + part[c] / threads[i]);
        snprintf(name, sizeof name, "%.0f %% shared: %.1f", 100 * part[c], times[POINTS - 1]);
        svg_plot_curve(svg, &plot, kind[c], POINTS, threads, times, name);
    }
    return svg_close(svg);
}

const LessonPicture pictures_of_17[] = {
    {"17_acceleration/walks", walks},     {"17_acceleration/misses", misses},
    {"17_acceleration/packing", packing}, {"17_acceleration/panels", panels},
    {"17_acceleration/amdahl", amdahl},   {NULL, NULL}};
