/* lesson_04.c - losses: what a probability costs, and where the formula as it is read breaks. */
#include <math.h>
#include <stdio.h>
#include "lesson.h"

enum { POINTS = 200 };

static int surprise(const char *path)
{
    double p[POINTS], cost[POINTS];
    Tensor *t = tensor_new(SHAPE(POINTS));
    for (int i = 0; i < POINTS; i++)
        t->data[i] = (real)((i + 1) / (double)POINTS);
    Tensor *logs = tensor_log(t);
    for (int i = 0; i < POINTS; i++) {
        p[i] = (double)t->data[i];
        cost[i] = -(double)logs->data[i];
    }
    Svg *svg =
        svg_open(path, 600, 300, "The cost -log p of the right class against its probability p");
    if (svg == NULL)
        return -1;
    SvgPlot plot = {.x = 60,
                    .y = 50,
                    .width = 400,
                    .height = 190,
                    .x_low = 0,
                    .x_high = 1,
                    .y_low = 0,
                    .y_high = 5,
                    .x_title = "p of the right class",
                    .title = "What it costs: -log p, in nats"};
    svg_plot(svg, &plot);
    static const char *const ticks[] = {"0", "0.25", "0.5", "0.75", "1"};
    for (int i = 0; i < 5; i++)
        svg_plot_x_tick(svg, &plot, 0.25 * i, ticks[i]);
    svg_plot_curve(svg, &plot, SVG_RED, POINTS, p, cost, NULL);
    static const double shown[] = {0.0625, 0.25, 0.5, 0.75};
    for (int i = 0; i < 4; i++) {
        double y = -log(shown[i]);
        svg_plot_points(svg, &plot, SVG_INK, 1, &shown[i], &y);
        svg_small(svg, SVG_INK, SVG_LEFT, svg_plot_x(&plot, shown[i]) + 8, svg_plot_y(&plot, y) - 6,
                  "%.3f", y);
    }
    svg_small(svg, SVG_FAINT, SVG_LEFT, 300, 84, "each halving of p costs 0.693 more");
    return svg_close(svg);
}

/* Of the logits (x, 0) with target 1: log(1 + e^x). As it is read, in float. */
static double as_it_is_read(double x)
{
    volatile float top = expf((float)0), sum = expf((float)x) + top;
    volatile float p = top / sum;
    return -(double)logf(p);
}

static int overflow(const char *path)
{
    enum { N = 121 };
    double x[N], naive[N], right[N];
    for (int i = 0; i < N; i++) {
        x[i] = i;
        naive[i] = as_it_is_read(x[i]);
        Tensor *logits = tensor_from(SHAPE(1, 2), VALUES((real)x[i], 0));
        right[i] =
            tensor_item(tensor_cross_entropy(logits, int_tensor_from(SHAPE(1), IDS(1)), -100, 0));
    }
    Svg *svg =
        svg_open(path, 640, 300,
                 "The loss of logits (x, 0) with target 1: the formula as it is read ends "
                 "where e^x overflows");
    if (svg == NULL)
        return -1;
    SvgPlot plot = {.x = 60,
                    .y = 50,
                    .width = 400,
                    .height = 190,
                    .x_low = 0,
                    .x_high = 120,
                    .y_low = 0,
                    .y_high = 120,
                    .x_title = "logit x of the wrong class",
                    .title = "Loss of (x, 0) where class 1 is right, in float"};
    svg_plot(svg, &plot);
    svg_plot_x_tick(svg, &plot, 0, "0");
    svg_plot_x_tick(svg, &plot, 60, "60");
    svg_plot_x_tick(svg, &plot, 120, "120");
    svg_plot_y_tick(svg, &plot, 0, "0");
    svg_plot_y_tick(svg, &plot, 60, "60");
    svg_plot_y_tick(svg, &plot, 120, "120");
    svg_plot_curve(svg, &plot, SVG_BLUE, N, x, right, "lse - x_t");
    for (int i = 0; i < N; i += 8)
        svg_plot_points(svg, &plot, SVG_RED, 1, &x[i], &naive[i]);
    svg_dashed(svg, SVG_RED, svg_plot_x(&plot, 88.7), 50, svg_plot_x(&plot, 88.7), 240);
    svg_text(svg, SVG_RED, SVG_LEFT, svg_plot_x(&plot, 88.7) + 8, 200, "as it is read:");
    svg_text(svg, SVG_RED, SVG_LEFT, svg_plot_x(&plot, 88.7) + 8, 218, "infinity from here on");
    return svg_close(svg);
}

const LessonPicture pictures_of_04[] = {
    {"04_losses/surprise", surprise}, {"04_losses/overflow", overflow}, {NULL, NULL}};
