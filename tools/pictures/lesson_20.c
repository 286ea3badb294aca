/* lesson_20.c - the cup: what an artefact's bytes are, where they lie, a gate, and how often chance wins. */
#include <math.h>
#include "../cup/task.h"
#include "lesson.h"

/* ---- bytes: floats, and what an artefact has of them ------------------------------------------------------ */

static int bytes(const char *path)
{
    Gpt *g = task_model(20);
    ParameterList *list = parameters_of(&g->module);
    double floats = 4 * (double)parameters_numel(list), codes = 0, scales = 0, vectors = 0;
    for (long i = 0; i < list->count; i++) {
        const Tensor *t = list->tensor[i];
        double n = (double)tensor_numel(t), all = (double)artefact_tensor_bytes(t);
        codes += t->ndim == 2 ? n : 0;
        scales += t->ndim == 2 ? all - n : 0;
        vectors += t->ndim == 2 ? 0 : all;
    }
    parameters_free(list);
    size_t artefact;
    owned_free(artefact_of(g, &artefact));
    module_free(&g->module);
    Svg *svg =
        svg_open(path, 640, 190,
                 "The bytes of a small GPT as floats, and as an artefact: codes, scales, and "
                 "what stays in floats");
    if (svg == NULL)
        return -1;
    const double unit = 470 / floats;
    const struct {
        const char *name;
        double bytes;
        SvgKind kind;
    } part[] = {
        {"codes", codes, SVG_GREEN}, {"scales", scales, SVG_AMBER}, {"vectors", vectors, SVG_BLUE}};
    svg_title(svg, 20, 26, "A GPT of %.0f numbers", floats / 4);
    svg_small(svg, SVG_INK, SVG_RIGHT, 92, 69, "floats");
    svg_box(svg, SVG_RED, 100, 50, floats * unit, 30, 0.3);
    svg_small(svg, SVG_INK, SVG_LEFT, 100 + floats * unit + 8, 69, "%.0f", floats);
    svg_small(svg, SVG_INK, SVG_RIGHT, 92, 119, "artefact");
    double x = 100;
    for (int i = 0; i < 3; i++) {
        svg_box(svg, part[i].kind, x, 100, part[i].bytes * unit, 30, 0.5);
        x += part[i].bytes * unit;
    }
    svg_small(svg, SVG_INK, SVG_LEFT, x + 8, 119, "%zu: %.1f %%", artefact,
              100 * (double)artefact / floats);
    for (int i = 0; i < 3; i++)
        svg_small(svg, part[i].kind, SVG_LEFT, 100 + 170 * i, 162, "%s %.0f", part[i].name,
                  part[i].bytes);
    return svg_close(svg);
}

/* ---- layout: the artefact from its first byte to its last, and one matrix of it ------------------------- */

static void matrix_bytes(Svg *svg, const Tensor *t, double x, double y, double width)
{
    long R = t->shape[0], columns = t->shape[1];
    double scales = 100, left = x + 26;
    svg_box(svg, SVG_VIOLET, x, y, 22, 44, 0.4);
    svg_text(svg, SVG_INK, SVG_MIDDLE, x + 11, y + 27, "Q");
    svg_box(svg, SVG_AMBER, left, y, scales, 44, 0.5);
    svg_small(svg, SVG_INK, SVG_MIDDLE, left + scales / 2, y + 19, "%ld scales", columns);
    svg_small(svg, SVG_INK, SVG_MIDDLE, left + scales / 2, y + 35, "4 bytes each");
    left += scales + 4;
    const long rows[] = {0, 1, 2, -1, R - 1};
    double row = (x + width - left) / 5;
    for (int i = 0; i < 5; i++) {
        double middle = left + row * (i + 0.5) - 1.5;
        svg_box(svg, SVG_GREEN, left + row * i, y, row - 3, 44, rows[i] < 0 ? 0 : 0.4);
        if (rows[i] < 0) {
            svg_small(svg, SVG_INK, SVG_MIDDLE, middle, y + 26, "...");
            continue;
        }
        svg_small(svg, SVG_INK, SVG_MIDDLE, middle, y + 19, "row %ld", rows[i]);
        svg_small(svg, SVG_INK, SVG_MIDDLE, middle, y + 35, "%ld codes", columns);
    }
    svg_small(svg, SVG_INK, SVG_LEFT, x, y + 66, "1 + 4 * %ld + %ld * %ld = %zu bytes", columns, R,
              columns, artefact_tensor_bytes(t));
}

static int layout(const char *path)
{
    enum { LEFT = 20, WIDE = 640 };
    Gpt *g = task_model(20);
    size_t all;
    owned_free(artefact_of(g, &all));
    Svg *svg =
        svg_open(path, 680, 220,
                 "An artefact: 44 bytes in front, then one tensor behind the other; a matrix "
                 "is the letter Q, a scale for each column, and its codes row by row");
    if (svg == NULL)
        return -1;
    svg_title(svg, LEFT, 26, "An artefact of %zu bytes", all);
    ParameterList *list = parameters_of(&g->module);
    const double unit = WIDE / (double)all;
    double x = LEFT + 44 * unit, from = 0, to = 0;
    const Tensor *shown = NULL;
    for (long i = 0; i < list->count; i++) {
        const Tensor *t = list->tensor[i];
        double wide = (double)artefact_tensor_bytes(t) * unit;
        svg_box(svg, t->ndim == 2 ? SVG_GREEN : SVG_BLUE, x, 42, wide, 30,
                t->ndim == 2 ? 0.4 : 0.8);
        if (wide > 46)
            svg_small(svg, SVG_INK, SVG_MIDDLE, x + wide / 2, 61, "%ld x %ld", t->shape[0],
                      t->shape[1]);
        if (t->ndim == 2 && t->shape[1] == 256 && shown == NULL) {
            shown = t;
            from = x;
            to = x + wide;
        }
        x += wide;
    }
    svg_dashed(svg, SVG_FAINT, from, 73, LEFT, 108);
    svg_dashed(svg, SVG_FAINT, to, 73, LEFT + WIDE, 108);
    matrix_bytes(svg, shown, LEFT, 110, WIDE);
    svg_small(svg, SVG_GREEN, SVG_LEFT, LEFT, 206, "matrices, as codes");
    svg_small(svg, SVG_BLUE, SVG_LEFT, LEFT + 150, 206, "norms, as floats: the thin lines");
    parameters_free(list);
    module_free(&g->module);
    return svg_close(svg);
}

