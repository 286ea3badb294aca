/* lesson_02.c - activations: the seven curves, and what softmax does to scores of any size. */
#include <math.h>
#include <stdio.h>
#include "lesson.h"

enum { POINTS = 161 };

static Tensor *leaky(Tensor *x)
{
    return tensor_leaky_relu(x, (real)0.1);
}

typedef struct {
    const char *name;
    Tensor *(*f)(Tensor *x);
    double low, high;
} Curve;

static void curve(Svg *svg, double left, const Curve *c)
{
    double x[POINTS], y[POINTS];
    Tensor *t = tensor_arange(-4, (real)4.025, (real)0.05), *out = c->f(t);
    for (int i = 0; i < POINTS; i++) {
        x[i] = (double)t->data[i];
        y[i] = (double)out->data[i];
    }
    SvgPlot plot = {.x = left,
                    .y = 46,
                    .width = 120,
                    .height = 120,
                    .x_low = -4,
                    .x_high = 4,
                    .y_low = c->low,
                    .y_high = c->high,
                    .title = c->name};
    double zero_x = svg_plot_x(&plot, 0), zero_y = svg_plot_y(&plot, 0);
    svg_title(svg, left, 24, "%s", c->name);
    svg_line(svg, SVG_FAINT, left, zero_y, left + plot.width, zero_y);
    svg_line(svg, SVG_FAINT, zero_x, plot.y, zero_x, plot.y + plot.height);
    svg_plot_curve(svg, &plot, SVG_BLUE, POINTS, x, y, NULL);
    double one = 1, at_one = (double)c->f(tensor_full(SHAPE(1), 1))->data[0];
    svg_plot_points(svg, &plot, SVG_RED, 1, &one, &at_one);
    svg_small(svg, SVG_RED, SVG_LEFT, left, 186, "at 1: %.4f", at_one);
}

static int curves(const char *path)
{
    const Curve all[] = {{"relu", tensor_relu, -1, 4},           {"leaky relu, 0.1", leaky, -1, 4},
                         {"sigmoid", tensor_sigmoid, -0.2, 1.2}, {"tanh", tensor_tanh, -1.2, 1.2},
                         {"gelu", tensor_gelu, -1, 4},           {"silu", tensor_silu, -1, 4}};
    Svg *svg = svg_open(path, 860, 200, "Six activations from -4 to 4, with their values at 1");
    if (svg == NULL)
        return -1;
    for (int i = 0; i < 6; i++)
        curve(svg, 12 + 143.0 * i, &all[i]);
    return svg_close(svg);
}

static void bars(Svg *svg, double left, const char *title, const Tensor *t, double most,
                 const char *format, SvgKind kind)
{
    svg_text(svg, SVG_INK, SVG_LEFT, left, 24, "%s", title);
    svg_line(svg, SVG_FAINT, left, 160, left + 150, 160);
    for (int i = 0; i < 3; i++) {
        double value = (double)t->data[i], height = 100 * fabs(value) / most,
               x = left + 6 + 50.0 * i;
        svg_box(svg, kind, x, value < 0 ? 160 : 160 - height, 38, fmax(height, 0.5), 0.35);
        svg_small(svg, SVG_INK, SVG_MIDDLE, x + 19, value < 0 ? 174 + height : 154 - height, format,
                  value);
    }
}

static int softmax(const char *path)
{
    Tensor *scores = tensor_from(SHAPE(3), VALUES(1000, 1001, 999));
    Tensor *shifted = tensor_add_scalar(scores, -1001);
    Svg *svg =
        svg_open(path, 780, 260,
                 "Softmax of 1000, 1001 and 999: less the largest, exponentials, shares of 1");
    if (svg == NULL)
        return -1;
    bars(svg, 20, "scores", scores, 1001, "%.0f", SVG_BLUE);
    bars(svg, 210, "less the largest", shifted, 4, "%.0f", SVG_BLUE);
    bars(svg, 400, "e to the power of that", tensor_exp(shifted), 1, "%.3f", SVG_AMBER);
    bars(svg, 590, "softmax: they add up to 1", tensor_softmax(scores, 0), 1, "%.3f", SVG_VIOLET);
    svg_small(svg, SVG_RED, SVG_LEFT, 20, 248,
              "e^1000 is more than a float (and a double) can hold");
    svg_small(svg, SVG_FAINT, SVG_LEFT, 400, 248,
              "the largest is 1: nothing can overflow, the sum is not 0");
    return svg_close(svg);
}

const LessonPicture pictures_of_02[] = {
    {"02_activations/curves", curves}, {"02_activations/softmax", softmax}, {NULL, NULL}};
