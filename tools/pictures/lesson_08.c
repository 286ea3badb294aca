/* lesson_08.c - training: schedules, and what micro-batches save. */
#include <stdio.h>
#include "lesson.h"

enum { TOTAL = 100, WARMUP = 10 };

static int schedules(const char *path)
{
    double step[TOTAL], cosine[TOTAL], linear[TOTAL], steps[TOTAL];
    for (long s = 0; s < TOTAL; s++) {
        step[s] = (double)s;
        cosine[s] = schedule_cosine(s, TOTAL, WARMUP, 1, 0.1);
        linear[s] = schedule_linear(s, TOTAL, WARMUP, 1, 0.1);
        steps[s] = schedule_step(s, 30, 0.4, WARMUP, 1);
    }
    Svg *svg =
        svg_open(path, 620, 290,
                 "Three schedules over 100 steps with a warm-up of 10: cosine, linear, and steps");
    if (svg == NULL)
        return -1;
    SvgPlot plot = {.x = 60,
                    .y = 50,
                    .width = 420,
                    .height = 180,
                    .x_low = 0,
                    .x_high = TOTAL - 1,
                    .y_low = 0,
                    .y_high = 1.05,
                    .x_title = "step",
                    .title = "The learning rate: warm-up 10, total 100, lr 1, lr_min 0.1"};
    svg_plot(svg, &plot);
    svg_plot_x_tick(svg, &plot, 0, "0");
    svg_plot_x_tick(svg, &plot, WARMUP, "10");
    svg_plot_x_tick(svg, &plot, TOTAL - 1, "99");
    svg_plot_y_tick(svg, &plot, 0.1, "0.1");
    svg_plot_y_tick(svg, &plot, 1, "1");
    svg_dashed(svg, SVG_FAINT, svg_plot_x(&plot, WARMUP), 50, svg_plot_x(&plot, WARMUP), 230);
    svg_plot_curve(svg, &plot, SVG_GREEN, TOTAL, step, steps, "steps");
    svg_plot_curve(svg, &plot, SVG_AMBER, TOTAL, step, linear, NULL);
    svg_plot_curve(svg, &plot, SVG_BLUE, TOTAL, step, cosine, "cosine");
    svg_text(svg, SVG_AMBER, SVG_LEFT, svg_plot_x(&plot, 58), svg_plot_y(&plot, 0.58), "linear");
    return svg_close(svg);
}

/* Bytes that the graph of so many examples takes: x W, gelu, x W, mean. */
static double graph_bytes(long batch)
{
    Scope *outer = scope_open();
    Rng rng = rng_seed(8);
    Tensor *W = tensor_requires_grad(tensor_normal(SHAPE(256, 256), 0, (real)0.06, &rng));
    Scope *scope = scope_open();
    Tensor *x = tensor_normal(SHAPE(batch, 256), 0, 1, &rng);
    Tensor *h = tensor_gelu(tensor_matmul(x, W));
    tensor_mean(tensor_matmul(h, W), ALL_AXES, false);
    double bytes = (double)scope_bytes(scope);
    scope_close(scope);
    scope_close(outer);
    return bytes;
}

static int micro_batches(const char *path)
{
    static const int size[] = {32, 16, 8, 4};
    Svg *svg =
        svg_open(path, 620, 220,
                 "Bytes of the graph for a batch of 32 at once, in 2, 4 and 8 micro-batches");
    if (svg == NULL)
        return -1;
    svg_title(svg, 20, 26,
              "A step over 32 examples: bytes of the graph that is in memory, measured");
    double whole = graph_bytes(32);
    for (int i = 0; i < 4; i++) {
        double bytes = graph_bytes(size[i]), y = 46 + 42.0 * i;
        for (int k = 0; k < 32 / size[i]; k++)
            svg_box(svg, SVG_BLUE, 150 + (double)k * 320 * size[i] / 32, y,
                    320.0 * size[i] / 32 - 3, 26, k == 0 ? 0.4 : 0.06);
        svg_text(svg, SVG_INK, SVG_RIGHT, 140, y + 18, "%d x %d", 32 / size[i], size[i]);
        svg_text(svg, SVG_INK, SVG_LEFT, 482, y + 18, "%.0f (%.0f %%)", bytes, 100 * bytes / whole);
    }
    return svg_close(svg);
}

const LessonPicture pictures_of_08[] = {{"08_training/schedules", schedules},
                                        {"08_training/micro_batches", micro_batches},
                                        {NULL, NULL}};