/* ---- gate: the score, by how many bits more an entry needs ----------------------------------------------------- */

static int gate(const char *path)
{
    enum { N = 121 };
    const CupFigures baseline = {.bits = 2, .seconds = 4, .artefact = 4, .memory = 1};
    double more[N], score[N];
    for (int i = 0; i < N; i++) {
        more[i] = 0.05 * i;
        CupFigures entry = {
            .bits = 2 * (1 + more[i] / 100), .seconds = 1, .artefact = 1, .memory = 1};
        score[i] = cup_score(baseline, entry);
    }
    Svg *svg = svg_open(path, 640, 270,
                        "The score of an entry that is four times as fast and has a quarter of the "
                        "bytes, by how many bits per byte more it needs: up to 1 % it is "
                        "2.52, behind that 0");
    if (svg == NULL)
        return -1;
    const SvgPlot plot = {.x = 70,
                          .y = 50,
                          .width = 500,
                          .height = 160,
                          .x_low = 0,
                          .x_high = 6,
                          .y_low = 0,
                          .y_high = 3,
                          .x_title = "bits per byte more than the baseline, %",
                          .title = "Four times as fast, a quarter of the bytes: the score"};
    svg_plot(svg, &plot);
    for (int k = 0; k <= 6; k++) {
        char text[8];
        snprintf(text, sizeof text, "%d", k);
        svg_plot_x_tick(svg, &plot, k, text);
        snprintf(text, sizeof text, "%d", k / 2);
        if (k % 2 == 0)
            svg_plot_y_tick(svg, &plot, k / 2, text);
    }
    int last = 0;
    while (last + 1 < N && score[last + 1] > 0)
        last++;
    svg_plot_curve(svg, &plot, SVG_GREEN, last + 1, more, score, NULL);
    svg_plot_curve(svg, &plot, SVG_RED, N - last - 1, more + last + 1, score + last + 1, NULL);
    svg_dashed(svg, SVG_FAINT, svg_plot_x(&plot, 1), plot.y, svg_plot_x(&plot, 1),
               plot.y + plot.height);
    svg_small(svg, SVG_GREEN, SVG_LEFT, svg_plot_x(&plot, 0) + 10, svg_plot_y(&plot, score[0]) - 8,
              "%.2f", score[0]);
    svg_small(svg, SVG_RED, SVG_LEFT, svg_plot_x(&plot, 1) + 10, svg_plot_y(&plot, 0) - 8,
              "0: it does not pass, however fast it is");
    return svg_close(svg);
}

/* ---- chance: how often an entry beats itself ---------------------------------------------------------------- */

static int chance(const char *path)
{
    enum { RUNS = 6, MOST = 100, REPEATS = 400 };
    double tries[MOST], found[MOST] = {0};
    Rng rng = rng_seed(20);
    for (long repeat = 0; repeat < REPEATS; repeat++) {
        bool lucky = false;
        for (int k = 0; k < MOST; k++) {
            double a[RUNS], b[RUNS];
            for (int i = 0; i < RUNS; i++) {
                a[i] = rng_normal(&rng);
                b[i] = rng_normal(&rng);
            }
            lucky = lucky || cup_compare(a, RUNS, b, RUNS) != CUP_TIE;
            tries[k] = k + 1;
            found[k] += lucky ? 100.0 / REPEATS : 0;
        }
    }
    Svg *svg = svg_open(path, 640, 300,
                        "An entry races against itself, again and again: how likely it is that at "
                        "least one race was called, at p below 0.01");
    if (svg == NULL)
        return -1;
    const SvgPlot plot = {.x = 70,
                          .y = 50,
                          .width = 500,
                          .height = 190,
                          .x_low = 1,
                          .x_high = MOST,
                          .y_low = 0,
                          .y_high = 100,
                          .x_title = "races",
                          .y_title = "%",
                          .title = "At least one race against itself is won or lost"};
    svg_plot(svg, &plot);
    for (int k = 20; k <= MOST; k += 20)
        svg_plot_x_tick(svg, &plot, k, NULL);
    for (int y = 0; y <= 100; y += 25)
        svg_plot_y_tick(svg, &plot, y, NULL);
    svg_plot_curve(svg, &plot, SVG_RED, MOST, tries, found, NULL);
    svg_dot(svg, SVG_RED, svg_plot_x(&plot, 20), svg_plot_y(&plot, found[19]), 4);
    svg_small(svg, SVG_RED, SVG_LEFT, svg_plot_x(&plot, 20) + 8, svg_plot_y(&plot, found[19]) + 14,
              "20 races: %.0f %%", found[19]);
    return svg_close(svg);
}

const LessonPicture pictures_of_20[] = {{"20_capstone/bytes", bytes},
                                        {"20_capstone/layout", layout},
                                        {"20_capstone/gate", gate},
                                        {"20_capstone/chance", chance},
                                        {NULL, NULL}};
