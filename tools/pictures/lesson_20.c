/* lesson_20.c - the cup: what an artefact's bytes are, and how often chance wins. */
#include <math.h>
#include "lesson.h"

/* ---- bytes: floats, and what an artefact has of them ------------------------------------------------------ */

static int bytes(const char *path)
{
    enum { V = 96, CONTEXT = 64, C = 64, LAYERS = 2 };
    Gpt *g = gpt_new((GptOptions){.vocabulary = V,
                                  .context = CONTEXT,
                                  .embed_dim = C,
                                  .num_heads = 4,
                                  .num_layers = LAYERS,
                                  .causal = true,
                                  .tied = true,
                                  .qkv_in_one = true,
                                  .no_bias = true,
                                  .seed = 20});
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
    for (int k = 20; k <= MOST; k += 20) {
        char text[8];
        snprintf(text, sizeof text, "%d", k);
        svg_plot_x_tick(svg, &plot, k, text);
    }
    for (int y = 0; y <= 100; y += 25) {
        char text[8];
        snprintf(text, sizeof text, "%d", y);
        svg_plot_y_tick(svg, &plot, y, text);
    }
    svg_plot_curve(svg, &plot, SVG_RED, MOST, tries, found, NULL);
    svg_small(svg, SVG_RED, SVG_LEFT, svg_plot_x(&plot, 20) + 8, svg_plot_y(&plot, found[19]) + 14,
              "20 races: %.0f %%", found[19]);
    return svg_close(svg);
}

const LessonPicture pictures_of_20[] = {
    {"20_capstone/bytes", bytes}, {"20_capstone/chance", chance}, {NULL, NULL}};
